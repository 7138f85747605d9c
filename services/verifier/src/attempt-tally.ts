import { createHash } from "node:crypto";
import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/** Counts attempts at the bank by outcome, and adds the counts to the database periodically. */
export interface AttemptTally {
  /** The bank sent any response. */
  responded(): void;
  /** No response. `requester` is an account or the canary: a bank counts as down when several get no response. */
  unavailable(requester: string): void;
  breakerOpened(): void;
  /** Adds the counts to the database. If that fails, the next flush adds them. */
  flush(): Promise<void>;
  readonly flusher: Worker;
}

const FLUSH_EVERY_MS = 2_000;
const SPANS = ["minute", "hour", "day"];

/** Times are monotonic; undefined if the event has not happened since the last flush. */
interface Counts {
  responded: number;
  unavailable: number;
  failedRequesters: bigint;
  respondedAt: number | undefined;
  breakerOpenedAt: number | undefined;
}

const noCounts = (): Counts => ({
  responded: 0,
  unavailable: 0,
  failedRequesters: 0n,
  respondedAt: undefined,
  breakerOpenedAt: undefined,
});

export function createAttemptTally(deps: {
  readonly database: Queryable;
  readonly bank: BankCode;
  readonly log: Log;
  readonly flushEveryMs?: number;
}): AttemptTally {
  let counts = noCounts();
  let flushing: Promise<void> = Promise.resolve();

  async function flushOnce(): Promise<void> {
    const batch = counts;
    if (batch.responded + batch.unavailable === 0) return;
    counts = noCounts();
    try {
      await add(deps, batch);
    } catch (error) {
      counts = sumOf(batch, counts);
      throw error;
    }
  }

  const flush = () => {
    flushing = flushing.catch(() => undefined).then(flushOnce);
    return flushing;
  };

  return {
    responded: () => {
      counts.responded += 1;
      counts.respondedAt = performance.now();
    },
    unavailable: (requester) => {
      counts.unavailable += 1;
      counts.failedRequesters |= requesterBit(requester);
    },
    breakerOpened: () => {
      counts.breakerOpenedAt = performance.now();
    },
    flush,
    flusher: periodicWorker({
      name: "attempt-tally",
      everyMs: deps.flushEveryMs ?? FLUSH_EVERY_MS,
      log: deps.log,
      work: async () => {
        await flush();
        return false;
      },
    }),
  };
}

/** One bit of 63: the table stores no account, and the number stays positive. */
function requesterBit(requester: string): bigint {
  return 1n << BigInt(createHash("sha256").update(requester).digest().readUInt32BE() % 63);
}

function sumOf(earlier: Counts, later: Counts): Counts {
  return {
    responded: earlier.responded + later.responded,
    unavailable: earlier.unavailable + later.unavailable,
    failedRequesters: earlier.failedRequesters | later.failedRequesters,
    respondedAt: later.respondedAt ?? earlier.respondedAt,
    breakerOpenedAt: later.breakerOpenedAt ?? earlier.breakerOpenedAt,
  };
}

/**
 * One statement, so that a minute, its hour and its day never disagree. All verifiers of a bank lock in the same order,
 * which avoids deadlocks. Only the database's clock is used.
 */
async function add(deps: { database: Queryable; bank: BankCode }, counts: Counts): Promise<void> {
  const agoMs = (at: number | undefined) => (at === undefined ? null : performance.now() - at);
  await deps.database.query({
    name: "add_bank_attempts",
    text: `with condition as (
             insert into bank_conditions as c (bank, attempted_at, responded_at, breaker_opened_at)
             values ($1, now(), now() - make_interval(secs => $4::float8 / 1000), now() - make_interval(secs => $5::float8 / 1000))
             on conflict (bank) do update
               set attempted_at = greatest(c.attempted_at, excluded.attempted_at),
                   responded_at = greatest(c.responded_at, excluded.responded_at),
                   breaker_opened_at = greatest(c.breaker_opened_at, excluded.breaker_opened_at))
           insert into bank_attempts as b (bank, span, starts_at, answered, unavailable, failed_requesters)
           select $1, span, date_trunc(span, now(), 'UTC'), $2, $3, case span when 'minute' then $7::bigint else 0 end
             from unnest($6::text[]) as span
           on conflict (span, bank, starts_at) do update
             set answered = b.answered + excluded.answered, unavailable = b.unavailable + excluded.unavailable,
                 failed_requesters = b.failed_requesters | excluded.failed_requesters`,
    values: [
      deps.bank,
      counts.responded,
      counts.unavailable,
      agoMs(counts.respondedAt),
      agoMs(counts.breakerOpenedAt),
      SPANS,
      counts.failedRequesters,
    ],
  });
}
