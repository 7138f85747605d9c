import type { DepositEventType, DepositStatus } from "@receipts/contracts";

/** What races about one deposit: each does its steps one after the other, and others may come in between. */
export const actors = {
  /** A payer whose receipt fits. */
  confirm: ["submit", "settle"],
  /** The clock, and whoever notes what it says. */
  expire: ["runOut", "sweep"],
  cancel: ["cancel"],
  /** A payer who comes when the time is over. */
  late: ["runOut", "submit", "settle"],
} as const;

export type ActorName = keyof typeof actors;
export type Step = (typeof actors)[ActorName][number];

export interface Outcome {
  readonly status: DepositStatus;
  readonly events: readonly DepositEventType[];
}

interface ModelState extends Outcome {
  readonly isDue: boolean;
  /** Index of the actor whose receipt is on trial. */
  readonly onTrial: number | undefined;
}

const created: ModelState = {
  status: "awaiting_payment",
  events: ["deposit.created"],
  isDue: false,
  onTrial: undefined,
};

/** Every outcome that some order of the steps of these two has, as text that can be compared. */
export function legalOutcomes(pair: readonly [ActorName, ActorName]): ReadonlySet<string> {
  const outcomes = new Set<string>();
  const walk = (state: ModelState, left: readonly (readonly Step[])[]): void => {
    if (left.every((steps) => steps.length === 0)) outcomes.add(outcomeText(state));
    for (const [actor, [step, ...rest]] of left.entries()) {
      if (step !== undefined) walk(after(state, step, actor), left.with(actor, rest));
    }
  };
  walk(
    created,
    pair.map((name) => actors[name]),
  );
  return outcomes;
}

export const outcomeText = ({ status, events }: Outcome) => `${status}: ${events.join(" ")}`;

function after(state: ModelState, step: Step, actor: number): ModelState {
  switch (step) {
    case "runOut":
      return { ...state, isDue: true };
    case "sweep":
      return swept(state);
    case "cancel":
      return state.status === "awaiting_payment" && !state.isDue
        ? told(state, "deposit.canceled", "canceled")
        : state;
    case "submit":
      return submitted(swept(state), actor);
    case "settle":
      return state.onTrial === actor ? settled(state) : state;
  }
}

function swept(state: ModelState): ModelState {
  return state.status === "awaiting_payment" && state.isDue
    ? told(state, "deposit.expired", "expired")
    : state;
}

function submitted(state: ModelState, actor: number): ModelState {
  const isOpen =
    state.status === "awaiting_payment" ||
    (state.status === "expired" && !state.events.includes("deposit.late_receipt"));
  if (!isOpen || state.onTrial !== undefined) return state;
  const status = state.status === "expired" ? "expired" : "verifying";
  return { ...told(state, "deposit.receipt_submitted", status), onTrial: actor };
}

function settled(state: ModelState): ModelState {
  const next =
    state.status === "expired"
      ? told(state, "deposit.late_receipt", "expired")
      : told(state, "deposit.confirmed", "confirmed");
  return { ...next, onTrial: undefined };
}

function told(state: ModelState, event: DepositEventType, status: DepositStatus): ModelState {
  return { ...state, status, events: [...state.events, event] };
}
