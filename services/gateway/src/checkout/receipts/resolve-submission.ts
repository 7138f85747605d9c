import {
  type DepositReceipt,
  formatSantim,
  type PaymentOption,
  type ReceiptRejection,
  type Santim,
  type VerificationResult,
} from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { Log } from "@receipts/service-kit";
import { normalizeAccount } from "@receipts/settlement";
import { claimForDeposit, confirmHeld, isUsed, receiptHash } from "@receipts/verdicts";
import type { ChangeDeposit } from "../deposits/change-deposit.ts";
import { countReceipt, type DepositFacts } from "../deposits/count-receipt.ts";
import type { DepositAct } from "../deposits/deposit-machine.ts";
import { type LockedDeposit, lockDeposit } from "../deposits/deposit-repository.ts";
import { type DepositRow, leastAmountOf } from "../deposits/deposit-row.ts";
import { markReceiptUsed, recordFirstConfirmation } from "../deposits/receipt-use.ts";
import {
  closeSubmission,
  findOpenSubmission,
  type ReceiptSubmission,
} from "../deposits/submission-repository.ts";
import { evaluateReceipt, type ReceiptEvaluation } from "./evaluate-receipt.ts";

export interface ResolveSubmissionDeps {
  readonly pool: Pool;
  readonly changeDeposit: ChangeDeposit;
  readonly receiptHashKey: string;
  readonly log: Log;
}

export interface ResolveSubmission {
  /** Applies the verdict to the deposit, once, even if called concurrently. Does nothing without a verdict. */
  applyResult(verificationId: string): Promise<void>;
  /** Rejects a receipt that will never be verified. The try does not count. */
  rejectUnverified(verificationId: string): Promise<void>;
}

export function createResolveSubmission(deps: ResolveSubmissionDeps): ResolveSubmission {
  const withOpenSubmission = (
    verificationId: string,
    work: (client: PoolClient, locked: LockedDeposit, submission: ReceiptSubmission) => Promise<void>,
  ) =>
    inTransaction(deps.pool, async (client) => {
      const found = await findOpenSubmission(client, verificationId);
      const locked = found === undefined ? undefined : await lockDeposit(client, found.depositId);
      // A concurrent call may have resolved it while this one waited for the lock.
      if (found === undefined || locked?.verificationId !== verificationId) return;
      await work(client, locked, found);
    });

  return {
    applyResult: (verificationId) =>
      withOpenSubmission(verificationId, async (client, locked, submission) => {
        const result = await findResult(client, verificationId);
        if (result !== undefined) await applyResult(deps, client, { locked, submission, result });
      }),
    rejectUnverified: (verificationId) =>
      withOpenSubmission(verificationId, (client, locked, submission) =>
        closeAsUnverified(deps, client, locked, submission),
      ),
  };
}

interface OpenSubmission {
  readonly locked: LockedDeposit;
  readonly submission: ReceiptSubmission;
}

async function closeAsUnverified(
  deps: ResolveSubmissionDeps,
  client: PoolClient,
  locked: LockedDeposit,
  submission: ReceiptSubmission,
): Promise<void> {
  await closeSubmission(client, submission.verificationId, "bank_unavailable");
  await reject(deps, client, { locked, submission, reason: "bank_unavailable" }, locked.row.tries - 1);
}

async function findResult(
  client: PoolClient,
  verificationId: string,
): Promise<VerificationResult | undefined> {
  const { rows } = await client.query<{ result: VerificationResult }>({
    name: "find_result",
    text: "select result from verification_requests where id = $1 and completed_at is not null",
    values: [verificationId],
  });
  return rows[0]?.result;
}

async function applyResult(
  deps: ResolveSubmissionDeps,
  client: PoolClient,
  { locked, submission, result }: OpenSubmission & { readonly result: VerificationResult },
): Promise<void> {
  const { userId, bank } = submission;
  const { row } = locked;
  const hash = receiptHash(deps.receiptHashKey, userId, bank, result.referenceNumber ?? "");
  // This receipt is already in review for this deposit: the payer sent it again.
  const isInReview = row.status === "review_required" && row.receiptHash?.equals(hash) === true;
  const isUsedElsewhere = !isInReview && (await isUsed(client, userId, hash));
  const deposit = { amount: leastAmountOf(row), createdAt: row.createdAt };
  const receiptEvaluation = evaluateReceipt(deposit, { result, isUsed: isUsedElsewhere });
  const evaluation = applyDepositRules(row, receiptEvaluation, { hash, isInReview, result });
  const outcome = await claimReceipt(client, row, evaluation, { hash, isInReview });
  await closeSubmission(
    client,
    submission.verificationId,
    outcome.kind === "rejected" ? outcome.reason : undefined,
  );
  if (outcome.kind === "rejected") {
    if (outcome.reason === "receipt_already_used") await markReceiptUsed(client, submission.verificationId);
    await reject(deps, client, { locked, submission, reason: outcome.reason }, row.tries);
    return;
  }
  const ownReceipt = { locked, submission, result, hash };
  if (row.status === "expired") await recordLateReceipt(deps, client, { ...ownReceipt, evaluation: outcome });
  else if (outcome.kind === "accepted")
    await acceptReceipt(deps, client, { ...ownReceipt, evaluation: outcome, isInReview });
  else await holdForReview(deps, client, { ...ownReceipt, evaluation: outcome });
}

interface HashedReceipt {
  readonly hash: Buffer;
  /** The receipt is already in review for this deposit. */
  readonly isInReview: boolean;
}

/** Applies the rules of this deposit to the evaluation of the receipt. */
function applyDepositRules(
  row: DepositRow,
  evaluation: ReceiptEvaluation,
  { hash, isInReview, result }: HashedReceipt & { readonly result: VerificationResult },
): ReceiptEvaluation {
  if (evaluation.kind === "rejected" || isInReview) return evaluation;
  // A receipt that a person rejected is not held again.
  if (row.rejectedHashes.some((rejected) => rejected.equals(hash))) return receiptRejected;
  if (evaluation.kind === "accepted") {
    // A verifier of the previous release compares with every saved account, shown to the payer or not.
    return matchedOption(row, result) === null
      ? { ...evaluation, kind: "in_doubt", reasons: ["receiver_not_proven"] }
      : evaluation;
  }
  // The receipt in review is not replaced.
  return row.status === "review_required" ? receiptRejected : evaluation;
}

const receiptRejected: ReceiptEvaluation = { kind: "rejected", reason: "receipt_rejected" };

/**
 * If several deposits or API requests use a receipt concurrently, the insert lets one win. After expiry no person
 * decides about a receipt, so it is used for good.
 */
async function claimReceipt(
  client: PoolClient,
  { userId, status }: DepositRow,
  evaluation: ReceiptEvaluation,
  { hash, isInReview }: HashedReceipt,
): Promise<ReceiptEvaluation> {
  if (evaluation.kind === "rejected") return evaluation;
  const isHeld = evaluation.kind === "in_doubt" && status !== "expired";
  if (isInReview) {
    if (!isHeld) await confirmHeld(client, userId, hash);
    return evaluation;
  }
  if (await claimForDeposit(client, userId, hash, { isHeld })) return evaluation;
  return { kind: "rejected", reason: "receipt_already_used" };
}

async function reject(
  deps: ResolveSubmissionDeps,
  client: PoolClient,
  { reason, ...open }: OpenSubmission & { readonly reason: ReceiptRejection },
  tries: number,
): Promise<void> {
  await changeDepositAndLog(deps, client, open, {
    act: { kind: "reject_receipt", reason },
    facts: { tries },
    outcome: reason,
  });
}

/** A receipt that belongs to this deposit from now on. */
interface OwnReceipt<Kind extends ReceiptEvaluation["kind"]> extends OpenSubmission {
  readonly result: VerificationResult;
  readonly hash: Buffer;
  readonly evaluation: Extract<ReceiptEvaluation, { readonly kind: Kind }>;
}

/** Confirms the deposit, or counts as a part of it. */
async function acceptReceipt(
  deps: ResolveSubmissionDeps,
  client: PoolClient,
  {
    result,
    hash: receiptHash,
    evaluation: { amount },
    isInReview,
    ...open
  }: OwnReceipt<"accepted"> & { readonly isInReview: boolean },
): Promise<void> {
  const { userId, verificationId } = open.submission;
  await recordFirstConfirmation(client, userId, receiptHash, { verificationId, isAccepted: true });
  const receipt = receiptOf(open.submission, result);
  const { isWhole, facts: counted } = countReceipt(open.locked.row, { receiptHash, receipt, amount });
  const facts = { ...counted, livemode: livemodeWith(open.locked.row, result) };
  await changeDepositAndLog(
    deps,
    client,
    open,
    isWhole
      ? { act: { kind: "accept_receipt" }, facts: { ...facts, confirmedBy: "receipt" }, outcome: "confirmed" }
      : { act: { kind: "count_receipt", isInReview }, facts, outcome: "partially_paid" },
  );
}

async function holdForReview(
  deps: ResolveSubmissionDeps,
  client: PoolClient,
  { result, hash: receiptHash, evaluation, ...open }: OwnReceipt<"in_doubt">,
): Promise<void> {
  const review = {
    reasons: [...evaluation.reasons],
    receipt: receiptOf(open.submission, result),
    amount: amountText(evaluation.amount),
    receiverName: result.receiverName,
    receiverAccount: result.receiverAccount,
    paymentOption: matchedOption(open.locked.row, result),
  };
  const facts = { receiptHash, review, livemode: livemodeWith(open.locked.row, result) };
  await changeDepositAndLog(deps, client, open, {
    act: { kind: "hold_receipt" },
    facts,
    outcome: "review_required",
  });
}

/** After expiry: recorded for the merchant, who decides about the order. */
async function recordLateReceipt(
  deps: ResolveSubmissionDeps,
  client: PoolClient,
  { result, hash: receiptHash, evaluation, ...open }: OwnReceipt<"accepted" | "in_doubt">,
): Promise<void> {
  const { userId, verificationId } = open.submission;
  const lateReceipt = {
    ...receiptOf(open.submission, result),
    amount: amountText(evaluation.amount),
    receivedAt: open.locked.row.now.toISOString(),
    ...(evaluation.kind === "in_doubt" && { reasons: [...evaluation.reasons] }),
  };
  await recordFirstConfirmation(client, userId, receiptHash, { verificationId, isAccepted: false });
  const facts = { receiptHash, lateReceipt, livemode: livemodeWith(open.locked.row, result) };
  await changeDepositAndLog(deps, client, open, { act: { kind: "accept_receipt" }, facts, outcome: "late" });
}

/** Applies the outcome of the receipt to the deposit, and logs it. */
async function changeDepositAndLog(
  { changeDeposit, log }: ResolveSubmissionDeps,
  client: PoolClient,
  { locked, submission }: OpenSubmission,
  change: { readonly act: DepositAct; readonly facts: DepositFacts; readonly outcome: string },
): Promise<void> {
  const { httpRequestId: requestId, traceparent, depositId, verificationId, bank } = submission;
  const { kind } = await changeDeposit(client, locked, change.act, {
    cause: { requestId, traceparent },
    ...change.facts,
  });
  // The state machine allows each of these outcomes. If it refuses one, this error rolls everything back.
  if (kind === "refused") throw new Error("the deposit's state does not allow the outcome of its receipt");
  log.info("deposit.receipt_settled", {
    requestId,
    depositId,
    verificationId,
    bank,
    outcome: change.outcome,
  });
}

/** False as soon as one receipt of the deposit came from the sandbox. */
const livemodeWith = ({ parts, livemode }: DepositRow, result: VerificationResult): boolean =>
  result.livemode !== false && (parts.length === 0 || livemode);

const amountText = (amount: Santim | null) => (amount === null ? null : formatSantim(amount));

function receiptOf({ bank, verificationId }: ReceiptSubmission, result: VerificationResult): DepositReceipt {
  const { referenceNumber, senderName, timestamp } = result;
  return { bank, referenceNumber, senderName, timestamp, verificationRequestId: verificationId };
}

/** The account that was shown to the payer and matches the receipt's receiver. */
function matchedOption({ paymentOptions }: DepositRow, result: VerificationResult): PaymentOption | null {
  const { matchedSettlementAccount: account } = result.settlementAccountMatch;
  const bank = result.receiverBank ?? result.bank;
  const isMatched = (option: PaymentOption) =>
    option.bank === bank && normalizeAccount(option.bank, option.accountNumber) === account;
  return paymentOptions.find(isMatched) ?? null;
}
