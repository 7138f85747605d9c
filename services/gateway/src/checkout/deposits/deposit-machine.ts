import type { DepositEventType, DepositStatus, ReceiptRejection } from "@receipts/contracts";

/** Payments that arrive later than this after expiry are not recorded. */
const LATE_DAYS = 7;
const DAY_MS = 86_400_000;

/** The facts that decide a deposit's next state, at one moment. */
export interface DepositMoment {
  readonly status: DepositStatus;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly tries: number;
  readonly maxTries: number;
  /** A receipt is being verified. */
  readonly isVerifying: boolean;
  readonly hasLateReceipt: boolean;
  /** Deadline of a person's decision; null unless a receipt is in review. */
  readonly reviewExpiresAt: Date | null;
}

export type DepositAct =
  | { readonly kind: "submit_receipt" }
  | { readonly kind: "accept_receipt" }
  /** The receipt counts, and a part is still missing. `isInReview`: it was in review, and is proven now. */
  | { readonly kind: "count_receipt"; readonly isInReview: boolean }
  /** The receipt is in doubt: a person decides. */
  | { readonly kind: "hold_receipt" }
  | { readonly kind: "reject_receipt"; readonly reason: ReceiptRejection }
  /** By a person: about the receipt in review, or without one. `count`: it is accepted, and a part is still missing. */
  | { readonly kind: "resolve"; readonly decision: "accept" | "count" | "reject" }
  | { readonly kind: "expire" }
  | { readonly kind: "cancel" };

export type DepositRefusal =
  /** It has expired, but the sweep has not recorded that yet. */
  | "due"
  | "not_due"
  /** A receipt is being verified. */
  | "in_progress"
  | "no_tries_left"
  /** A person must decide first. */
  | "in_review"
  /** There is no receipt to reject. */
  | "not_in_review"
  /** It has ended for good. */
  | "closed";

export type DepositTransition =
  | { readonly kind: "moved"; readonly status: DepositStatus; readonly event: DepositEventType }
  | { readonly kind: "refused"; readonly refusal: DepositRefusal };

/**
 * The state machine of a deposit. A receipt that is being verified at the expiry still counts: its payer was in time.
 */
export function nextState(deposit: DepositMoment, act: DepositAct): DepositTransition {
  switch (act.kind) {
    case "submit_receipt":
      return onSubmit(deposit);
    case "accept_receipt":
      return onVerdict(deposit, moved("confirmed", "deposit.confirmed"), "deposit.late_receipt");
    case "count_receipt":
      return onVerdict(
        deposit,
        moved(statusWithout(deposit, act.isInReview), "deposit.partially_paid"),
        "deposit.late_receipt",
      );
    case "hold_receipt":
      return onVerdict(deposit, moved("review_required", "deposit.review_required"), "deposit.late_receipt");
    case "reject_receipt":
      return onVerdict(
        deposit,
        moved(statusWithout(deposit, false), "deposit.receipt_rejected"),
        "deposit.receipt_rejected",
      );
    case "resolve":
      return onDecision(deposit, act.decision);
    case "expire":
      return onExpire(deposit);
    case "cancel":
      return onCancel(deposit);
  }
}

/** The status for readers: expired from the expiry time on, even before the sweep records it. */
export function visibleStatus(deposit: Pick<DepositMoment, "status" | "now" | "expiresAt">): DepositStatus {
  return deposit.status === "awaiting_payment" && isDue(deposit) ? "expired" : deposit.status;
}

function isDue({ now, expiresAt }: Pick<DepositMoment, "now" | "expiresAt">): boolean {
  return now.getTime() >= expiresAt.getTime();
}

function onSubmit(deposit: DepositMoment): DepositTransition {
  const { status, isVerifying, tries, maxTries } = deposit;
  if (status === "confirmed" || status === "canceled") return refused("closed");
  if (status === "expired" && !takesLateReceipts(deposit)) return refused("closed");
  if (isVerifying) return refused("in_progress");
  if (status === "awaiting_payment" && isDue(deposit)) return refused("due");
  if (tries >= maxTries) return refused("no_tries_left");
  const next = status === "expired" || status === "review_required" ? status : "verifying";
  return moved(next, "deposit.receipt_submitted");
}

function takesLateReceipts({ now, expiresAt, hasLateReceipt }: DepositMoment): boolean {
  return !hasLateReceipt && now.getTime() <= expiresAt.getTime() + LATE_DAYS * DAY_MS;
}

function onVerdict(
  { status, isVerifying, hasLateReceipt }: DepositMoment,
  inTime: DepositTransition,
  late: DepositEventType,
): DepositTransition {
  if (!isVerifying) return refused("closed");
  if (status === "verifying" || status === "review_required") return inTime;
  if (status === "expired" && !hasLateReceipt) return moved("expired", late);
  return refused("closed");
}

/** The status after a receipt that does not end the deposit. A receipt in review stays in review, unless it was this one. */
function statusWithout({ status }: DepositMoment, wasInReview: boolean): DepositStatus {
  return status === "review_required" && !wasInReview ? "review_required" : "awaiting_payment";
}

function onDecision(deposit: DepositMoment, decision: "accept" | "count" | "reject"): DepositTransition {
  if (decision === "accept") return onAccept(deposit);
  return decision === "count" ? onCount(deposit) : onReject(deposit);
}

/** If its time is over, the deposit expires by itself: the part that came in time counts first. */
function onCount({ status, isVerifying }: DepositMoment): DepositTransition {
  if (status !== "review_required") return refused("not_in_review");
  return moved(isVerifying ? "verifying" : "awaiting_payment", "deposit.partially_paid");
}

/** A receipt in review is accepted even while another one is verified; without one, the verification comes first. */
function onAccept({ status, isVerifying }: DepositMoment): DepositTransition {
  if (status === "confirmed" || status === "canceled") return refused("closed");
  if (isVerifying && status !== "review_required") return refused("in_progress");
  return moved("confirmed", "deposit.confirmed");
}

function onReject(deposit: DepositMoment): DepositTransition {
  if (deposit.status !== "review_required") return refused("not_in_review");
  if (deposit.isVerifying) return moved("verifying", "deposit.receipt_rejected");
  if (isDue(deposit)) return moved("expired", "deposit.expired");
  return moved("awaiting_payment", "deposit.receipt_rejected");
}

function onExpire(deposit: DepositMoment): DepositTransition {
  const { status, isVerifying, now, reviewExpiresAt } = deposit;
  if (status !== "awaiting_payment" && status !== "verifying" && status !== "review_required")
    return refused("closed");
  if (isVerifying) return refused("in_progress");
  const isOver = reviewExpiresAt === null ? isDue(deposit) : now.getTime() >= reviewExpiresAt.getTime();
  return isOver ? moved("expired", "deposit.expired") : refused("not_due");
}

function onCancel(deposit: DepositMoment): DepositTransition {
  if (deposit.status === "review_required") return refused("in_review");
  if (deposit.isVerifying && deposit.status !== "expired") return refused("in_progress");
  if (deposit.status !== "awaiting_payment") return refused("closed");
  return isDue(deposit) ? refused("due") : moved("canceled", "deposit.canceled");
}

function moved(status: DepositStatus, event: DepositEventType): DepositTransition {
  return { kind: "moved", status, event };
}

function refused(refusal: DepositRefusal): DepositTransition {
  return { kind: "refused", refusal };
}
