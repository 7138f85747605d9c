import { type DepositResolution, parseSantim, type ResolveDepositBody } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { confirmHeld } from "@receipts/verdicts";
import { lockAccount, shareLockAccount } from "../../account-lock/lock-account.ts";
import { type AuditActor, recordAudit } from "../../audit/audit-log.ts";
import { rememberName } from "../../bank-accounts/remember-name.ts";
import { ApiProblem, invalidPayload } from "../../http/api-problem.ts";
import { recordResolution } from "../../verification/record-resolution.ts";
import type { ChangeDeposit } from "./change-deposit.ts";
import { countReceipt, type DepositFacts } from "./count-receipt.ts";
import type { DepositAct, DepositRefusal } from "./deposit-machine.ts";
import type { LockedDeposit } from "./deposit-repository.ts";
import { type DepositRow, paidOf, remainingOf, santimOf } from "./deposit-row.ts";
import { type DepositCall, lockDepositOf, noSuchDeposit } from "./own-deposit.ts";
import { markReceiptUsed, recordFirstConfirmation } from "./receipt-use.ts";
import { closeSubmission, findRequestsInReview, markRejectedByPerson } from "./submission-repository.ts";

/** A person's decision. */
export interface DepositDecision extends DepositCall {
  readonly body: ResolveDepositBody;
  /**
   * Throws unless an owner or manager has just proved the identity. A payment that no receipt shows, and a name that is
   * proof from then on, are what a stolen key or session would be used for. A receipt that the bank showed needs no proof:
   * the acceptance counts for this deposit alone.
   */
  readonly requireFreshPerson: () => void;
}

/**
 * Confirms a deposit in a person's name, or rejects the receipt in review. Runs in the caller's transaction. If it
 * throws `not_found`, `invalid_payload` or `invalid_state`, roll back.
 */
export async function resolveDeposit(
  client: PoolClient,
  changeDeposit: ChangeDeposit,
  decision: DepositDecision,
): Promise<DepositRow> {
  const { userId, depositId, body, cause } = decision;
  // Before the deposit, in the lock order of an erasure.
  if (body.rememberName === true) await lockAccount(client, userId);
  else if (!(await shareLockAccount(client, userId))) throw noSuchDeposit();
  const locked = await lockDepositOf(client, userId, depositId);
  const { row } = locked;
  await requireSameReceipt(client, body, row);
  checkBody(body, row);
  if (body.rememberName === true || (body.decision === "accept" && isUnpaid(row) && !isPaidByReceipts(row)))
    decision.requireFreshPerson();
  if (body.rememberName === true) await remember(client, decision, row);
  const before = { status: row.status };
  const decidedAbout = (row.review?.receipt ?? acceptedLate(body, row))?.verificationRequestId ?? null;
  const after = { decision: body.decision, note: body.note ?? null, verificationRequestId: decidedAbout };
  const action = "deposit.resolved";
  await recordAudit(client, { userId, actor: decision.actor, action, subject: depositId, before, after });
  const { act, facts } = body.decision === "accept" ? await acceptance(client, locked) : rejection;
  const changeTotals =
    decidedAbout === null ? undefined : () => decideRequests(client, decision, row, decidedAbout);
  const resolution = resolutionOf(decision, row.now);
  const changed = await changeDeposit(client, locked, act, { cause, changeTotals, resolution, ...facts });
  if (changed.kind === "refused") throw notResolvable(changed.refusal, row);
  return changed.row;
}

/** A late receipt is in no review: it counts with the payment that a person accepts. */
const acceptedLate = ({ decision }: ResolveDepositBody, { lateReceipt }: DepositRow) =>
  decision === "accept" ? lateReceipt : null;

/**
 * The request of the receipt is decided with its deposit. So are those by which the payer sent the same receipt again: they
 * are rejected with it, or it is used.
 */
async function decideRequests(
  client: PoolClient,
  { userId, actor, body }: DepositDecision,
  { id: depositId, receiptHash }: DepositRow,
  verificationId: string,
): Promise<void> {
  if (body.decision === "reject") await markRejectedByPerson(client, verificationId);
  else if (receiptHash !== null)
    await recordFirstConfirmation(client, userId, receiptHash, { verificationId, isAccepted: false });
  for (const request of await findRequestsInReview(client, { depositId, verificationId })) {
    if (body.decision === "accept" && request.id !== verificationId)
      await markReceiptUsed(client, request.id);
    else
      await recordResolution(client, {
        userId,
        verificationId: request.id,
        actor,
        reasons: request.reasons,
        decision: body.decision,
        note: body.note ?? null,
        rememberedName: body.rememberName === true,
      });
  }
}

/**
 * Another person may have decided meanwhile, or the payer sent another receipt: only the receipt that was seen is
 * decided.
 */
async function requireSameReceipt(
  client: PoolClient,
  { verificationRequestId: seen }: ResolveDepositBody,
  { id: depositId, review }: DepositRow,
): Promise<void> {
  if (seen === undefined) return;
  const held = review?.receipt.verificationRequestId ?? null;
  if (held === seen) return;
  // The payer may have sent it once more in the meantime.
  const same = held === null ? [] : await findRequestsInReview(client, { depositId, verificationId: held });
  if (same.some(({ id }) => id === seen)) return;
  const message =
    held === null
      ? "The receipt is not in review any more: read the deposit again"
      : "Another receipt is in review: read the deposit again";
  throw new ApiProblem("invalid_state", { message });
}

const isUnpaid = ({ status }: DepositRow) => status === "awaiting_payment" || status === "expired";
const isPaidByReceipts = (row: DepositRow) => paidByReceipts(row) >= santimOf(row.amount);

/** Checks that the schema cannot do. */
function checkBody({ decision, note, rememberName: remembers }: ResolveDepositBody, row: DepositRow): void {
  if (decision === "accept" && isUnpaid(row) && (note ?? null) === null) {
    const message = "is required if no receipt is in review: state why the deposit counts as paid";
    throw invalidPayload([{ field: "note", message }]);
  }
  if (remembers === true && decision === "reject") {
    throw invalidPayload([{ field: "rememberName", message: "is only for accept" }]);
  }
}

async function remember(
  client: PoolClient,
  { userId, actor, cause }: DepositDecision,
  { review }: DepositRow,
): Promise<void> {
  const fault =
    review === null || review.paymentOption === null || review.receiverName === null
      ? "needs a receipt in review that names the holder of one of the deposit's accounts"
      : await rememberName(client, { userId, actor, cause }, review.paymentOption, review.receiverName);
  if (fault !== undefined) throw invalidPayload([{ field: "rememberName", message: fault }]);
}

interface ResolvedChange {
  readonly act: DepositAct;
  readonly facts: DepositFacts;
}

const rejection: ResolvedChange = { act: { kind: "resolve", decision: "reject" }, facts: {} };

async function acceptance(
  client: PoolClient,
  { row, verificationId }: LockedDeposit,
): Promise<ResolvedChange> {
  const act = { kind: "resolve", decision: "accept" } as const;
  const confirmedBy = "person";
  const { review, receiptHash } = row;
  if (review === null || receiptHash === null)
    return { act, facts: { confirmedBy, amountReceived: paidByHand(row) } };
  await confirmHeld(client, row.userId, receiptHash);
  const amount = parseSantim(review.amount ?? "") ?? santimOf(remainingOf(row));
  const { isWhole, facts } = countReceipt(row, { receiptHash, receipt: review.receipt, amount });
  if (!isWhole) return { act: { kind: "resolve", decision: "count" }, facts };
  // A receipt that is still being verified does not count any more.
  if (verificationId !== null) await closeSubmission(client, verificationId);
  return { act, facts: { ...facts, confirmedBy } };
}

/** What receipts show, also a late one. */
const paidByReceipts = (row: DepositRow) =>
  santimOf(paidOf(row)) + (parseSantim(row.lateReceipt?.amount ?? "") ?? 0n);

/** What has been paid, if it is more than the deposit's amount. */
function paidByHand(row: DepositRow) {
  return isPaidByReceipts(row) ? paidByReceipts(row) : santimOf(row.amount);
}

const resolvers = {
  session: "person",
  api_key: "checkout_key",
  operator: "operator",
  anonymous: "person",
  system: "operator",
} as const satisfies Record<AuditActor["kind"], DepositResolution["resolvedBy"]>;

function resolutionOf({ body, actor }: DepositDecision, now: Date): DepositResolution {
  return {
    decision: body.decision,
    note: body.note ?? null,
    resolvedBy: resolvers[actor.kind],
    resolvedAt: now.toISOString(),
  };
}

function notResolvable(refusal: DepositRefusal, { status }: DepositRow): ApiProblem {
  const message =
    refusal === "in_progress"
      ? "A receipt of this deposit is being verified: wait for its outcome"
      : refusal === "not_in_review"
        ? `A deposit that is ${status} has no receipt in review that could be rejected`
        : `A deposit that is ${status} cannot be resolved any more`;
  return new ApiProblem("invalid_state", { message });
}
