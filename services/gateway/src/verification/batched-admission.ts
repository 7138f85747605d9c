import { type BankCode, type Expectation, newId, storedExpectation } from "@receipts/contracts";
import { createMicroBatcher, isDataFault, type Queryable } from "@receipts/database";

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

export type Refusal =
  | { readonly kind: "known"; readonly verificationId: string; readonly fingerprint: Buffer }
  | { readonly kind: "no_credit" };

export interface AdmissionDeps {
  readonly database: Queryable;
  readonly requestDeadlineMs: number;
  /** How long a queued row may wait before recovery puts it on the bus again. */
  readonly recoverAfterMs: number;
  /** Requests that may wait for the database; the next ones are refused with 503. */
  readonly maxWaiting: number;
  readonly onBatch?: (size: number) => void;
}

interface Item {
  readonly draft: AdmissionDraft;
}

/** Knows which of its account's it is among those that are admitted with it. */
export type Placed<Drafted> = Drafted & { readonly place: number };

export interface BatchedAdmission<Drafted, Outcome> {
  readonly deps: AdmissionDeps;
  readonly gapMs: number;
  /** By id, what became of those that were admitted. */
  run(items: readonly Placed<Drafted>[]): Promise<ReadonlyMap<string, Outcome>>;
  /** Of those that were not: what else it is than a known key or want of credit. */
  explain?(items: readonly Drafted[]): Promise<ReadonlyMap<string, Outcome>>;
  /** Items that say the same are admitted one after the other. */
  apart?(item: Drafted): string;
}

/** Thrown for its item alone: others of its batch may have been admitted. */
class Failed {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Exact per account whatever the concurrency: N credits admit N requests, one key admits one. */
export function createBatchedAdmission<Drafted extends Item, Outcome>(
  way: BatchedAdmission<Drafted, Outcome>,
): (item: Drafted) => Promise<Outcome | Refusal> {
  const { deps } = way;
  type End = Outcome | Refusal | Failed;

  /** A batch that one bad item failed is tried again one by one. */
  async function run(items: readonly Drafted[]): Promise<ReadonlyMap<string, End>> {
    try {
      return await way.run(placed(items));
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
      return new Map<string, End>([...known, ...((await way.explain?.(others)) ?? [])]);
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
    const leaders = firstOfEach(items, keyOf);
    for (let open = [...leaders.values()]; open.length > 0; open = open.filter(isOpen)) {
      const round = [...firstOfEach(open, way.apart ?? (({ draft }) => draft.id)).values()];
      end(await run(round));
      const left = round.filter(isOpen);
      end(await explain(left));
      // What was known, or could not be, had taken a place from those behind it: they are tried again.
      const freed = new Set(left.filter((item) => !isOpen(item)).map(({ draft }) => draft.payerId));
      for (const { draft } of left.filter(isOpen)) {
        if (!freed.has(draft.payerId)) ends.set(draft.id, { kind: "no_credit" });
      }
    }
    // A twin shares the fate of the item before it with the same key, unless that key is known by now.
    end(await explain(items.filter((item) => leaders.get(keyOf(item)) !== item)));
    return items.map((item) => {
      const leader = leaders.get(keyOf(item)) ?? item;
      return ends.get(item.draft.id) ?? ends.get(leader.draft.id) ?? new Failed(new Error("no outcome"));
    });
  }

  const admitTogether = createMicroBatcher<Drafted, End>({
    run: admitAll,
    maxBatch: 256,
    slots: 2,
    gapMs: way.gapMs,
    maxWaiting: deps.maxWaiting,
    worthRetryingAlone: () => false,
  });
  return async (item) => {
    const outcome = await admitTogether(item);
    if (outcome instanceof Failed) throw outcome.error;
    return outcome;
  };
}

/** A lost connection does not say whether the statement was committed. The rows do: its caller must not be told to send it again. */
export async function orFindAdmitted<Row>(
  run: () => Promise<readonly Row[]>,
  find: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  try {
    return await run();
  } catch (error) {
    if (isDataFault(error)) throw error;
    const found = await find().catch(() => []);
    // All were committed with it that could be.
    if (found.length === 0) throw error;
    return found;
  }
}

/**
 * A statement waits for the account's balance, but sees the keys as they were when it began. So what it did not admit may be
 * the twin of a request that was admitted meanwhile, with the very credit that is missing now: that is a replay. A key that
 * counted when the statement began counts here, though it has grown older since.
 */
async function findKnown(database: Queryable, items: readonly Item[]): Promise<ReadonlyMap<string, Refusal>> {
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

/** The first parameters of both statements of admission, in their order. */
export function draftColumns(items: readonly Placed<Item>[]): unknown[][] {
  const column = (pick: (draft: AdmissionDraft) => unknown) => items.map(({ draft }) => pick(draft));
  return [
    column(({ id }) => id),
    column(({ userId }) => userId),
    column(({ payerId }) => payerId),
    items.map(({ place }) => place),
    column(({ apiKeyId }) => apiKeyId),
    column(({ source }) => source),
    column(({ bank }) => bank),
    column(({ reference }) => reference),
    column(({ suffix }) => suffix),
    column(({ phone }) => phone),
    column(({ receiptKey }) => receiptKey),
    column(({ settlementAccount }) => settlementAccount),
    column(({ expectation }) => expectation && storedExpectation(expectation)),
    column(({ webhookUrl }) => webhookUrl),
    column(({ cacheStatus }) => cacheStatus),
    column(({ idempotencyKey }) => idempotencyKey),
    column(({ fingerprint }) => fingerprint),
    column(({ httpRequestId }) => httpRequestId),
    column(({ traceparent }) => traceparent),
    column(() => newId("creditTransaction")),
  ];
}

function failed(items: readonly Item[], error: unknown): ReadonlyMap<string, Failed> {
  return new Map(items.map(({ draft }) => [draft.id, new Failed(error)]));
}

function placed<Drafted extends Item>(items: readonly Drafted[]): readonly Placed<Drafted>[] {
  const places = new Map<string, number>();
  return items.map((item) => {
    const place = (places.get(item.draft.payerId) ?? 0) + 1;
    places.set(item.draft.payerId, place);
    return { ...item, place };
  });
}

/** An item without a key has no twin. */
const keyOf = ({ draft: { id, userId, idempotencyKey } }: Item) =>
  idempotencyKey === null ? id : `${userId} ${idempotencyKey}`;

function firstOfEach<Each>(items: readonly Each[], keyOf: (item: Each) => string): ReadonlyMap<string, Each> {
  const first = new Map<string, Each>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return first;
}
