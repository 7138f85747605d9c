import type { IdentifierFault } from "@receipts/banks";
import { newId } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { VerifyRules } from "../../verification/verify-command.ts";
import type { ChangeDeposit } from "../deposits/change-deposit.ts";
import { type LockedDeposit, lockDeposit } from "../deposits/deposit-repository.ts";
import type { EventCause } from "../deposits/record-event.ts";
import {
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
    const tries = locked.row.tries + 1;
    const changed = await changeDeposit(client, locked, { kind: "submit_receipt" }, { cause, tries });
    if (changed.kind === "refused") return { kind: "refused", refusal: shownRefusal(changed.refusal) };
    await insertSubmission(client, submission);
    return { submission };
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

function shownRefusal(refusal: string): "in_progress" | "no_tries_left" | "closed" {
  return refusal === "in_progress" || refusal === "no_tries_left" ? refusal : "closed";
}
