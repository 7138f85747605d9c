import type { PoolClient } from "@receipts/database";
import type { GatewayParts } from "../../gateway-parts.ts";
import { type DepositAct, type DepositRefusal, nextState } from "./deposit-machine.ts";
import { type DepositChange, type LockedDeposit, updateDeposit } from "./deposit-repository.ts";
import type { DepositRow } from "./deposit-row.ts";
import { releaseReceipt } from "./receipt-use.ts";
import { type EventCause, recordEvent } from "./record-event.ts";

export type ChangedDeposit =
  | { readonly kind: "changed"; readonly row: DepositRow }
  | { readonly kind: "refused"; readonly refusal: DepositRefusal };

/** What is recorded of a change beside the state. */
export type DepositFacts = Partial<Omit<DepositChange, "status" | "lastError">>;

/** Does to a locked deposit what the machine allows, with its event, or nothing at all. */
export type ChangeDeposit = (
  client: PoolClient,
  locked: LockedDeposit,
  act: DepositAct,
  options: { readonly cause: EventCause } & DepositFacts,
) => Promise<ChangedDeposit>;

/** What the routes of deposits are built of. */
export interface DepositParts extends GatewayParts {
  readonly changeDeposit: ChangeDeposit;
  readonly onCreated: () => void;
}

export function createChangeDeposit(deps: {
  readonly checkoutBaseUrl: string;
  readonly onEvent: (type: string) => void;
  /** What else is to happen when a deposit is confirmed, in the same transaction. */
  readonly onConfirmed: (client: PoolClient, depositId: string, cause: EventCause) => Promise<void>;
}): ChangeDeposit {
  return async (client, { row, verificationId }, act, { cause, ...facts }) => {
    const next = nextState(
      { ...row, isVerifying: verificationId !== null, hasLateReceipt: row.lateReceipt !== null },
      act,
    );
    if (next.kind === "refused") return next;
    const changed = await updateDeposit(client, row, {
      tries: row.tries,
      ...facts,
      status: next.status,
      // One that is on trial has not been refused yet.
      lastError: next.status === "verifying" ? null : lastErrorAfter(row, act),
    });
    // A receipt that is no longer held may be used elsewhere.
    if (row.receiptHash !== null && changed.receiptHash?.equals(row.receiptHash) !== true) {
      await releaseReceipt(client, row.userId, row.receiptHash);
    }
    // After the receipts and before the account's event counter: balances are locked in this order.
    if (next.status === "confirmed") await deps.onConfirmed(client, row.id, cause);
    const { checkoutBaseUrl } = deps;
    await recordEvent(client, { type: next.event, deposit: changed, cause, checkoutBaseUrl });
    deps.onEvent(next.event);
    return { kind: "changed", row: changed };
  };
}

function lastErrorAfter(row: DepositRow, act: DepositAct): DepositRow["lastError"] {
  if (act.kind === "reject_receipt") return act.reason;
  if (act.kind === "resolve") return act.decision === "reject" ? "receipt_rejected" : null;
  return act.kind === "expire" || act.kind === "cancel" ? row.lastError : null;
}
