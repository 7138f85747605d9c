import type { Santim, UnreadReason } from "@receipts/contracts";

/** `in`: the account got the money. */
export type Direction = "in" | "out";

/** One posting of a statement, as the bank prints it. */
export interface StatementLine {
  /** As a spreadsheet counts: the first row of the file is 1. */
  readonly row: number;
  readonly reference: string | null;
  readonly amount: Santim;
  readonly direction: Direction;
  /** What the bank kept of this payment or added to it, if the statement has a column for it. */
  readonly fee: Santim | null;
  readonly time: Date;
  /** False if the statement has only the day: the time is its start. */
  readonly hasClock: boolean;
  /** False if the statement says that the transaction failed or is pending. */
  readonly isCompleted: boolean;
  readonly description: string | null;
  readonly account: string | null;
  /** Of the account after this line, if the statement has a column for it. */
  readonly balance: bigint | null;
}

export interface UnreadRow {
  readonly row: number;
  readonly reason: UnreadReason;
  /** The column and its text. */
  readonly detail: string;
}
