import { until } from "@receipts/testing";
import type { ChaosSystem } from "./chaos-system.ts";

export interface VerdictTimes {
  /** Time from acceptance to verdict, as reported to callers (`durationMs`). */
  readonly p95Ms: number;
  readonly failed: number;
}

/** Waits until the given requests have ended; returns their times and failures. */
export async function verdictTimes({ pool }: ChaosSystem, ids: readonly string[]): Promise<VerdictTimes> {
  return await until(
    async () => {
      const { rows } = await pool.query(
        `select percentile_cont(0.95) within group (order by extract(epoch from completed_at - created_at) * 1000)::float8 as "p95Ms",
                count(*) filter (where processing_status = 'failed')::int as failed,
                count(*) filter (where completed_at is null)::int as unfinished
           from verification_requests where id = any($1)`,
        [ids],
      );
      const { p95Ms, failed, unfinished } = rows[0];
      return unfinished === 0 ? { p95Ms, failed } : undefined;
    },
    { what: "the verdicts" },
  );
}
