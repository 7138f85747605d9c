import { ReceiptUnreadable } from "./bank-failure.ts";
import type { HtmlCell, HtmlRow } from "./html-rows.ts";

export type LabelAndValue = readonly [label: string, value: string];

/** `RECEIPT NO:` → `receipt no` */
export function labelOf(text: string): string {
  return text.replace(/:$/, "").trim().toLowerCase();
}

/** A value with `<` or `>` in it comes from damaged markup. */
export function isPlainValue(value: string): boolean {
  return !/[<>]/.test(value);
}

/** The document closes the cell, and its text is one stretch. */
export function isWholeCell({ text, isClosed, isOneText }: HtmlCell): boolean {
  return isClosed && isOneText && isPlainValue(text);
}

const tag = /<(\/?)([a-z][a-z0-9]*)(?:[^a-z0-9<>][^<>]*)?>/gi;
const neverClosed = new Set(["br", "hr", "img", "input", "wbr"]);

/** A value's cell has a few hundred characters. The limit prevents quadratic time for nested cells. */
const maxBalancedLength = 2_000;

/**
 * Whether every tag within the cell is closed there and closes a tag opened there. False for a cell longer than any
 * value's. The parser itself closes tags that are left open, and drops closing tags without an opening one.
 */
export function isBalanced({ source }: HtmlCell): boolean {
  if (source.length > maxBalancedLength) return false;
  const open: string[] = [];
  for (const [, slash, name = ""] of source.matchAll(tag)) {
    const element = name.toLowerCase();
    if (neverClosed.has(element)) continue;
    if (slash === "") open.push(element);
    else if (open.pop() !== element) return false;
  }
  return open.length === 0;
}

/** `<tr><td>Label</td><td>value</td></tr>`. Rows of any other form, also damaged ones, are ignored. */
export function rowValue({ cells, hasLooseText }: HtmlRow): readonly LabelAndValue[] {
  const [label, value, more] = cells;
  if (label === undefined || value === undefined || more !== undefined || hasLooseText) return [];
  return cells.every(isWholeCell) ? [[labelOf(label.text), value.text]] : [];
}

/**
 * A label that is not next to its value indicates a damaged row. The payer's own note is exempt. Throws
 * `ReceiptUnreadable`.
 */
export function checkLabelsAreRead(
  texts: readonly string[],
  pairs: readonly LabelAndValue[],
  needed: ReadonlySet<string>,
  note = "",
): void {
  const shown =
    texts.filter((text) => needed.has(labelOf(text))).length - (needed.has(labelOf(note)) ? 1 : 0);
  const read = pairs.filter(([label]) => needed.has(label)).length;
  if (shown !== read) throw new ReceiptUnreadable("the page has a label without its value");
}
