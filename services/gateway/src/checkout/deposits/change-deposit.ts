import type { PoolClient } from "@receipts/database";
import { releaseReceipt } from "@receipts/verdicts";
import type { GatewayParts } from "../../gateway-parts.ts";
import { type DepositFacts, insertPart } from "./count-receipt.ts";
import { type DepositAct, type DepositRefusal, nextState } from "./deposit-machine.ts";
import { type LockedDeposit, updateDeposit } from "./deposit-repository.ts";
import type { DepositRow } from "./deposit-row.ts";
import { type EventCause, recordEvent } from "./record-event.ts";

export type ChangedDeposit =
  | { readonly kind: "changed"; readonly row: DepositRow }
  | { readonly kind: "refused"; readonly refusal: DepositRefusal };

/** Applies an act to a locked deposit if the machine allows it, with its event; else does nothing. */
export type ChangeDeposit = (
  client: PoolClient,
  locked: LockedDeposit,
  act: DepositAct,
  options: {
    readonly cause: EventCause;
    /** Runs after the account's receipts and before its events, since their locks come in this order. */
    readonly changeTotals?: (() => Promise<void>) | undefined;
  } & DepositFacts,
) => Promise<ChangedDeposit>;

/** The dependencies of the deposit routes. */
export interface DepositParts extends GatewayParts {
  readonly changeDeposit: ChangeDeposit;
  readonly onCreated: () => void;
}

export function createChangeDeposit(deps: {
  readonly checkoutBaseUrl: string;
  readonly onEvent: (type: string) => void;
  /** Runs in the same transaction when a deposit is confirmed. */
  readonly onConfirmed: (client: PoolClient, depositId: string, cause: EventCause) => Promise<void>;
}): ChangeDeposit {
  return async (client, { row, verificationId }, act, { cause, changeTotals, part, ...facts }) => {
    const next = nextState(
      { ...row, isVerifying: verificationId !== null, hasLateReceipt: row.lateReceipt !== null },
      act,
    );
    if (next.kind === "refused") return next;
    if (part !== undefined) await insertPart(client, row, part);
    const changed = await updateDeposit(client, row, {
      tries: row.tries,
      ...facts,
      status: next.status,
      // A receipt that is being verified has not been refused yet.
      lastError: next.status === "verifying" ? null : lastErrorAfter(row, act),
    });
    // A released receipt may be used elsewhere.
    const { receiptHash: held } = row;
    const kept = [changed.receiptHash, part?.receiptHash];
    if (held !== null && !kept.some((hash) => hash?.equals(held) === true)) {
      await releaseReceipt(client, row.userId, held);
    }
    await changeTotals?.();
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
