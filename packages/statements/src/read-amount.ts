import type { Cell } from "./table-row.ts";

/** Some banks print zero as `.00`. */
const written = {
  ".": /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})?(?:\.(\d{1,2})0*)?$/,
  ",": /^(\d{1,12}|\d{1,3}(?:\.\d{3}){1,3})?(?:,(\d{1,2})0*)?$/,
} as const;

/** Between groups of three digits. Anywhere else a space is a fault: `1,719.3 3` may have lost a digit. */
const spacedGroups = /^\d{1,3}(?:[\s'’]\d{3}){1,3}(?![\d\s'’])/;

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
    .trim()
    .replace(/^(?:etb|birr|br\.?)/i, "")
    .replace(/(?:etb|birr|br\.?)$/i, "")
    .trim();
  const [, open = "", sign = "", number = "", end = ""] =
    /^(\()?([+−-])?([\d.,\s'’]{1,40})(\)|[−-]|cr|dr)?$/i.exec(text) ?? [];
  if ((open === "(") !== (end === ")") || (sign !== "" && end !== "")) return undefined;
  const digits = number.trim().replace(spacedGroups, (groups) => groups.replaceAll(/\D/g, ""));
  const [, whole = "", cents = ""] = written[decimal].exec(digits) ?? [];
  if (whole + cents === "") return undefined;
  const santim = BigInt(whole.replaceAll(/[.,]/g, "")) * 100n + BigInt(cents.padEnd(2, "0"));
  const isNegative = /[−-]/.test(sign + end) || open !== "" || /^dr$/i.test(end);
  return isNegative ? -santim : santim;
}
