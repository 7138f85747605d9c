import type { BankCode, StatementMapping, StatementRefusal, StatementWarning } from "@receipts/contracts";

/** Each message to the reader has one answer. */
export type ToReader =
  | {
      readonly kind: "read";
      readonly bytes: Uint8Array;
      readonly bank: BankCode;
      readonly timeZone: string;
      readonly mapping: StatementMapping | null;
    }
  | { readonly kind: "payments"; readonly payments: string }
  /** In milliseconds since 1970. */
  | { readonly kind: "compare"; readonly from: number; readonly before: number }
  | { readonly kind: "more" };

export type FromReader =
  | {
      readonly kind: "read";
      readonly layout: string;
      /** Times of the earliest and the latest line; null without lines. */
      readonly span: { readonly first: number; readonly last: number } | null;
      readonly warnings: readonly StatementWarning[];
    }
  | {
      readonly kind: "refused";
      readonly refusal: StatementRefusal;
      readonly preview: readonly (readonly string[])[];
    }
  | { readonly kind: "taken" }
  /** JSON of rows for `reconciliation_lines`. */
  | { readonly kind: "lines"; readonly lines: string }
  /** JSON of `ClassSums`. */
  | { readonly kind: "end"; readonly sums: string };
