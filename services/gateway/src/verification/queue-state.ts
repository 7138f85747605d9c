import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export interface QueueState {
  /** Unfinished requests of the bank. */
  readonly unfinished: number;
  readonly unfinishedOf: (userId: string) => number;
  /** Recent time from claim to verdict. */
  readonly serviceMs: number;
}

/** What the queues look like; read at most twice a second, however many ask. */
export type ReadQueueState = (bank: BankCode) => Promise<QueueState>;

const FRESH_FOR_MS = 500;
/** Until a bank has been asked for the first time. */
const ASSUMED_SERVICE_MS = 1_500;

interface Snapshot {
  readonly counts: ReadonlyMap<string, number>;
  readonly totals: ReadonlyMap<string, number>;
  readonly serviceMs: ReadonlyMap<string, number>;
}

export function createReadQueueState(database: Queryable): ReadQueueState {
  let snapshot: Promise<Snapshot> | undefined;
  let readAt = 0;
  return async (bank) => {
    if (snapshot === undefined || performance.now() - readAt > FRESH_FOR_MS) {
      readAt = performance.now();
      const reading = readSnapshot(database);
      reading.catch(() => {
        if (snapshot === reading) snapshot = undefined;
      });
      snapshot = reading;
    }
    const { counts, totals, serviceMs } = await snapshot;
    return {
      unfinished: totals.get(bank) ?? 0,
      unfinishedOf: (userId) => counts.get(`${bank} ${userId}`) ?? 0,
      serviceMs: serviceMs.get(bank) ?? ASSUMED_SERVICE_MS,
    };
  };
}

async function readSnapshot(database: Queryable): Promise<Snapshot> {
  const [counted, times] = await Promise.all([
    database.query<{ bank: string; userId: string; unfinished: number }>({
      name: "count_unfinished",
      text: `select bank, user_id as "userId", count(*) as unfinished from verification_requests
              where completed_at is null group by bank, user_id`,
    }),
    database.query<{ bank: string; serviceMs: number }>({
      name: "read_service_times",
      text: `select bank, service_ms as "serviceMs" from bank_service_times`,
    }),
  ]);
  const totals = new Map<string, number>();
  for (const { bank, unfinished } of counted.rows) totals.set(bank, (totals.get(bank) ?? 0) + unfinished);
  return {
    totals,
    counts: new Map(counted.rows.map(({ bank, userId, unfinished }) => [`${bank} ${userId}`, unfinished])),
    serviceMs: new Map(times.rows.map(({ bank, serviceMs }) => [bank, serviceMs])),
  };
}

/** Requests of one bank that its verifiers work on at the same time, as a rough common figure. */
const ASSUMED_CONCURRENCY = 8;
const MIN_ESTIMATE_MS = 50;

/** Never 0: the caller sleeps that long before it asks again. */
export function estimateWaitMs(state: Pick<QueueState, "unfinished" | "serviceMs">): number {
  const rounds = 1 + state.unfinished / ASSUMED_CONCURRENCY;
  return Math.max(MIN_ESTIMATE_MS, Math.round(state.serviceMs * rounds));
}
