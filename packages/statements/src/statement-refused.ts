import type { StatementRefusal } from "@receipts/contracts";

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
