import type { DepositEventType, DepositStatus } from "@receipts/contracts";

/** The parties of a race about one deposit: each does its steps in order, interleaved with the other's. */
export const actors = {
  /** A payer with a matching receipt. */
  confirm: ["submit", "settle"],
  /** A payer with a receipt of half the amount. */
  part: ["submit", "count"],
  /** A payer with a receipt in doubt. */
  doubt: ["submit", "hold"],
  /** The clock, and the sweep that records it. */
  expire: ["runOut", "sweep"],
  cancel: ["cancel"],
  /** A payer after the expiry. */
  late: ["runOut", "submit", "settle"],
  /** Two people at the merchant's. */
  accept: ["accept"],
  reject: ["reject"],
  /** The deadline of a person's decision. */
  giveUp: ["runOutReview", "sweep"],
} as const;

export type ActorName = keyof typeof actors;
export type Step = (typeof actors)[ActorName][number];

export interface Outcome {
  readonly status: DepositStatus;
  readonly events: readonly DepositEventType[];
}

interface ModelState extends Outcome {
  readonly isDue: boolean;
  readonly isReviewOver: boolean;
  /** Index of the actor whose receipt is being verified. */
  readonly verifying: number | undefined;
  /** Receipts of half the amount that count. */
  readonly halves: number;
}

/** The initial state. */
export type InitialState = "created" | "in parts" | "in review";

const initialStates: Readonly<Record<InitialState, Outcome>> = {
  created: { status: "awaiting_payment", events: ["deposit.created"] },
  "in parts": { status: "awaiting_payment", events: ["deposit.created"] },
  "in review": {
    status: "review_required",
    events: ["deposit.created", "deposit.receipt_submitted", "deposit.review_required"],
  },
};

/** Returns all outcomes of any order of the steps of these two, as text for comparison. */
export function legalOutcomes(
  initial: InitialState,
  pair: readonly [ActorName, ActorName],
): ReadonlySet<string> {
  const outcomes = new Set<string>();
  const walk = (state: ModelState, left: readonly (readonly Step[])[]): void => {
    if (left.every((steps) => steps.length === 0)) outcomes.add(outcomeText(state));
    for (const [actor, [step, ...rest]] of left.entries()) {
      if (step !== undefined) walk(after(state, step, actor), left.with(actor, rest));
    }
  };
  walk(
    { ...initialStates[initial], isDue: false, isReviewOver: false, verifying: undefined, halves: 0 },
    pair.map((name) => actors[name]),
  );
  return outcomes;
}

export const outcomeText = ({ status, events }: Outcome) => `${status}: ${events.join(" ")}`;

function after(state: ModelState, step: Step, actor: number): ModelState {
  switch (step) {
    case "runOut":
      return { ...state, isDue: true };
    case "runOutReview":
      return { ...state, isReviewOver: true };
    case "sweep":
      return swept(state);
    case "cancel":
      return state.status === "awaiting_payment" && !state.isDue
        ? withEvent(state, "deposit.canceled", "canceled")
        : state;
    case "submit":
      return submitted(swept(state), actor);
    case "settle":
      return state.verifying === actor ? settled(state, "deposit.confirmed", "confirmed") : state;
    case "count":
      return state.verifying === actor ? counted(state) : state;
    case "hold":
      return state.verifying === actor ? held(state) : state;
    case "accept":
      return accepted(state);
    case "reject":
      return rejected(state);
  }
}

function swept(state: ModelState): ModelState {
  const isOver =
    (state.status === "awaiting_payment" && state.isDue) ||
    (state.status === "review_required" && state.isReviewOver && state.verifying === undefined);
  return isOver ? withEvent(state, "deposit.expired", "expired") : state;
}

function submitted(state: ModelState, actor: number): ModelState {
  const isOpen =
    state.status === "awaiting_payment" ||
    state.status === "review_required" ||
    (state.status === "expired" && !state.events.includes("deposit.late_receipt"));
  if (!isOpen || state.verifying !== undefined) return state;
  const status = state.status === "awaiting_payment" ? "verifying" : state.status;
  return { ...withEvent(state, "deposit.receipt_submitted", status), verifying: actor };
}

function settled(state: ModelState, event: DepositEventType, status: DepositStatus): ModelState {
  const next =
    state.status === "expired"
      ? withEvent(state, "deposit.late_receipt", "expired")
      : withEvent(state, event, status);
  return { ...next, verifying: undefined };
}

function counted(state: ModelState): ModelState {
  if (state.status === "expired" || state.halves === 1)
    return settled(state, "deposit.confirmed", "confirmed");
  return { ...settled(state, "deposit.partially_paid", "awaiting_payment"), halves: 1 };
}

/** The receipt in review stays; the second one in doubt is rejected. */
function held(state: ModelState): ModelState {
  return state.status === "review_required"
    ? { ...withEvent(state, "deposit.receipt_rejected", "review_required"), verifying: undefined }
    : settled(state, "deposit.review_required", "review_required");
}

function accepted(state: ModelState): ModelState {
  const { status, verifying } = state;
  const isHeld = status === "review_required";
  const isFree = (status === "awaiting_payment" || status === "expired") && verifying === undefined;
  if (!isHeld && !isFree) return state;
  return { ...withEvent(state, "deposit.confirmed", "confirmed"), verifying: undefined };
}

function rejected(state: ModelState): ModelState {
  if (state.status !== "review_required") return state;
  if (state.verifying !== undefined) return withEvent(state, "deposit.receipt_rejected", "verifying");
  if (state.isDue) return withEvent(state, "deposit.expired", "expired");
  return withEvent(state, "deposit.receipt_rejected", "awaiting_payment");
}

function withEvent(state: ModelState, event: DepositEventType, status: DepositStatus): ModelState {
  return { ...state, status, events: [...state.events, event] };
}
