import type { IsLive } from "@receipts/banks";
import type { VerificationResult } from "@receipts/contracts";
import { valuesOfColumns, violatedBy } from "@receipts/database";
import type { MessageBus } from "@receipts/messaging";
import { type SavedAccount, tooOldFrom } from "@receipts/settlement";
import {
  announceDelivery,
  decisionsOf,
  type OnRecorded,
  receiptHash,
  resultOf,
  type Verdict,
  webhookDataOf,
} from "@receipts/verdicts";
import {
  type AdmissionDeps,
  type AdmissionDraft,
  createBatchedAdmission,
  type NotAdmitted,
  orFindAdmitted,
  type Placed,
} from "./batched-admission.ts";
import { cachedAdmissionStatement, type EndedItem, endedColumns } from "./cached-admission-statement.ts";
import { accountsBank, savedAccountsOf } from "./saved-accounts.ts";

/** A verdict that needs no bank, and the accounts that it was matched with. */
export interface CachedVerdict {
  readonly verdict: Verdict;
  /** As JSON. The recording statement checks whether they are still the same. */
  readonly savedAccounts: string;
}

export interface CachedAdmission {
  readonly kind: "ended";
  readonly completedAt: Date;
  readonly result: VerificationResult;
  readonly webhookRegistered: boolean;
  /** Null without a webhook. */
  readonly deliveryId: string | null;
}

/** A cached verdict counts like any other: it costs a credit, confirms, is matched, and sends the webhook. */
export type AdmitCached = (
  draft: AdmissionDraft,
  cached: CachedVerdict,
) => Promise<CachedAdmission | { readonly kind: "accounts_changed" } | NotAdmitted>;

interface AdmittedRow extends Omit<CachedAdmission, "kind"> {
  readonly id: string;
}

type Outcome = CachedAdmission | { readonly kind: "accounts_changed" };

/** Retries of a single item when a concurrent statement took the credit or the key. */
const MAX_RACES = 20;

export interface AdmitCachedDeps extends AdmissionDeps {
  readonly bus: Pick<MessageBus, "publish">;
  readonly receiptHashKey: string;
  readonly isLive: IsLive;
  /** Called if waking the dispatcher failed; it polls anyway. */
  readonly onPublishError: (error: unknown) => void;
  readonly onRecorded: OnRecorded;
}

export function createAdmitCached(deps: AdmitCachedDeps): AdmitCached {
  const admit = createBatchedAdmission<EndedItem, Outcome>({
    deps,
    gapMs: 0,
    run: async (items) => {
      const rows = await orFindAdmitted(
        () => runWithRetries(deps, items),
        () => findAdmitted(deps, items),
      );
      return new Map(rows.map(({ id, ...row }) => [id, { kind: "ended", ...row }]));
    },
    explain: (items) => findChanged(deps, items),
    // Confirmations of one receipt count one after the other.
    apart: ({ receiptHash }) => receiptHash.toString("base64"),
  });
  return async (draft, cached) => {
    const outcome = await admit(itemOf(deps, draft, cached));
    if (outcome.kind === "ended") {
      deps.onRecorded(draft, cached.verdict, { durationMs: 0 });
      if (outcome.deliveryId !== null)
        announceDelivery(deps.bus, draft, outcome.deliveryId).catch(deps.onPublishError);
    }
    return outcome;
  };
}

function itemOf(
  { receiptHashKey, isLive }: Pick<AdmitCachedDeps, "receiptHashKey" | "isLive">,
  draft: AdmissionDraft,
  { verdict, savedAccounts }: CachedVerdict,
): EndedItem {
  const accounts: SavedAccount[] = JSON.parse(savedAccounts);
  const request = { ...draft, savedAccounts: accounts };
  const result = resultOf(request, verdict, isLive(draft.bank));
  const decideAt = (requestedAt: Date) => {
    const { first, again, held } = decisionsOf({ ...draft, requestedAt }, result);
    return [first, again, held];
  };
  // Only the database knows the time of the request, so both cases are decided: before this time, and from it on.
  const lateFrom = tooOldFrom(result, draft.expectation);
  const decisions = [...decideAt(new Date(0)), ...(lateFrom === undefined ? [] : decideAt(lateFrom))];
  return {
    draft,
    savedAccounts,
    result: JSON.stringify(result),
    receiptHash: receiptHash(
      receiptHashKey,
      draft.userId,
      draft.bank,
      result.referenceNumber ?? draft.reference,
    ),
    decisions: JSON.stringify(decisions),
    tooOldFrom: lateFrom,
    webhookData: webhookDataOf(request, verdict, result),
  };
}

async function runWithRetries(
  deps: AdmissionDeps,
  items: readonly Placed<EndedItem>[],
): Promise<readonly AdmittedRow[]> {
  for (let races = 0; ; races += 1) {
    try {
      return await runStatement(deps, items);
    } catch (error) {
      // Items of a batch are first tried alone.
      if (items.length > 1 || races === MAX_RACES || !raceLost.has(violatedBy(error) ?? "")) throw error;
    }
  }
}

/** Constraints that it violates if a concurrent statement used the last credit, closed the account or stored the key. */
const raceLost = new Set([
  "credit_accounts_balance_check",
  "credit_transactions_balance_after_check",
  "credit_accounts.balance",
  "idempotency_keys.verification_id",
]);

async function findChanged(
  { database }: AdmissionDeps,
  items: readonly EndedItem[],
): Promise<ReadonlyMap<string, Outcome>> {
  if (items.length === 0) return new Map();
  const { rows } = await database.query<{ id: string }>({
    name: "find_changed_accounts",
    text: `select item.id from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as item(id, user_id, accounts_bank, accounts)
            where item.accounts <> ${savedAccountsOf("item.user_id", "item.accounts_bank")}`,
    values: [
      items.map(({ draft }) => draft.id),
      items.map(({ draft }) => draft.userId),
      items.map(({ draft }) => accountsBank(draft.bank)),
      items.map(({ savedAccounts }) => savedAccounts),
    ],
  });
  return new Map(rows.map(({ id }) => [id, { kind: "accounts_changed" }]));
}

async function findAdmitted(
  { database }: AdmissionDeps,
  items: readonly EndedItem[],
): Promise<readonly AdmittedRow[]> {
  const { rows } = await database.query<AdmittedRow>(
    `select id, completed_at as "completedAt", result, webhook_url is not null as "webhookRegistered", null as "deliveryId"
       from verification_requests where id = any($1)`,
    [items.map(({ draft }) => draft.id)],
  );
  return rows;
}

async function runStatement(
  deps: AdmissionDeps,
  items: readonly Placed<EndedItem>[],
): Promise<readonly AdmittedRow[]> {
  const { rows } = await deps.database.query<AdmittedRow>({
    name: "admit_cached",
    text: cachedAdmissionStatement,
    values: [...valuesOfColumns(endedColumns, items), deps.requestDeadlineMs / 1_000],
  });
  return rows;
}
