import { createHash } from "node:crypto";
import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/** Counts how attempts at the bank went, and adds the counts to the database off the hot path. */
export interface AttemptTally {
  /** The bank answered, whatever it said. */
  answered(): void;
  /** An account, or the canary: a bank is down when several have no answer. */
  unavailable(asker: string): void;
  breakerOpened(): void;
  /** Adds what has been counted; what could not be added stays for the next time. */
  flush(): Promise<void>;
  readonly flusher: Worker;
}

const FLUSH_EVERY_MS = 2_000;
const SPANS = ["minute", "hour", "day"];

/** Monotonic moments; undefined where it has not happened since the last flush. */
interface Counts {
  answered: number;
  unavailable: number;
  askersInVain: bigint;
  answeredAt: number | undefined;
  breakerOpenedAt: number | undefined;
}

const noCounts = (): Counts => ({
  answered: 0,
  unavailable: 0,
  askersInVain: 0n,
  answeredAt: undefined,
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
    const taken = counts;
    if (taken.answered + taken.unavailable === 0) return;
    counts = noCounts();
    try {
      await add(deps, taken);
    } catch (error) {
      counts = sumOf(taken, counts);
      throw error;
    }
  }

  const flush = () => {
    flushing = flushing.catch(() => undefined).then(flushOnce);
    return flushing;
  };

  return {
    answered: () => {
      counts.answered += 1;
      counts.answeredAt = performance.now();
    },
    unavailable: (asker) => {
      counts.unavailable += 1;
      counts.askersInVain |= bitOf(asker);
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

/** One of 63, so that the table names nobody and the number stays positive. */
function bitOf(asker: string): bigint {
  return 1n << BigInt(createHash("sha256").update(asker).digest().readUInt32BE() % 63);
}

function sumOf(earlier: Counts, later: Counts): Counts {
  return {
    answered: earlier.answered + later.answered,
    unavailable: earlier.unavailable + later.unavailable,
    askersInVain: earlier.askersInVain | later.askersInVain,
    answeredAt: later.answeredAt ?? earlier.answeredAt,
    breakerOpenedAt: later.breakerOpenedAt ?? earlier.breakerOpenedAt,
  };
}

/**
 * One statement, so that a minute, its hour and its day never disagree; in the same order everywhere, so that verifiers
 * of one bank wait for each other and never in a circle. Only the database's clock is used.
 */
async function add(deps: { database: Queryable; bank: BankCode }, counts: Counts): Promise<void> {
  const agoMs = (at: number | undefined) => (at === undefined ? null : performance.now() - at);
  await deps.database.query({
    name: "add_bank_attempts",
    text: `with condition as (
             insert into bank_conditions as c (bank, attempted_at, answered_at, breaker_opened_at)
             values ($1, now(), now() - make_interval(secs => $4::float8 / 1000), now() - make_interval(secs => $5::float8 / 1000))
             on conflict (bank) do update
               set attempted_at = greatest(c.attempted_at, excluded.attempted_at),
                   answered_at = greatest(c.answered_at, excluded.answered_at),
                   breaker_opened_at = greatest(c.breaker_opened_at, excluded.breaker_opened_at))
           insert into bank_attempts as b (bank, span, starts_at, answered, unavailable, askers_in_vain)
           select $1, span, date_trunc(span, now(), 'UTC'), $2, $3, case span when 'minute' then $7::bigint else 0 end
             from unnest($6::text[]) as span
           on conflict (span, bank, starts_at) do update
             set answered = b.answered + excluded.answered, unavailable = b.unavailable + excluded.unavailable,
                 askers_in_vain = b.askers_in_vain | excluded.askers_in_vain`,
    values: [
      deps.bank,
      counts.answered,
      counts.unavailable,
      agoMs(counts.answeredAt),
      agoMs(counts.breakerOpenedAt),
      SPANS,
      counts.askersInVain,
    ],
  });
}
