import { formatSantim, type Santim } from "@receipts/contracts";
import { both } from "@receipts/web-pages";
import { columnsOf } from "../downloads/table-columns.ts";
import type { TakingsNames } from "./takings-names.ts";
import type { TakingsRow } from "./takings-query.ts";

/** A row with its date and its names. */
export interface NamedTakings extends TakingsRow {
  readonly date: string;
  readonly names: TakingsNames;
}

const { text, birr, bank } = columnsOf<NamedTakings>();
const nameOf = (id: string | null, names: TakingsNames) => (id === null ? null : (names.get(id) ?? null));

export const takingsTable = [
  text("date", both("Day", "ቀን"), ({ date }) => date),
  bank("bank", both("Bank", "ባንክ"), (row) => row.bank),
  text("branch", both("Branch", "ቅርንጫፍ"), ({ branchId, names }) => nameOf(branchId, names)),
  text("till", both("Till", "የመሸጫ መሣሪያ"), ({ tillId, names }) => nameOf(tillId, names)),
  text("person", both("Person", "ሰው"), ({ memberId, names }) => nameOf(memberId, names)),
  text("payments", both("Receipts", "ደረሰኞች"), ({ payments }) => payments),
  birr("amount", both("Amount", "መጠን"), ({ cents }) => formatSantim(BigInt(cents) as Santim)),
];
