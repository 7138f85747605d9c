import type { Santim } from "@receipts/contracts";
import { type Direction, unreadReasons } from "./statement-line.ts";

/** A confirmed payment of the account. */
export interface OurPayment {
  /** Of the verification request, or of the deposit that a person confirmed without a receipt. */
  readonly id: string;
  readonly reference: string | null;
  readonly amount: Santim;
  /** When it was paid, as the receipt says. */
  readonly time: Date;
  depositId: string | null;
}

/**
 * - `matched`: same reference and amount, or amounts that differ by the fee
 * - `differing`: same reference, other amount
 * - `ignored`: money that left, repeated lines, transactions that were not completed
 * - `unread`: rows that are no line
 */
export const lineClasses = [
  "matched",
  "differing",
  "statement_only",
  "ours_only",
  "ignored",
  "unread",
] as const;
export type LineClass = (typeof lineClasses)[number];

export const lineNotes = [
  "gross",
  "net",
  "fee_apart",
  "other_amount",
  "reversed",
  "no_reference",
  "near_edge",
  "outgoing",
  "repeated",
  "not_completed",
  ...unreadReasons,
] as const;
export type LineNote = (typeof lineNotes)[number];

export interface ReconciledLine {
  readonly class: LineClass;
  readonly note: LineNote | null;
  /** The column and text of an unread row. */
  readonly detail: string | null;
  readonly row: number | null;
  readonly reference: string | null;
  readonly amount: Santim | null;
  readonly direction: Direction | null;
  readonly fee: Santim | null;
  readonly time: Date | null;
  readonly description: string | null;
  readonly account: string | null;
  readonly payment: OurPayment | null;
  /** The statement's amount without ours. */
  readonly difference: bigint | null;
  /** A payment of the same amount and about the same time. A hint, not a match. */
  readonly suggestedPaymentId: string | null;
  readonly suggestedRow: number | null;
}
