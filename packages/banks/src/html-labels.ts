import { ReceiptUnreadable } from "./bank-failure.ts";
import type { HtmlCell, HtmlRow } from "./html-rows.ts";

export type LabelAndValue = readonly [label: string, value: string];

/** `RECEIPT NO:` → `receipt no` */
export function labelOf(text: string): string {
  return text.replace(/:$/, "").trim().toLowerCase();
}

/** A value with the sign of a tag in it has lost a part of the page's own tags. */
export function isPlainValue(value: string): boolean {
  return !/[<>]/.test(value);
}

/** Nothing lost, nothing put between. */
export function isWholeCell({ text, isClosed, isOneText }: HtmlCell): boolean {
  return isClosed && isOneText && isPlainValue(text);
}

const tag = /<(\/?)([a-z][a-z0-9]*)(?:[^a-z0-9<>][^<>]*)?>/gi;
const neverClosed = new Set(["br", "hr", "img", "input", "wbr"]);

/** A value's cell is a few hundred characters. Cells in cells, each read to its end, would take the square of that. */
const maxBalancedLength = 2_000;

/**
 * Whether every tag within it is closed there, and closes what was opened there; never for a cell longer than any value's.
 * The parser closes on its own what the document left open, and leaves out what closes nothing.
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

/** `<tr><td>Label</td><td>value</td></tr>`; rows of any other form, damaged ones too, say nothing. */
export function rowValue({ cells, hasLooseText }: HtmlRow): readonly LabelAndValue[] {
  const [label, value, more] = cells;
  if (label === undefined || value === undefined || more !== undefined || hasLooseText) return [];
  return cells.every(isWholeCell) ? [[labelOf(label.text), value.text]] : [];
}

/**
 * A label that stands anywhere but beside its value is the trace of a damaged row. The payer's own note may say what it
 * likes. Throws `ReceiptUnreadable`.
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
