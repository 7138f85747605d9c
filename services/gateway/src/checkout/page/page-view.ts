import type { DepositStatus, ReceiptRejection } from "@receipts/contracts";
import { nextState, visibleStatus } from "../deposits/deposit-machine.ts";
import type { DepositRow } from "../deposits/deposit-row.ts";

/** What the page is about at one moment. */
export type PageScene =
  /** The money is awaited. */
  | "waiting"
  /** A receipt is on trial, in time or late. */
  | "verifying"
  /** A person at the merchant's decides about the receipt. */
  | "review"
  | "confirmed"
  | "expired"
  /** Money that came after expiry is on record. */
  | "late"
  | "canceled"
  /** Nobody is to pay: the merchant is disabled. */
  | "suspended";

export interface PageView {
  readonly scene: PageScene;
  /** Whether a receipt may be sent, and why not. */
  readonly form: "open" | "no_attempts_left" | "closed";
  readonly attempts: { readonly left: number; readonly allowed: number };
  readonly rejection: ReceiptRejection | null;
  /** Whether the page may change by itself. */
  readonly isLive: boolean;
  readonly revision: string;
}

export type SeenDeposit = Pick<
  DepositRow,
  | "status"
  | "now"
  | "expiresAt"
  | "reviewExpiresAt"
  | "tries"
  | "maxTries"
  | "lateReceipt"
  | "lastError"
  | "eventCount"
>;

/** Beside the deposit itself. */
export interface SeenFacts {
  readonly isVerifying: boolean;
  readonly isSuspended: boolean;
}

export function viewOf(deposit: SeenDeposit, facts: SeenFacts): PageView {
  const scene = sceneOf(visibleStatus(deposit), deposit, facts);
  return {
    scene,
    form: scene === "verifying" || scene === "suspended" ? "closed" : formOf(deposit, facts.isVerifying),
    attempts: { left: Math.max(0, deposit.maxTries - deposit.tries), allowed: deposit.maxTries },
    rejection: deposit.lastError,
    isLive: scene === "waiting" || scene === "verifying" || scene === "review",
    revision: revisionOf(deposit, scene),
  };
}

/** Another one whenever the page would look different. Every change has its event; only the end of the time has it late, and a suspension none. */
function revisionOf(deposit: SeenDeposit, scene: PageScene): string {
  return `${deposit.eventCount}-${scene === "suspended" ? scene : visibleStatus(deposit)}`;
}

function sceneOf(
  status: DepositStatus,
  deposit: SeenDeposit,
  { isVerifying, isSuspended }: SeenFacts,
): PageScene {
  if (status === "confirmed" || status === "canceled") return status;
  if (isVerifying || status === "verifying") return "verifying";
  if (status === "review_required") return "review";
  if (status === "expired" && deposit.lateReceipt !== null) return "late";
  if (isSuspended) return "suspended";
  return status === "awaiting_payment" ? "waiting" : "expired";
}

function formOf(deposit: SeenDeposit, isVerifying: boolean): PageView["form"] {
  const hasLateReceipt = deposit.lateReceipt !== null;
  // What is seen, not what the sweep has noted: a receipt that comes now is late.
  const status = visibleStatus(deposit);
  const next = nextState({ ...deposit, status, isVerifying, hasLateReceipt }, { kind: "submit_receipt" });
  if (next.kind === "moved") return "open";
  return next.refusal === "no_tries_left" ? "no_attempts_left" : "closed";
}
