import type { DepositStatus, ReceiptRejection, Recheck } from "@receipts/contracts";
import { nextState, visibleStatus } from "../deposits/deposit-machine.ts";
import type { DepositRow } from "../deposits/deposit-row.ts";

/** The state that the page shows. */
export type PageScene =
  /** Awaits the payment. */
  | "waiting"
  /** A receipt is being checked, in time or late. */
  | "verifying"
  /** The merchant decides about the receipt. */
  | "review"
  | "confirmed"
  | "expired"
  /** A receipt arrived after expiry. */
  | "late"
  | "canceled"
  /** The merchant is disabled: no one should pay. */
  | "suspended";

export interface PageView {
  readonly scene: PageScene;
  /** Whether the payer can send a receipt, and if not, why. */
  readonly form: "open" | "no_attempts_left" | "closed";
  readonly attempts: { readonly left: number; readonly allowed: number };
  readonly rejection: ReceiptRejection | null;
  /** While the bank does not know the receipt yet. */
  readonly recheck: Recheck | null;
  /** True if the page can change without a reload. */
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

/** Facts beside the deposit. */
export interface SeenFacts {
  readonly isVerifying: boolean;
  readonly recheck: Recheck | null;
  readonly isSuspended: boolean;
}

export function viewOf(deposit: SeenDeposit, facts: SeenFacts): PageView {
  const scene = sceneOf(visibleStatus(deposit), deposit, facts);
  return {
    scene,
    form: isFormClosed(scene, facts) ? "closed" : formOf(deposit, facts),
    attempts: { left: Math.max(0, deposit.maxTries - deposit.tries), allowed: deposit.maxTries },
    rejection: deposit.lastError,
    recheck: facts.recheck,
    isLive: scene === "waiting" || scene === "verifying" || scene === "review",
    revision: revisionOf(deposit, scene, facts),
  };
}

/** While the bank does not know a receipt yet, the payer can correct it. */
function isFormClosed(scene: PageScene, { recheck }: SeenFacts): boolean {
  return scene === "suspended" || (scene === "verifying" && recheck === null);
}

/**
 * Changes whenever the page changes. Each change has an event, except that the event of an expiry comes late and a
 * suspension or a look at the bank has none.
 */
function revisionOf(deposit: SeenDeposit, scene: PageScene, { recheck }: SeenFacts): string {
  const looks = recheck === null ? "" : `-${recheck.tries}`;
  return `${deposit.eventCount}-${scene === "suspended" ? scene : visibleStatus(deposit)}${looks}`;
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

function formOf(deposit: SeenDeposit, facts: SeenFacts): PageView["form"] {
  const isVerifying = facts.isVerifying && facts.recheck === null;
  const hasLateReceipt = deposit.lateReceipt !== null;
  // The visible status, not the stored one: a receipt after the deadline is late even before the sweep.
  const status = visibleStatus(deposit);
  const next = nextState({ ...deposit, status, isVerifying, hasLateReceipt }, { kind: "submit_receipt" });
  if (next.kind === "moved") return "open";
  return next.refusal === "no_tries_left" ? "no_attempts_left" : "closed";
}
