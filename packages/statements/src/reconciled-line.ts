import type { LineClass, LineNote, Santim } from "@receipts/contracts";
import type { Direction } from "./statement-line.ts";

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
  /** As in the statement. */
  readonly hasClock: boolean | null;
  readonly description: string | null;
  readonly account: string | null;
  readonly payment: OurPayment | null;
  /** The statement's amount without ours. */
  readonly difference: bigint | null;
  /** A payment of the same amount and about the same time. A hint, not a match. */
  readonly suggestedPaymentId: string | null;
  readonly suggestedRow: number | null;
}
