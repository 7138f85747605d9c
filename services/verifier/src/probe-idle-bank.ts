import type { ReceiptIdentifiers } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type Log, limitTime, periodicWorker, type Worker } from "@receipts/service-kit";
import { type BankBreaker, isOpenBreaker } from "./bank-breaker.ts";

export interface ProbeIdleBankDeps {
  readonly database: Queryable;
  readonly bank: BankCode;
  readonly breaker: BankBreaker;
  readonly canary: ReceiptIdentifiers;
  /** Time without an attempt at the bank after which it is queried for its canary. */
  readonly idleMs: number;
  readonly log: Log;
}

/** Queries an idle bank for its canary, one verifier of the bank at a time. Creates no request and costs no credit. */
export function createProbeIdleBank(deps: ProbeIdleBankDeps): Worker {
  const { bank, breaker, canary, idleMs, log } = deps;
  return periodicWorker({
    name: "probe-idle-bank",
    everyMs: Math.min(deps.idleMs / 4, 5_000),
    log,
    work: async (stop) => {
      if (!breaker.admits("canary") || !(await claimProbe(deps))) return false;
      const startedAt = performance.now();
      // Ends before the claim expires.
      using limit = limitTime(stop, idleMs);
      const outcome = await breaker.fetch(canary, limit.signal, "canary").then(
        ({ kind }) => kind,
        (error: unknown) => outcomeOf(stop.aborted ? stop.reason : error),
      );
      const durationMs = Math.round(performance.now() - startedAt);
      // A canary that the bank no longer has is logged for the operator, although the bank responded.
      const level = outcome === "document" ? "debug" : "info";
      log[level]("bank.probed", { bank, outcome, durationMs });
      return false;
    },
  });
}

function outcomeOf(error: unknown): string {
  if (isOpenBreaker(error)) return "breaker_open";
  return error instanceof Error ? error.name : "error";
}

/** Returns false if the bank had an attempt recently. The claim expires, so a dead verifier does not stop probing. */
async function claimProbe({ database, bank, idleMs }: ProbeIdleBankDeps): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "claim_probe",
    text: `insert into bank_conditions as c (bank, probe_until) values ($1, now() + make_interval(secs => $2::float8 / 1000))
           on conflict (bank) do update set probe_until = excluded.probe_until
            where (c.probe_until is null or c.probe_until <= now())
              and (c.attempted_at is null or c.attempted_at <= now() - make_interval(secs => $2::float8 / 1000))`,
    values: [bank, idleMs],
  });
  return rowCount === 1;
}
