import type { StatementField, StatementMapping } from "@receipts/contracts";
import { headerRow } from "./header-row.ts";

export interface GuessedMapping {
  readonly columns: Readonly<Partial<Record<StatementField, string>>>;
  readonly dateOrder: StatementMapping["dateOrder"];
  readonly decimal: StatementMapping["decimal"];
}

/** Words of banks and accounting programs, the surest first. Without letters' case, marks and currencies. */
const meanings: Readonly<Record<StatementField, readonly RegExp[]>> = {
  time: [
    /^(?:transaction|trans?|txn|trx) date(?: (?:and )?time)?$/,
    /^(?:date (?:and )?time|(?:transaction|trans?|txn|completion) time|initiation time)$/,
    /^date$|^ቀን$/,
    /^(?:post(?:ing|ed)?|book(?:ing)?|entry|process(?:ing)?|operation) date$/,
    /^value date$/,
  ],
  clock: [/^(?:time|transaction time|trans time|ሰዓት)$/],
  reference: [
    /^(?:transaction|trans?|txn|trx) (?:id|no|number|ref|reference|reference no|reference number)$/,
    /^(?:receipt|ft) (?:no|number)$/,
    /^(?:reference|ref|reference no|reference number|ref no|ref number|bank reference|ማጣቀሻ|የግብይት ቁጥር)$/,
  ],
  amount: [/^(?:(?:transaction|trans?|txn) )?amount$/, /^(?:sum|መጠን|የገንዘብ መጠን)$/],
  credit: [/^(?:credits?|cr|credit amount|amount credited|money in|paid in|deposits?|received|in|ገቢ)$/],
  debit: [/^(?:debits?|dr|debit amount|amount debited|money out|paid out|withdrawals?|withdrawn|out|ወጪ)$/],
  direction: [
    /^(?:(?:dr|cr|debit|credit|d|c) (?:cr|dr|credit|debit|c|d)|direction|type|transaction type|sign)$/,
  ],
  fee: [/^(?:fees?|charges?|service (?:charge|fee)|bank charges?|commission|የአገልግሎት ክፍያ)$/],
  status: [/^(?:(?:transaction )?status|state|ሁኔታ)$/],
  description: [
    /^(?:narratives?|narration|(?:transaction )?(?:description|details|particulars)|particulars|መግለጫ)$/,
    /^(?:remarks?|reason|purpose|memo|payment details|ምክንያት)$/,
  ],
  account: [/^(?:counterparty(?: account)?|opposite party|other party(?: info)?|from account)$/],
  balance: [/^(?:(?:running|closing|ledger|book|available|account) )?balance$|^ቀሪ(?: ሒሳብ)?$/],
};

const direction = /^(?:cr?|dr?|credit|debit|in|out|paid in|received|deposit|withdrawn|sent|withdrawal)$/i;

/** Guesses the meaning of a file's columns by its first rows. A column that could mean two things is left to the person. */
export function guessColumns(rows: readonly (readonly string[])[]): GuessedMapping {
  const header = headerRow(rows);
  const data = rows.slice(rows.indexOf(header) + 1);
  const cellsOf = (name: string | undefined) =>
    name === undefined ? [] : data.map((row) => (row[header.indexOf(name)] ?? "").trim()).filter(Boolean);
  const found = new Map<StatementField, string>();
  for (const field of Object.keys(meanings) as StatementField[]) {
    const name = columnOf(header, meanings[field]);
    if (name !== undefined && ![...found.values()].includes(name)) found.set(field, name);
  }
  if (!cellsOf(found.get("direction")).some((cell) => direction.test(cell))) found.delete("direction");
  keepOneKindOfAmount(found, cellsOf(found.get("amount")));
  if (!/^\d{1,2}:\d\d/.test(cellsOf(found.get("clock"))[0] ?? "")) found.delete("clock");
  const amounts = ["amount", "credit", "debit"] as const;
  return {
    columns: Object.fromEntries(found),
    dateOrder: dateOrderOf(cellsOf(found.get("time"))),
    decimal: decimalOf(amounts.flatMap((field) => cellsOf(found.get(field)))),
  };
}

function columnOf(header: readonly string[], patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const [name, another] = header.filter((each) => pattern.test(formOf(each)));
    if (name !== undefined) return another === undefined ? name : undefined;
  }
  return undefined;
}

/** `Amount (ETB)`, `AMOUNT_ETB` and `Amount.` are one. */
const formOf = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .replaceAll(/(?:^| )(?:etb|birr|ብር)(?= |$)/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();

/** One column without signs or words says nothing of what left the account. */
function keepOneKindOfAmount(found: Map<StatementField, string>, amounts: readonly string[]): void {
  if (found.has("credit")) for (const field of ["amount", "direction"] as const) found.delete(field);
  else if (!found.has("direction") && !amounts.some((amount) => /^[-(]|-$/.test(amount)))
    found.delete("amount");
  if (!found.has("amount")) found.delete("direction");
  if (!found.has("credit")) found.delete("debit");
}

function dateOrderOf(times: readonly string[]): GuessedMapping["dateOrder"] {
  if (times.some((time) => /^\d{4}\D/.test(time))) return "ymd";
  const parts = times.flatMap((time) => /^(\d{1,2})\D(\d{1,2})\D/.exec(time)?.slice(1, 3).map(Number) ?? []);
  const second = parts.filter((_, at) => at % 2 === 1);
  return second.some((part) => part > 12) ? "mdy" : "dmy";
}

const decimalOf = (amounts: readonly string[]): GuessedMapping["decimal"] =>
  amounts.some((amount) => /,\d{1,2}\D?$/.test(amount)) &&
  !amounts.some((amount) => /\.\d{1,2}\D?$/.test(amount))
    ? ","
    : ".";
