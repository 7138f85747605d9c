import type { DepositEventType, DepositStatus, ReceiptRejection } from "@receipts/contracts";
import { MAX_RECEIPT_TRIES } from "@receipts/contracts";

/** Money that arrives later than this after expiry is nobody's to record. */
const LATE_DAYS = 7;
const DAY_MS = 86_400_000;

/** What decides about a deposit's next state, at one moment. */
export interface DepositMoment {
  readonly status: DepositStatus;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly tries: number;
  /** A receipt is on trial. */
  readonly isVerifying: boolean;
  readonly hasLateReceipt: boolean;
}

export type DepositAct =
  | { readonly kind: "submit_receipt" }
  | { readonly kind: "accept_receipt" }
  | { readonly kind: "reject_receipt"; readonly reason: ReceiptRejection }
  | { readonly kind: "expire" }
  | { readonly kind: "cancel" };

export type DepositRefusal =
  /** Its time is over, and that is not recorded yet. */
  | "due"
  | "not_due"
  /** A receipt is on trial. */
  | "in_progress"
  | "no_tries_left"
  /** It has ended, and nothing more can come of it. */
  | "closed";

export type DepositTransition =
  | { readonly kind: "moved"; readonly status: DepositStatus; readonly event: DepositEventType }
  | { readonly kind: "refused"; readonly refusal: DepositRefusal };

/** The whole life of a deposit. A receipt on trial when the time runs out is still heard: its payer was in time. */
export function nextState(deposit: DepositMoment, act: DepositAct): DepositTransition {
  switch (act.kind) {
    case "submit_receipt":
      return onSubmit(deposit);
    case "accept_receipt":
      return onVerdict(deposit, "confirmed", { inTime: "deposit.confirmed", late: "deposit.late_receipt" });
    case "reject_receipt":
      return onVerdict(deposit, "awaiting_payment", {
        inTime: "deposit.receipt_rejected",
        late: "deposit.receipt_rejected",
      });
    case "expire":
      return endWaiting(deposit, isDue(deposit), "expired", "deposit.expired");
    case "cancel":
      return endWaiting(deposit, !isDue(deposit), "canceled", "deposit.canceled");
  }
}

/** As whoever asks sees it: expired from the moment on at which it is, whether or not anybody has noted it. */
export function visibleStatus(deposit: Pick<DepositMoment, "status" | "now" | "expiresAt">): DepositStatus {
  return deposit.status === "awaiting_payment" && isDue(deposit) ? "expired" : deposit.status;
}

function isDue({ now, expiresAt }: Pick<DepositMoment, "now" | "expiresAt">): boolean {
  return now.getTime() >= expiresAt.getTime();
}

function onSubmit(deposit: DepositMoment): DepositTransition {
  const { status, isVerifying, tries } = deposit;
  if (status === "confirmed" || status === "canceled") return refused("closed");
  if (status === "expired" && !takesLateReceipts(deposit)) return refused("closed");
  if (isVerifying) return refused("in_progress");
  if (status === "awaiting_payment" && isDue(deposit)) return refused("due");
  if (tries >= MAX_RECEIPT_TRIES) return refused("no_tries_left");
  return moved(status === "expired" ? "expired" : "verifying", "deposit.receipt_submitted");
}

function takesLateReceipts({ now, expiresAt, hasLateReceipt }: DepositMoment): boolean {
  return !hasLateReceipt && now.getTime() <= expiresAt.getTime() + LATE_DAYS * DAY_MS;
}

function onVerdict(
  { status, isVerifying, hasLateReceipt }: DepositMoment,
  next: DepositStatus,
  events: { readonly inTime: DepositEventType; readonly late: DepositEventType },
): DepositTransition {
  if (!isVerifying) return refused("closed");
  if (status === "verifying") return moved(next, events.inTime);
  if (status === "expired" && !hasLateReceipt) return moved("expired", events.late);
  return refused("closed");
}

function endWaiting(
  { status, isVerifying }: DepositMoment,
  isTime: boolean,
  next: DepositStatus,
  event: DepositEventType,
): DepositTransition {
  if (status === "verifying" || (status === "awaiting_payment" && isVerifying)) return refused("in_progress");
  if (status !== "awaiting_payment") return refused("closed");
  if (isTime) return moved(next, event);
  return refused(next === "expired" ? "not_due" : "due");
}

function moved(status: DepositStatus, event: DepositEventType): DepositTransition {
  return { kind: "moved", status, event };
}

function refused(refusal: DepositRefusal): DepositTransition {
  return { kind: "refused", refusal };
}
