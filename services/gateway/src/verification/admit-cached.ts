import type { IsLive } from "@receipts/banks";
import { newId, type VerificationResult } from "@receipts/contracts";
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
  draftColumns,
  type NotAdmitted,
  orFindAdmitted,
  type Placed,
} from "./batched-admission.ts";
import { cachedAdmissionStatement } from "./cached-admission-statement.ts";
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

interface Item {
  readonly draft: AdmissionDraft;
  readonly savedAccounts: string;
  readonly result: string;
  readonly receiptHash: Buffer;
  readonly decisions: string;
  readonly tooOldFrom: Date | undefined;
  readonly webhookData: string;
}

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
  const admit = createBatchedAdmission<Item, Outcome>({
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
): Item {
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
  items: readonly Placed<Item>[],
): Promise<readonly AdmittedRow[]> {
  for (let races = 0; ; races += 1) {
    try {
      return await runStatement(deps, items);
    } catch (error) {
      // Items of a batch are first tried alone.
      if (items.length > 1 || races === MAX_RACES || !isRaceLost(error)) throw error;
    }
  }
}

/** The statement turns a missing credit or key into a check or not-null violation. */
function isRaceLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "23514" || error.code === "23502");
}

async function findChanged(
  { database }: AdmissionDeps,
  items: readonly Item[],
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
  items: readonly Item[],
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
  items: readonly Placed<Item>[],
): Promise<readonly AdmittedRow[]> {
  const column = <T>(pick: (item: Placed<Item>) => T): T[] => items.map(pick);
  const { rows } = await deps.database.query<AdmittedRow>({
    name: "admit_cached",
    text: cachedAdmissionStatement,
    values: [
      ...draftColumns(items),
      column(({ draft }) => accountsBank(draft.bank)),
      column((item) => item.savedAccounts),
      column((item) => item.result),
      column((item) => item.receiptHash),
      column((item) => item.decisions),
      column((item) => item.tooOldFrom),
      column(() => newId("webhookDelivery")),
      column((item) => item.webhookData),
      deps.requestDeadlineMs / 1_000,
    ],
  });
  return rows;
}
