import { supportedBankCodes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

interface BankQueue {
  readonly bank: string;
  readonly waiting: number;
  readonly parked: number;
  /** In Unix seconds; null if nothing waits. */
  readonly oldest: number | null;
}

/**
 * Reports the queue of each bank, from the rows. The gateway does it, since a bank may have no running verifier. Every
 * gateway reports the same.
 */
export function reportQueues(deps: { readonly database: Queryable; readonly metrics: ServiceMetrics }): void {
  const { metrics } = deps;
  const read = shareWhileReading(() => readQueues(deps.database));
  const ofEachBank = (value: (queue: BankQueue) => number | null) => async () =>
    (await read()).flatMap((queue) => {
      const found = value(queue);
      return found === null ? [] : [{ labels: { bank: queue.bank }, value: found }];
    });
  metrics.readings(
    "verifications_waiting",
    "Unfinished requests of the bank that wait for a verifier, or are claimed by one",
    ["bank"],
    ofEachBank(({ waiting }) => waiting),
  );
  metrics.readings(
    "verifications_parked",
    "Unfinished requests that are parked because the bank's breaker is open",
    ["bank"],
    ofEachBank(({ parked }) => parked),
  );
  metrics.readings(
    "verification_oldest_waiting_timestamp_seconds",
    "When the oldest waiting request was accepted; no value if none waits",
    ["bank"],
    ofEachBank(({ oldest }) => oldest),
  );
}

async function readQueues(database: Queryable): Promise<readonly BankQueue[]> {
  const { rows } = await database.query<BankQueue>({
    name: "report_queues",
    text: `select bank, count(*) filter (where not parked) as waiting, count(*) filter (where parked) as parked,
                  extract(epoch from min(created_at) filter (where not parked))::float8 as oldest
             from verification_requests where completed_at is null and recheck_at is null group by bank`,
  });
  const empty = supportedBankCodes
    .filter((bank) => rows.every((row) => row.bank !== bank))
    .map((bank) => ({ bank, waiting: 0, parked: 0, oldest: null }));
  return [...rows, ...empty];
}

/** All metrics of one scrape share one statement. */
function shareWhileReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    if (reading === undefined) {
      const started = read().finally(() => {
        if (reading === started) reading = undefined;
      });
      reading = started;
    }
    return reading;
  };
}
