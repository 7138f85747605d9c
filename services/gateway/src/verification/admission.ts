import { type BankCode, type Expectation, newId, storedExpectation } from "@receipts/contracts";
import { createMicroBatcher, isDataFault, type Queryable } from "@receipts/database";
import { encodeMessage, type OutgoingMessage, verificationRequested } from "@receipts/messaging";
import { RELAY_GRACE_MS } from "@receipts/outbox";
import { admissionStatement } from "./admission-statement.ts";

export interface AdmissionDraft {
  readonly id: string;
  readonly userId: string;
  /** Whose credit it costs, and who gets it back. */
  readonly payerId: string;
  readonly apiKeyId: string | null;
  /** A deposit's receipt sends no `verification.completed`, so it takes no default webhook. */
  readonly source: "api" | "checkout";
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
  readonly receiptKey: string;
  readonly settlementAccount: string | null;
  readonly expectation: Expectation | null;
  /** The request's own; without one it is the profile's, as it is when the request is admitted. */
  readonly webhookUrl: string | null;
  readonly cacheStatus: "HIT" | "MISS" | "BYPASS";
  readonly idempotencyKey: string | null;
  readonly fingerprint: Buffer;
  readonly httpRequestId: string;
  readonly traceparent: string;
}

export type Admission =
  | {
      readonly kind: "admitted";
      readonly createdAt: Date;
      readonly webhookRegistered: boolean;
      readonly job: { readonly outboxId: number; readonly message: OutgoingMessage } | undefined;
    }
  | { readonly kind: "known"; readonly verificationId: string; readonly fingerprint: Buffer }
  | { readonly kind: "no_credit" };

export type Admit = (draft: AdmissionDraft) => Promise<Admission>;

export interface AdmissionDeps {
  readonly database: Queryable;
  readonly requestDeadlineMs: number;
  /** How long a queued row may wait before recovery puts it on the bus again. */
  readonly recoverAfterMs: number;
  /** Requests that may wait for the database; the next ones are refused with 503. */
  readonly maxWaiting: number;
  readonly onBatch?: (size: number) => void;
}

interface AdmissionRow {
  readonly kind: "admitted" | "known" | "twin" | "lost_key" | "refused";
  readonly knownId: string | null;
  readonly knownFingerprint: Buffer | null;
  readonly createdAt: Date | null;
  readonly webhookRegistered: boolean | null;
  readonly outboxId: number | null;
}

interface Item {
  readonly draft: AdmissionDraft;
  readonly message: OutgoingMessage;
}

/** Exact per account whatever the concurrency: N credits admit N requests, one key admits one. */
export function createAdmit(deps: AdmissionDeps): Admit {
  const admitOnce = createMicroBatcher<Item, Settled>({
    run: async (items) => {
      deps.onBatch?.(items.length);
      const rows = await runOrFind(deps, items);
      return settle(items, await recheckRefused(deps.database, items, rows));
    },
    maxBatch: 256,
    slots: 2,
    gapMs: 5,
    maxWaiting: deps.maxWaiting,
    worthRetryingAlone: isDataFault,
  });
  return async (draft) => {
    const item = { draft, message: jobFor(draft) };
    for (;;) {
      const row = await admitOnce(item);
      if (row !== "ask_again") return toAdmission(item, row);
    }
  };
}

/**
 * A connection that breaks does not say whether the statement was committed. The rows do: what is there was admitted, and
 * its caller must not be told to send it again.
 */
async function runOrFind(deps: AdmissionDeps, items: readonly Item[]): Promise<readonly AdmissionRow[]> {
  try {
    return await runStatement(deps, items);
  } catch (error) {
    if (isDataFault(error)) throw error;
    const found = await findAdmitted(deps.database, items).catch(() => new Map<string, Committed>());
    if (found.size === 0) throw error;
    return items.map(({ draft }) => {
      const committed = found.get(draft.id);
      // The relay sends its job: the outbox row was committed with it.
      return committed === undefined
        ? { ...noRow, kind: "lost_key" }
        : { ...noRow, ...committed, kind: "admitted" };
    });
  }
}

/**
 * The statement waits for the account's balance, but sees the keys as they were when it began. So what it refuses may be
 * the twin of a request that was admitted meanwhile, with the very credit that is missing now: that is a replay.
 */
async function recheckRefused(
  database: Queryable,
  items: readonly Item[],
  rows: readonly AdmissionRow[],
): Promise<readonly AdmissionRow[]> {
  const refused = items.filter(
    ({ draft }, index) => rows[index]?.kind === "refused" && draft.idempotencyKey !== null,
  );
  if (refused.length === 0) return rows;
  const { rows: found } = await database.query<{
    userId: string;
    key: string;
    knownId: string;
    knownFingerprint: Buffer;
  }>({
    name: "recheck_refused",
    text: `select k.user_id as "userId", k.idempotency_key as key, k.verification_id as "knownId",
                  k.fingerprint as "knownFingerprint"
             from unnest($1::text[], $2::text[]) as asked(user_id, idempotency_key)
             join idempotency_keys k using (user_id, idempotency_key)
            where k.created_at > now() - interval '24 hours'`,
    values: [refused.map(({ draft }) => draft.userId), refused.map(({ draft }) => draft.idempotencyKey)],
  });
  const known = new Map(found.map((row) => [`${row.userId} ${row.key}`, row]));
  return rows.map((row, index) => {
    const draft = items[index]?.draft;
    const twin = known.get(`${draft?.userId} ${draft?.idempotencyKey}`);
    if (row.kind !== "refused" || twin === undefined) return row;
    return { ...noRow, kind: "known", knownId: twin.knownId, knownFingerprint: twin.knownFingerprint };
  });
}

const noRow = {
  knownId: null,
  knownFingerprint: null,
  createdAt: null,
  webhookRegistered: null,
  outboxId: null,
} as const;

interface Committed {
  readonly createdAt: Date;
  readonly webhookRegistered: boolean;
}

async function findAdmitted(database: Queryable, items: readonly Item[]): Promise<Map<string, Committed>> {
  const { rows } = await database.query<Committed & { readonly id: string }>(
    `select id, created_at as "createdAt", webhook_url is not null as "webhookRegistered"
       from verification_requests where id = any($1)`,
    [items.map(({ draft }) => draft.id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

type Settled = AdmissionRow | "ask_again";

/**
 * A refusal is final unless a covered item of the same account lost its key: the place that it had taken is free again, and
 * only asking again tells who gets it. A twin shares the fate of the item before it with the same key: refused with it, or
 * asking again, when it will find the key.
 */
function settle(items: readonly Item[], rows: readonly AdmissionRow[]): Settled[] {
  const placeFreed = new Set(
    items.filter((_, index) => rows[index]?.kind === "lost_key").map(({ draft }) => draft.payerId),
  );
  const leaders = new Map<string, Settled>();
  return items.map(({ draft }, index) => {
    const row = rows[index];
    const key = `${draft.userId} ${draft.idempotencyKey}`;
    if (row === undefined || row.kind === "lost_key") return "ask_again";
    if (row.kind === "twin") {
      const leader = leaders.get(key);
      return leader !== undefined && leader !== "ask_again" && leader.kind === "refused"
        ? leader
        : "ask_again";
    }
    const settled = row.kind === "refused" && placeFreed.has(draft.payerId) ? "ask_again" : row;
    leaders.set(key, settled);
    return settled;
  });
}

function toAdmission({ message }: Item, row: AdmissionRow): Admission {
  if (row.kind === "admitted" && row.createdAt !== null) {
    const job = row.outboxId === null ? undefined : { outboxId: row.outboxId, message };
    return {
      kind: "admitted",
      createdAt: row.createdAt,
      webhookRegistered: row.webhookRegistered === true,
      job,
    };
  }
  if (row.kind === "known" && row.knownId !== null && row.knownFingerprint !== null) {
    return { kind: "known", verificationId: row.knownId, fingerprint: row.knownFingerprint };
  }
  return { kind: "no_credit" };
}

function jobFor(draft: AdmissionDraft): OutgoingMessage {
  return encodeMessage(verificationRequested, {
    topicName: verificationRequested.name(draft.bank),
    requestId: draft.httpRequestId,
    data: { verificationId: draft.id, receiptKey: draft.receiptKey, userId: draft.userId },
    headers: { traceparent: draft.traceparent },
  });
}

async function runStatement(deps: AdmissionDeps, items: readonly Item[]): Promise<AdmissionRow[]> {
  const column = <T>(pick: (item: Item) => T): T[] => items.map(pick);
  const { rows } = await deps.database.query<AdmissionRow>({
    name: "admit",
    text: admissionStatement,
    values: [
      column(({ draft }) => draft.id),
      column(({ draft }) => draft.userId),
      column(({ draft }) => draft.apiKeyId),
      column(({ draft }) => draft.bank),
      column(({ draft }) => draft.reference),
      column(({ draft }) => draft.suffix),
      column(({ draft }) => draft.phone),
      column(({ draft }) => draft.receiptKey),
      column(({ draft }) => draft.settlementAccount),
      column(({ draft }) => draft.webhookUrl),
      column(({ draft }) => draft.cacheStatus),
      column(({ draft }) => draft.idempotencyKey),
      column(({ draft }) => draft.fingerprint),
      column(({ draft }) => draft.httpRequestId),
      column(({ draft }) => draft.traceparent),
      column(() => newId("creditTransaction")),
      column(({ message }) => message.topic),
      column(({ message }) => message.key),
      column(({ message }) => message.value),
      // The message is sent as it is; what the relay needs of its headers it finds in the value and the row.
      column(() => "{}"),
      column(({ draft }) => draft.source),
      deps.requestDeadlineMs / 1_000,
      deps.recoverAfterMs / 1_000,
      RELAY_GRACE_MS / 1_000,
      column(({ draft }) => draft.expectation && storedExpectation(draft.expectation)),
      column(({ draft }) => draft.payerId),
    ],
  });
  return rows;
}
