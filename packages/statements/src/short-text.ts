import type { Cell } from "./table-row.ts";

/** Without characters that PostgreSQL cannot store; null if nothing is left. */
export function shortText(cell: Cell, most: number): string | null {
  const text = cell instanceof Date ? cell.toISOString() : String(cell ?? "");
  const short = text.replaceAll("\0", "").trim().slice(0, most).toWellFormed();
  return short === "" ? null : short;
}
