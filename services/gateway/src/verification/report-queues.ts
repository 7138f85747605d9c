import { supportedBankCodes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

interface BankQueue {
  readonly bank: string;
  readonly waiting: number;
  readonly parked: number;
  /** In Unix seconds; null when nothing waits. */
  readonly oldest: number | null;
}

/**
 * What waits for each bank, as the rows have it. Told by the gateway: of a bank whose verifiers are all gone nobody else would.
 * Every gateway tells the same.
 */
export function reportQueues(deps: { readonly database: Queryable; readonly metrics: ServiceMetrics }): void {
  const { metrics } = deps;
  const read = shareForAMoment(() => readQueues(deps.database));
  const ofEachBank = (value: (queue: BankQueue) => number | null) => async () =>
    (await read()).flatMap((queue) => {
      const found = value(queue);
      return found === null ? [] : [{ labels: { bank: queue.bank }, value: found }];
    });
  metrics.readings(
    "verifications_waiting",
    "Unfinished requests of the bank that wait for a verifier, or are in its hands",
    ["bank"],
    ofEachBank(({ waiting }) => waiting),
  );
  metrics.readings(
    "verifications_parked",
    "Unfinished requests that are put off because the bank's breaker is open",
    ["bank"],
    ofEachBank(({ parked }) => parked),
  );
  metrics.readings(
    "verification_oldest_waiting_timestamp_seconds",
    "When the oldest of those that wait was accepted; no value when none waits",
    ["bank"],
    ofEachBank(({ oldest }) => oldest),
  );
}

async function readQueues(database: Queryable): Promise<readonly BankQueue[]> {
  const { rows } = await database.query<BankQueue>({
    name: "report_queues",
    text: `select bank, count(*) filter (where not parked) as waiting, count(*) filter (where parked) as parked,
                  extract(epoch from min(created_at) filter (where not parked))::float8 as oldest
             from verification_requests where completed_at is null group by bank`,
  });
  const empty = supportedBankCodes
    .filter((bank) => rows.every((row) => row.bank !== bank))
    .map((bank) => ({ bank, waiting: 0, parked: 0, oldest: null }));
  return [...rows, ...empty];
}

/** The metrics of one scrape are read together: one statement is enough for them. */
function shareForAMoment<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    if (reading === undefined) {
      const begun = read().finally(() => {
        if (reading === begun) reading = undefined;
      });
      reading = begun;
    }
    return reading;
  };
}
