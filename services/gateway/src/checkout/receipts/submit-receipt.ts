import type { IdentifierFault } from "@receipts/banks";
import { newId } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import { endRecheck } from "../../verification/end-recheck.ts";
import type { VerifyRules } from "../../verification/verify-command.ts";
import type { ChangeDeposit } from "../deposits/change-deposit.ts";
import { type LockedDeposit, lockDeposit } from "../deposits/deposit-repository.ts";
import type { EventCause } from "../deposits/record-event.ts";
import {
  closeSubmission,
  findOpenSubmission,
  insertSubmission,
  type ReceiptSubmission,
  shareLockAccountsOf,
} from "../deposits/submission-repository.ts";
import { type ReceiptText, readReceiptText } from "./read-receipt-text.ts";
import type { StartVerification } from "./start-verification.ts";

export interface SubmittedReceipt extends ReceiptText {
  readonly depositId: string;
  readonly cause: EventCause & { readonly traceparent: string };
}

export type SubmitReceiptResult =
  /** Being verified: the deposit shows the outcome. */
  | { readonly kind: "submitted"; readonly verificationId: string }
  /** Nothing was attempted, and no attempt is used up. */
  | { readonly kind: "unreadable"; readonly missing: readonly IdentifierFault[] }
  | { readonly kind: "other_bank" }
  | { readonly kind: "no_receipt" }
  | { readonly kind: "refused"; readonly refusal: "in_progress" | "no_tries_left" | "closed" }
  | { readonly kind: "unknown_deposit" };

export type SubmitReceipt = (receipt: SubmittedReceipt) => Promise<SubmitReceiptResult>;

export interface SubmitReceiptDeps {
  readonly pool: Pool;
  readonly rules: Pick<VerifyRules, "banks" | "detect">;
  readonly changeDeposit: ChangeDeposit;
  readonly startVerification: StartVerification;
}

/** Stores the submission with the deposit's new state before the verification starts, so that a crash loses nothing. */
export function createSubmitReceipt({
  pool,
  rules,
  changeDeposit,
  startVerification,
}: SubmitReceiptDeps): SubmitReceipt {
  async function storeSubmission(
    client: PoolClient,
    receipt: SubmittedReceipt,
  ): Promise<{ submission: ReceiptSubmission } | Exclude<SubmitReceiptResult, { kind: "submitted" }>> {
    const accounts = await shareLockAccountsOf(client, receipt.depositId);
    if (accounts === undefined) return { kind: "unknown_deposit" };
    const locked = await lockUnexpired(client, receipt);
    if (locked === undefined) return { kind: "unknown_deposit" };
    if (locked.isSuspended) return { kind: "refused", refusal: "closed" };
    const read = readReceiptText(rules, locked.row.paymentOptions, receipt);
    if (read.kind !== "read") return read;
    const submission: ReceiptSubmission = {
      verificationId: newId("verification"),
      depositId: locked.row.id,
      userId: locked.row.userId,
      bank: read.command.bank,
      ...read.command.identifiers,
      httpRequestId: receipt.cause.requestId,
      traceparent: receipt.cause.traceparent,
      amount: locked.row.amount,
      allowPartial: locked.row.allowPartial,
      depositCreatedAt: locked.row.createdAt,
      ...accounts,
    };
    const { cause } = receipt;
    await client.query("savepoint before_replacement");
    const current = await replaceWaiting(client, locked, submission, cause);
    const tries = current.row.tries + 1;
    const changed = await changeDeposit(client, current, { kind: "submit_receipt" }, { cause, tries });
    if (changed.kind === "refused") {
      // The receipt that waits is only given up for one that is verified.
      await client.query("rollback to savepoint before_replacement");
      return { kind: "refused", refusal: shownRefusal(changed.refusal) };
    }
    await insertSubmission(client, submission);
    return { submission };
  }

  /**
   * Another receipt ends the one that waits until the bank has booked it. The same one changes nothing: it is in
   * progress.
   */
  async function replaceWaiting(
    client: PoolClient,
    locked: LockedDeposit,
    next: ReceiptSubmission,
    cause: EventCause,
  ): Promise<LockedDeposit> {
    const { verificationId } = locked;
    const waiting = verificationId === null ? undefined : await findOpenSubmission(client, verificationId);
    if (waiting === undefined || isSameReceipt(waiting, next)) return locked;
    if (!(await endRecheck(client, waiting.verificationId))) return locked;
    const reason = "receipt_not_found";
    await closeSubmission(client, waiting.verificationId, reason);
    const rejected = await changeDeposit(client, locked, { kind: "reject_receipt", reason }, { cause });
    if (rejected.kind === "refused")
      throw new Error("the deposit's state does not allow to replace its receipt");
    const free = { ...locked, row: rejected.row, verificationId: null };
    const expired = await changeDeposit(client, free, { kind: "expire" }, { cause });
    return expired.kind === "changed" ? { ...free, row: expired.row } : free;
  }

  /** Expires a deposit that is due first: the receipt is then late. */
  async function lockUnexpired(
    client: PoolClient,
    { depositId, cause }: SubmittedReceipt,
  ): Promise<LockedDeposit | undefined> {
    const locked = await lockDeposit(client, depositId);
    if (locked === undefined) return undefined;
    const expired = await changeDeposit(client, locked, { kind: "expire" }, { cause });
    return expired.kind === "changed" ? { ...locked, row: expired.row } : locked;
  }

  return async (receipt) => {
    const stored = await inTransaction(pool, (client) => storeSubmission(client, receipt));
    if (!("submission" in stored)) return stored;
    const { submission } = stored;
    await startVerification(submission);
    return { kind: "submitted", verificationId: submission.verificationId };
  };
}

function isSameReceipt(one: ReceiptSubmission, other: ReceiptSubmission): boolean {
  return (["bank", "reference", "suffix", "phone"] as const).every((name) => one[name] === other[name]);
}

function shownRefusal(refusal: string): "in_progress" | "no_tries_left" | "closed" {
  return refusal === "in_progress" || refusal === "no_tries_left" ? refusal : "closed";
}
