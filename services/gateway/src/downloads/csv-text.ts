import type { Cell } from "./table-columns.ts";

/** RFC 4180. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/**
 * Spreadsheets run text that begins with one of these as a formula. They skip spaces and invisible characters, read
 * full-width forms as the plain ones, and may take another separator than the comma.
 */
const FORMULA = /^(?:[\s\p{Z}\p{C},;|"'，；｜]*[=+\-@＝＋－＠﹢﹣﹦﹫｡]|[\p{Z}\p{Cf}]*[\t\r])/u;
const FORMULA_CHARACTER = /^[\s\p{Z}\p{C}"']*[=+\-@＝＋－＠﹢﹣﹦﹫｡]/u;

/** A program that takes another separator than the comma, and so sees no quotes, begins a cell after each of these. */
const SEPARATORS = /([;|\t\r\n，；｜])/;

const withoutCutFormulas = (text: string) =>
  text
    .split(SEPARATORS)
    .map((piece, index) => (index > 0 && FORMULA_CHARACTER.test(piece) ? `'${piece}` : piece))
    .join("");

function field(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = withoutCutFormulas(FORMULA.test(cell) ? `'${cell}` : cell);
  // Where a program guesses the separator, the quotes show it the comma.
  const isQuoted = /[",\r\n]/.test(text) || (text !== cell && /[;|\t]/.test(text));
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
