import type { BankCode, Expectation } from "@receipts/contracts";
import { createMicroBatcher, isDataFault, type Queryable } from "@receipts/database";
import type { StoredInput } from "@receipts/verdicts";

export interface AdmissionDraft {
  readonly id: string;
  readonly userId: string;
  /** The account that pays the credit, and gets it back. */
  readonly payerId: string;
  /** Its debit is in the ledger already: it is an item of a batch. */
  readonly isPaid: boolean;
  readonly apiKeyId: string | null;
  /** The person who submits it; null for a key. */
  readonly memberId: string | null;
  readonly branchId: string | null;
  /** The device of a cashier. */
  readonly tillId: string | null;
  /** A deposit's receipt sends no `verification.completed`, so it takes no default webhook. */
  readonly source: "api" | "checkout";
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
  readonly receiptKey: string;
  readonly settlementAccount: string | null;
  readonly expectation: Expectation | null;
  /** Null unless it came as a file. */
  readonly input: StoredInput | null;
  /** The request's own; if null, the profile's at the time of admission. */
  readonly webhookUrl: string | null;
  /** 0: the bank is asked once. */
  readonly recheckForMinutes: number;
  readonly cacheStatus: "HIT" | "MISS" | "BYPASS";
  readonly idempotencyKey: string | null;
  readonly fingerprint: Buffer;
  readonly httpRequestId: string;
  readonly traceparent: string;
}

export type NotAdmitted =
  /** The idempotency key belongs to an earlier request. */
  | { readonly kind: "known"; readonly verificationId: string; readonly fingerprint: Buffer }
  /** The balance is too low, or the account is closed. */
  | { readonly kind: "refused" };

export interface AdmissionDeps {
  readonly database: Queryable;
  readonly requestDeadlineMs: number;
  /** How long a queued row may wait before it is requeued. */
  readonly recoverAfterMs: number;
  /** Requests that may wait for the database; more get a 503. */
  readonly maxWaiting: number;
  readonly onBatch?: (size: number) => void;
}

interface Item {
  readonly draft: AdmissionDraft;
}

/** `place` is its number among the items of its account in the batch that need a credit, or 0 if it needs none. */
export type Placed<Drafted> = Drafted & { readonly place: number };

export interface BatchedAdmission<Drafted, Outcome> {
  readonly deps: AdmissionDeps;
  readonly gapMs: number;
  /** Returns the outcomes of admitted items, by id. */
  run(items: readonly Placed<Drafted>[]): Promise<ReadonlyMap<string, Outcome>>;
  /** Explains items that were not admitted, beyond a known key or a lack of credit. */
  explain?(items: readonly Drafted[]): Promise<ReadonlyMap<string, Outcome>>;
  /** Items with the same value are admitted one after the other, in statements that they share with others. */
  apart?(item: Drafted): string;
}

/** Thrown for its item alone: others of its batch may have been admitted. */
class Failed {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Exact for each account under any concurrency: N credits admit N requests, one key admits one. */
export function createBatchedAdmission<Drafted extends Item, Outcome>(
  batched: BatchedAdmission<Drafted, Outcome>,
): (item: Drafted) => Promise<Outcome | NotAdmitted> {
  const { deps } = batched;
  type End = Outcome | NotAdmitted | Failed;

  /** If one item fails a batch, all are retried alone. */
  async function run(items: readonly Drafted[]): Promise<ReadonlyMap<string, End>> {
    try {
      return await batched.run(placed(items));
    } catch (error) {
      if (items.length === 1 || !isDataFault(error)) return failed(items, error);
      const alone = await Promise.all(items.map((item) => run([item])));
      return new Map(alone.flatMap((ends) => [...ends]));
    }
  }

  async function explain(items: readonly Drafted[]): Promise<ReadonlyMap<string, End>> {
    try {
      const known = await findKnown(deps.database, items);
      const others = items.filter(({ draft }) => !known.has(draft.id));
      return new Map<string, End>([...known, ...((await batched.explain?.(others)) ?? [])]);
    } catch (error) {
      return failed(items, error);
    }
  }

  async function admitAll(items: readonly Drafted[]): Promise<readonly End[]> {
    deps.onBatch?.(items.length);
    const ends = new Map<string, End>();
    const isOpen = ({ draft }: Item) => !ends.has(draft.id);
    const end = (found: ReadonlyMap<string, End>) => {
      for (const [id, outcome] of found) ends.set(id, outcome);
    };
    const firstByKey = new Map<string, Drafted>();
    for (const item of items) if (!firstByKey.has(keyOf(item))) firstByKey.set(keyOf(item), item);
    for (let open = [...firstByKey.values()]; open.length > 0; open = open.filter(isOpen)) {
      end(await run(open));
      const left = open.filter(isOpen);
      end(await explain(left));
      // Known and failed items had taken places from those behind them, which are tried again.
      const freed = new Set(left.filter((item) => !isOpen(item)).map(({ draft }) => draft.payerId));
      for (const { draft } of left.filter(isOpen)) {
        if (!freed.has(draft.payerId)) ends.set(draft.id, { kind: "refused" });
      }
    }
    // A duplicate has the outcome of the earlier item with its key, unless that key is known by now.
    end(await explain(items.filter((item) => firstByKey.get(keyOf(item)) !== item)));
    return items.map((item) => {
      const first = firstByKey.get(keyOf(item)) ?? item;
      return ends.get(item.draft.id) ?? ends.get(first.draft.id) ?? new Failed(new Error("no outcome"));
    });
  }

  const admitTogether = createMicroBatcher<Drafted, End>({
    run: admitAll,
    maxBatch: 256,
    slots: 2,
    gapMs: batched.gapMs,
    maxWaiting: deps.maxWaiting,
    worthRetryingAlone: () => false,
    ...(batched.apart && { apart: batched.apart }),
  });
  return async (item) => {
    const outcome = await admitTogether(item);
    if (outcome instanceof Failed) throw outcome.error;
    return outcome;
  };
}

/**
 * After a lost connection it is unknown whether the statement was committed. The rows show it: their callers must not
 * be asked to send again.
 */
export async function orFindAdmitted<Row>(
  run: () => Promise<readonly Row[]>,
  find: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  try {
    return await run();
  } catch (error) {
    if (isDataFault(error)) throw error;
    const found = await find().catch(() => []);
    // A batch is committed whole, so one row means that all were.
    if (found.length === 0) throw error;
    return found;
  }
}

/**
 * A statement waits for the account's balance, but sees the keys as of its start. So an item that was not admitted may
 * be the duplicate of one admitted meanwhile, with the very credit that is now missing: that is a replay. A key that
 * was valid at the start of the statement is valid here, though it may have expired since.
 */
async function findKnown(
  database: Queryable,
  items: readonly Item[],
): Promise<ReadonlyMap<string, NotAdmitted>> {
  const keyed = items.filter(({ draft }) => draft.idempotencyKey !== null);
  if (keyed.length === 0) return new Map();
  const { rows } = await database.query<{ id: string; verificationId: string; fingerprint: Buffer }>({
    name: "find_known",
    text: `select asked.id, k.verification_id as "verificationId", k.fingerprint
             from unnest($1::text[], $2::text[], $3::text[]) as asked(id, user_id, idempotency_key)
             join idempotency_keys k using (user_id, idempotency_key)
            where k.created_at > now() - interval '24 hours 1 minute'`,
    values: [
      keyed.map(({ draft }) => draft.id),
      keyed.map(({ draft }) => draft.userId),
      keyed.map(({ draft }) => draft.idempotencyKey),
    ],
  });
  return new Map(
    rows.map(({ id, verificationId, fingerprint }) => [id, { kind: "known", verificationId, fingerprint }]),
  );
}

function failed(items: readonly Item[], error: unknown): ReadonlyMap<string, Failed> {
  return new Map(items.map(({ draft }) => [draft.id, new Failed(error)]));
}

function placed<Drafted extends Item>(items: readonly Drafted[]): readonly Placed<Drafted>[] {
  const places = new Map<string, number>();
  return items.map((item) => {
    if (item.draft.isPaid) return { ...item, place: 0 };
    const place = (places.get(item.draft.payerId) ?? 0) + 1;
    places.set(item.draft.payerId, place);
    return { ...item, place };
  });
}

/** An item without a key has no duplicate. */
const keyOf = ({ draft: { id, userId, idempotencyKey } }: Item) =>
  idempotencyKey === null ? id : `${userId} ${idempotencyKey}`;
