import type { Cell } from "./table-rows.ts";

const written = {
  ".": /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0*)?$/,
  ",": /^(\d{1,12}|\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2})0*)?$/,
} as const;

/**
 * The amount in santim, negative with a minus, in parentheses or with `Dr`. Undefined if the cell is no amount of whole
 * santim. No arithmetic with floats: digits become an integer.
 */
export function readAmount(cell: Cell, decimal: "." | ","): bigint | undefined {
  // Spreadsheets store doubles and show 15 digits of them.
  if (typeof cell === "number") return readText(cell.toPrecision(15), ".");
  return typeof cell === "string" ? readText(cell, decimal) : undefined;
}

function readText(cell: string, decimal: "." | ","): bigint | undefined {
  const text = cell
    .replaceAll(/[\s\u00A0\u202F']/g, "")
    .replace(/^(?:etb|birr|br\.?)/i, "")
    .replace(/(?:etb|birr|br\.?)$/i, "");
  const [, open = "", sign = "", number = "", end = ""] =
    /^(\()?([+−-])?([\d.,]{1,40})(\)|[−-]|cr|dr)?$/i.exec(text) ?? [];
  if ((open === "(") !== (end === ")") || (sign !== "" && end !== "")) return undefined;
  const [, whole, cents = ""] = written[decimal].exec(number) ?? [];
  if (whole === undefined) return undefined;
  const santim = BigInt(whole.replaceAll(/[.,]/g, "")) * 100n + BigInt(cents.padEnd(2, "0"));
  const isNegative = /[−-]/.test(sign + end) || open !== "" || /^dr$/i.test(end);
  return isNegative ? -santim : santim;
}
