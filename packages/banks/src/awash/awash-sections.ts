import { ReceiptUnreadable } from "../bank-failure.ts";
import { isBalanced, isWholeCell, type LabelAndValue, labelOf } from "../html-labels.ts";
import type { HtmlRow, HtmlTable } from "../html-rows.ts";
import { type LabelledValues, labelledValues } from "../labelled-values.ts";

/** The page's tables, kept apart: the same label means a different party in each. */
export interface AwashSections {
  /** Every row that was read, from any table. */
  readonly pairs: readonly LabelAndValue[];
  readonly payment: LabelledValues;
  /** The payer. Undefined on the older page, which has no such table. */
  readonly customer: LabelledValues | undefined;
}

/**
 * Throws `ReceiptUnreadable` unless there is one payment table, and either one table each for company and customer or
 * neither.
 */
export function readAwashSections(tables: readonly HtmlTable[]): AwashSections {
  const sections = tables.map(({ rows }) => rows.flatMap(rowPair));
  const payments = sections.filter((pairs) => hasLabel(pairs, "transaction id"));
  const customers = sections.filter((pairs) => hasLabel(pairs, "account no"));
  const companies = sections.filter((pairs) => hasLabel(pairs, "company name"));
  const [payment, another] = payments;
  if (payment === undefined || another !== undefined || customers.length > 1)
    throw new ReceiptUnreadable("the page does not have exactly one payment table");
  const [customer] = customers;
  const isWhole = companies.length === customers.length && customer !== payment;
  if (!isWhole || companies.some((company) => company === customer || company === payment))
    throw new ReceiptUnreadable("the page lacks some of its tables");
  return {
    pairs: sections.flat(),
    payment: labelledValues(payment),
    customer: customer && labelledValues(customer),
  };
}

/** Label, colon, value. Rows of any other form, also damaged ones, are ignored. */
function rowPair({ cells, hasLooseText }: HtmlRow): readonly LabelAndValue[] {
  const [label, colon, value, more] = cells;
  if (label === undefined || colon?.text !== ":" || value === undefined || more !== undefined) return [];
  const isWhole = !hasLooseText && cells.every((cell) => isBalanced(cell) && isWholeCell(cell));
  return isWhole ? [[labelOf(label.text), value.text]] : [];
}

function hasLabel(pairs: readonly LabelAndValue[], wanted: string): boolean {
  return pairs.some(([label]) => label === wanted);
}
