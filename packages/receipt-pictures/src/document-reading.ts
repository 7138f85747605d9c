import type { ReceiptCandidate } from "./candidates/receipt-candidate.ts";

export type DocumentReading =
  | {
      readonly kind: "qr" | "pdf_text" | "recognized_text";
      readonly text: string;
      /** The likeliest first, three at most; empty if no reference was found. */
      readonly candidates: readonly ReceiptCandidate[];
    }
  | { readonly kind: "refused"; readonly reason: RefusalReason };

export type RefusalReason =
  /** Neither PNG, JPEG, WebP nor PDF. */
  | "unsupported_format"
  | "too_many_bytes"
  | "too_many_pixels"
  /** Damaged, encrypted, or beyond a limit of the format. */
  | "unreadable"
  /** Reading it takes too much time or memory. */
  | "over_limits";

/** A larger document is refused. */
export const maxBytes = 8 * 1024 * 1024;

/** A picture with more is refused. */
export const maxPixels = 40_000_000;

/** Longer than any screen that a phone joins from parts. */
const maxSide = 20_000;

/** Refused before it is decoded: one row of 40 million pixels takes longer to read than a photo. */
export function isTooLarge({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width * height > maxPixels || Math.max(width, height) > maxSide;
}
