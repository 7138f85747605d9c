import {
  formatSantim,
  type ReceiptRejection,
  type Santim,
  type VerificationResult,
} from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { Log } from "@receipts/service-kit";
import { receiptHash } from "@receipts/verdicts";
import type { ChangeDeposit } from "../deposits/change-deposit.ts";
import { type LockedDeposit, lockDeposit } from "../deposits/deposit-repository.ts";
import { santimOf } from "../deposits/deposit-row.ts";
import type { EventCause } from "../events/record-event.ts";
import { judgeReceipt, type ReceiptJudgement } from "./judge-receipt.ts";
import { countConfirmation, isConfirmed, takeReceipt } from "./receipt-use.ts";
import { closeSubmission, findOpenSubmission, type Submission } from "./submission-repository.ts";

export interface SettleSubmissionDeps {
  readonly pool: Pool;
  readonly changeDeposit: ChangeDeposit;
  readonly receiptHashKey: string;
  readonly log: Log;
  /** What else is to happen when a deposit is confirmed, in the same transaction. */
  readonly onConfirmed: (client: PoolClient, depositId: string, cause: EventCause) => Promise<void>;
}

export interface SettleSubmission {
  /** Carries the verdict over to the deposit, once, whoever else tries; does nothing while there is no verdict. */
  settle(verificationId: string): Promise<void>;
  /** The bank was not asked and will not be: the try is given back. */
  giveUp(verificationId: string): Promise<void>;
}

export function createSettleSubmission(deps: SettleSubmissionDeps): SettleSubmission {
  const withOpen = (
    verificationId: string,
    work: (client: PoolClient, locked: LockedDeposit, submission: Submission) => Promise<void>,
  ) =>
    inTransaction(deps.pool, async (client) => {
      const found = await findOpenSubmission(client, verificationId);
      const locked = found === undefined ? undefined : await lockDeposit(client, found.depositId);
      // Another may have settled it while this one waited for the deposit.
      if (found === undefined || locked?.verificationId !== verificationId) return;
      await work(client, locked, found);
    });

  return {
    settle: (verificationId) =>
      withOpen(verificationId, async (client, locked, submission) => {
        const result = await findResult(client, verificationId);
        if (result !== undefined) await settle(deps, client, { locked, submission, result });
      }),
    giveUp: (verificationId) =>
      withOpen(verificationId, async (client, locked, submission) => {
        await closeSubmission(client, verificationId);
        await reject(deps, client, { locked, submission, reason: "bank_unavailable" }, locked.row.tries - 1);
      }),
  };
}

interface Decided {
  readonly locked: LockedDeposit;
  readonly submission: Submission;
}

async function findResult(
  client: PoolClient,
  verificationId: string,
): Promise<VerificationResult | undefined> {
  const { rows } = await client.query<{ result: VerificationResult }>({
    name: "find_verdict",
    text: "select result from verification_requests where id = $1 and completed_at is not null",
    values: [verificationId],
  });
  return rows[0]?.result;
}

async function settle(
  deps: SettleSubmissionDeps,
  client: PoolClient,
  { locked, submission, result }: Decided & { readonly result: VerificationResult },
): Promise<void> {
  const { userId, bank } = submission;
  const hash = receiptHash(deps.receiptHashKey, userId, bank, result.referenceNumber ?? "");
  const judgement = judgeReceipt({ ...locked.row, amount: santimOf(locked.row.amount) }, bank, {
    result,
    isUsed: await isConfirmed(client, userId, hash),
  });
  const final = await settleUse(client, { userId, hash, judgement });
  await closeSubmission(client, submission.verificationId);
  if (final.kind === "rejected") {
    await reject(deps, client, { locked, submission, reason: final.reason }, locked.row.tries);
    return;
  }
  await accept(deps, client, { locked, submission, result, hash, amount: final.amount });
}

/** Taking the receipt is what decides between all that want it at once, requests of the other surface included. */
async function settleUse(
  client: PoolClient,
  use: { readonly userId: string; readonly hash: Buffer; readonly judgement: ReceiptJudgement },
): Promise<ReceiptJudgement> {
  if (use.judgement.kind === "rejected") return use.judgement;
  if (await takeReceipt(client, use.userId, use.hash)) return use.judgement;
  return { kind: "rejected", reason: "receipt_already_used" };
}

async function reject(
  deps: SettleSubmissionDeps,
  client: PoolClient,
  { locked, submission, reason }: Decided & { readonly reason: ReceiptRejection },
  tries: number,
): Promise<void> {
  const cause = causeOf(submission);
  const changed = await deps.changeDeposit(
    client,
    locked,
    { kind: "reject_receipt", reason },
    { cause, tries },
  );
  requireChanged(changed.kind);
  logOutcome(deps.log, submission, reason);
}

async function accept(
  deps: SettleSubmissionDeps,
  client: PoolClient,
  accepted: Decided & {
    readonly result: VerificationResult;
    readonly hash: Buffer;
    readonly amount: Santim;
  },
): Promise<void> {
  const { locked, submission, result, hash, amount } = accepted;
  const receipt = {
    bank: submission.bank,
    referenceNumber: result.referenceNumber,
    senderName: result.senderName,
    timestamp: result.timestamp,
    verificationRequestId: submission.verificationId,
  };
  const isLate = locked.row.status === "expired";
  const facts = isLate
    ? { lateReceipt: { ...receipt, amount: formatSantim(amount), receivedAt: locked.row.now.toISOString() } }
    : { receipt, amountReceived: amount };
  const cause = causeOf(submission);
  await countConfirmation(client, submission.userId, hash, submission.verificationId);
  if (!isLate) await deps.onConfirmed(client, locked.row.id, cause);
  const changed = await deps.changeDeposit(
    client,
    locked,
    { kind: "accept_receipt" },
    { cause, receiptHash: hash, ...facts },
  );
  requireChanged(changed.kind);
  logOutcome(deps.log, submission, isLate ? "late" : "confirmed");
}

const causeOf = ({ httpRequestId, traceparent }: Submission) => ({ requestId: httpRequestId, traceparent });

/** A receipt on trial always has a state to come back to; the fault rolls all of this back. */
function requireChanged(kind: "changed" | "refused"): void {
  if (kind === "refused") throw new Error("the deposit has no place for its receipt's outcome");
}

function logOutcome(log: Log, submission: Submission, outcome: string): void {
  log.info("deposit.receipt_settled", {
    requestId: submission.httpRequestId,
    depositId: submission.depositId,
    verificationId: submission.verificationId,
    bank: submission.bank,
    outcome,
  });
}
