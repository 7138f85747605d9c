import type { BankCode, DurationPercentiles, VerificationStatus } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { StatusCount } from "./verification-counts.ts";

export interface BankStatusCount extends StatusCount {
  readonly bank: BankCode;
}

/** Bank null means all banks together. */
export type BankDurations = DurationPercentiles & { readonly bank: BankCode | null };

interface MetricsRow extends DurationPercentiles {
  readonly bank: BankCode | null;
  readonly status: VerificationStatus | null;
  readonly count: number;
}

/**
 * One pass over the index. Durations are counted by their first three digits, so a million of them are some thousand
 * groups in memory and no sort on disk. Bigint: a request found after weeks of downtime took more milliseconds than 32
 * bits hold.
 */
export const metricsStatement = `
with cell as materialized (
  select bank, status,
         case when ms < 1000 then ms when ms < 10000 then ms / 10 * 10 when ms < 100000 then ms / 100 * 100
              else ms / 1000 * 1000 end as ms,
         count(*) as n
    from (select bank, status, (date_part('epoch', completed_at - created_at) * 1000)::bigint as ms
            from verification_requests
           where user_id = $1 and created_at >= $2) request
   group by 1, 2, 3
),
ended as (
  select bank, ms, sum(n) as n from cell where ms is not null group by grouping sets ((bank, ms), (ms))
),
ranked as (
  select bank, ms, sum(n) over (partition by bank order by ms) as upto, sum(n) over (partition by bank) as total from ended
)
select bank, status, sum(n)::bigint as count, null::bigint as p50, null::bigint as p95, null::bigint as p99
  from cell group by bank, status
union all
select bank, null, 0, min(ms) filter (where upto >= 0.50 * total), min(ms) filter (where upto >= 0.95 * total),
       min(ms) filter (where upto >= 0.99 * total)
  from ranked group by bank`;

export async function recentMetrics(
  database: Queryable,
  userId: string,
  from: Date,
): Promise<{ counts: BankStatusCount[]; durations: BankDurations[] }> {
  const { rows } = await database.query<MetricsRow>(metricsStatement, [userId, from]);
  return {
    counts: rows.flatMap(({ bank, status, count }) =>
      bank === null || status === null ? [] : [{ bank, status, count }],
    ),
    durations: rows.flatMap(({ bank, status, p50, p95, p99 }) =>
      status === null ? [{ bank, p50, p95, p99 }] : [],
    ),
  };
}
