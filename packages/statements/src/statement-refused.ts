/** Reasons for which a file is not read at all. */
export const refusals = [
  "empty_file",
  "broken_workbook",
  "too_large_unpacked",
  "too_many_columns",
  "too_many_lines",
  "unknown_layout",
  "missing_column",
] as const;
export type Refusal = (typeof refusals)[number];

export class StatementRefused extends Error {
  readonly refusal: Refusal;
  /** The first rows, to map them by hand. */
  readonly preview: readonly (readonly string[])[];

  constructor(
    refusal: Refusal,
    options: { readonly cause?: unknown; readonly preview?: readonly (readonly string[])[] } = {},
  ) {
    super(refusal, { cause: options.cause });
    this.name = new.target.name;
    this.refusal = refusal;
    this.preview = options.preview ?? [];
  }
}
