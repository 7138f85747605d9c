import { decodeText } from "./decode-text.ts";
import { delimiterOf } from "./delimiter.ts";
import type { FoundLayout } from "./known-layouts.ts";
import { shortText } from "./short-text.ts";
import { StatementRefused } from "./statement-refused.ts";
import { tableRows } from "./table-rows.ts";

const fields = ["amount", "credit", "debit", "fee", "balance"] as const;
const PREVIEW_ROWS = 12;
const PREVIEW_CHARACTERS = 80;

/** Where columns are separated by semicolons, a comma may be the decimal mark. */
const marks = { ",": /,\d{1,2}$/, ".": /\.\d{1,2}$/ } as const;
const either = /^-?\d{1,3}(?:(?:,\d{3})+|\.\d{3})$/;

/** Without the currency, and the letters of credit and debit. */
const bare = (text: string) => text.replace(/^(?:ETB|birr) ?/i, "").replace(/ ?(?:ETB|birr|[CD]R)$/i, "");

/** The layout with the decimal mark of this file. Throws `StatementRefused` if its amounts have two readings. */
export async function writtenIn(layout: FoundLayout, bytes: Uint8Array): Promise<FoundLayout> {
  if (!isCsv(bytes) || delimiterOf(decodeText(bytes)).delimiter !== ";") return layout;
  const found = new Set<"," | ".">();
  let isAmbiguous = false;
  const preview: string[][] = [];
  for await (const { cells } of tableRows(bytes)) {
    if (preview.length < PREVIEW_ROWS)
      preview.push(cells.map((cell) => shortText(cell, PREVIEW_CHARACTERS) ?? ""));
    const amounts = fields.map((field) => bare(String(cells[layout.columns[field] ?? -1] ?? "").trim()));
    for (const mark of [",", "."] as const)
      if (amounts.some((text) => marks[mark].test(text))) found.add(mark);
    isAmbiguous ||= amounts.some((text) => either.test(text));
  }
  const [mark, another] = found;
  if (mark !== undefined && another === undefined) return { ...layout, decimal: mark };
  if (mark === undefined && isAmbiguous) throw new StatementRefused("ambiguous_amounts", { preview });
  return layout;
}

const isCsv = (bytes: Uint8Array) => !["%PDF", "PK"].some((start) => startsWith(bytes, start));

function startsWith(bytes: Uint8Array, start: string): boolean {
  return Buffer.from(bytes.subarray(0, start.length)).toString("latin1") === start;
}
