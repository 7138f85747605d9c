import type { StatementRefusal } from "@receipts/contracts";

/**
 * Limit for a row, and for one cell, as in spreadsheet programs. A workbook can state one text of many megabytes and
 * repeat it in each row.
 */
export const MOST_CHARACTERS = 32_767;

export class StatementRefused extends Error {
  readonly refusal: StatementRefusal;
  /** The first rows, to map them by hand. */
  readonly preview: readonly (readonly string[])[];

  constructor(
    refusal: StatementRefusal,
    options: { readonly cause?: unknown; readonly preview?: readonly (readonly string[])[] } = {},
  ) {
    super(refusal, { cause: options.cause });
    this.name = new.target.name;
    this.refusal = refusal;
    this.preview = options.preview ?? [];
  }
}
