import type { BankCode, Recheck } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { pause } from "@receipts/service-kit";

export interface QueueState {
  /** Unfinished requests of the bank. */
  readonly unfinished: number;
  /** Recent time from claim to verdict. */
  readonly serviceMs: number;
}

export interface QueueLimits {
  /** Unfinished requests of one bank. */
  readonly capacity: number;
  /** The share of these for one account. */
  readonly accountCapacity: number;
}

/** A place in a bank's queue, held until the request is admitted or refused. Disposing of it counts as refused. */
export interface QueuePlace extends Disposable {
  readonly state: QueueState;
  release(isAdmitted: boolean): void;
}

export type QueuePlaceResult = QueuePlace | { readonly full: "bank" | "account" };

export interface Queues {
  read(bank: BankCode): Promise<QueueState>;
  /**
   * Takes a place, or returns whose queue is full. Counts the requests that this process admitted since the last read.
   */
  reserve(bank: BankCode, userId: string): Promise<QueuePlaceResult>;
}

const FRESH_FOR_MS = 500;
/** A flood of refusals shares its reads. */
const READ_TOGETHER_MS = 25;
/** Until the first query of a bank. */
const ASSUMED_SERVICE_MS = 1_500;

interface Snapshot {
  readonly counts: Tally;
  readonly serviceMs: ReadonlyMap<string, number>;
}

/**
 * The state of the queues: read from the database twice a second, with admissions added in between. Ended requests are
 * not subtracted, so the queues are read again before a request is refused.
 */
export function createQueues(database: Queryable, limits: QueueLimits): Queues {
  let latest: Snapshot | undefined;
  let latestAt = 0;
  let reading: Promise<Snapshot> | undefined;
  let readingAgain: Promise<Snapshot> | undefined;
  const waiting = createTally();
  let admittedSince = createTally();
  /** Admitted during a read, which may miss them. */
  let admittedDuringRead = createTally();

  async function read(): Promise<Snapshot> {
    admittedDuringRead = createTally();
    try {
      latest = await readSnapshot(database);
      latestAt = performance.now();
      admittedSince = admittedDuringRead;
      return latest;
    } finally {
      reading = undefined;
    }
  }

  async function readFresh(): Promise<Snapshot> {
    if (latest !== undefined && performance.now() - latestAt <= FRESH_FOR_MS) return latest;
    reading ??= read();
    return await reading;
  }

  /** A read that starts after the call. */
  async function readAgain(): Promise<Snapshot> {
    readingAgain ??= (async () => {
      await pause(READ_TOGETHER_MS);
      await reading?.catch(() => undefined);
      readingAgain = undefined;
      reading ??= read();
      return await reading;
    })();
    return await readingAgain;
  }

  const unfinishedIn = (key: string, { counts }: Snapshot) =>
    counts.of(key) + admittedSince.of(key) + waiting.of(key);
  const stateOf = (bank: BankCode, snapshot: Snapshot): QueueState => ({
    unfinished: unfinishedIn(bank, snapshot),
    serviceMs: snapshot.serviceMs.get(bank) ?? ASSUMED_SERVICE_MS,
  });

  return {
    read: async (bank) => stateOf(bank, await readFresh()),
    reserve: async (bank, userId) => {
      const account = `${bank} ${userId}`;
      const fullIn = (snapshot: Snapshot) => {
        if (unfinishedIn(bank, snapshot) >= limits.capacity) return "bank";
        return unfinishedIn(account, snapshot) >= limits.accountCapacity ? "account" : undefined;
      };
      let snapshot = await readFresh();
      if (fullIn(snapshot) !== undefined) snapshot = await readAgain();
      const full = fullIn(snapshot);
      if (full !== undefined) return { full };
      const state = stateOf(bank, snapshot);
      const both = (tally: Tally, n: number) => {
        tally.add(bank, n);
        tally.add(account, n);
      };
      both(waiting, 1);
      let isHeld = true;
      const release = (isAdmitted: boolean) => {
        if (!isHeld) return;
        isHeld = false;
        both(waiting, -1);
        if (!isAdmitted) return;
        both(admittedSince, 1);
        if (admittedDuringRead !== admittedSince) both(admittedDuringRead, 1);
      };
      return { state, release, [Symbol.dispose]: () => release(false) };
    },
  };
}

interface Tally {
  add(key: string, n: number): void;
  of(key: string): number;
}

function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    of: (key) => counts.get(key) ?? 0,
    add: (key, n) => {
      const count = (counts.get(key) ?? 0) + n;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

async function readSnapshot(database: Queryable): Promise<Snapshot> {
  const [counted, times] = await Promise.all([
    database.query<{ bank: string; userId: string; unfinished: number }>({
      name: "count_unfinished",
      text: `select bank, user_id as "userId", count(*) as unfinished from verification_requests
              where completed_at is null and recheck_at is null group by bank, user_id`,
    }),
    database.query<{ bank: string; serviceMs: number }>({
      name: "read_service_times",
      text: `select bank, service_ms as "serviceMs" from bank_service_times`,
    }),
  ]);
  const counts = createTally();
  for (const { bank, userId, unfinished } of counted.rows) {
    counts.add(bank, unfinished);
    counts.add(`${bank} ${userId}`, unfinished);
  }
  return {
    counts,
    serviceMs: new Map(times.rows.map(({ bank, serviceMs }) => [bank, serviceMs])),
  };
}

/** Requests of one bank that its verifiers process at the same time, as a rough common figure. */
const ASSUMED_CONCURRENCY = 8;
const MIN_WAIT_MS = 250;
const MAX_POLL_MS = 5_000;

export function estimateWaitMs(state: Pick<QueueState, "unfinished" | "serviceMs">): number {
  const rounds = 1 + state.unfinished / ASSUMED_CONCURRENCY;
  return Math.max(MIN_WAIT_MS, Math.round(state.serviceMs * rounds));
}

/**
 * When to poll an unfinished request again: at its expected end, and then less and less often. A poller of an
 * unavailable bank makes 11 calls in the first 5 s, and one every 5 s in the end.
 */
export function pollAfterMs(
  state: Pick<QueueState, "unfinished" | "serviceMs">,
  ageMs: number,
  recheck: Recheck | null,
): number {
  // The bank is not asked before.
  const untilLookMs = recheck === null ? 0 : Date.parse(recheck.nextAt) - Date.now();
  if (untilLookMs > 0) return Math.round(untilLookMs + state.serviceMs);
  const left = Math.max(MIN_WAIT_MS, estimateWaitMs(state) - ageMs);
  return Math.min(MAX_POLL_MS, Math.round(left + ageMs / 10));
}
