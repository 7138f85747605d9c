import { MOST_DELIVERIES_COUNTED, type WebhookEndpointStatistics } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { endpointGroup, groupsOf } from "./delivery-log.ts";

type Row = Omit<WebhookEndpointStatistics, "from" | "successRate" | "lastFailure"> & {
  readonly from: Date;
  readonly lastFailure:
    | (Omit<NonNullable<WebhookEndpointStatistics["lastFailure"]>, "at"> & { readonly at: string })
    | null;
};

/** How the newest deliveries of a week went. Reads at most as many of each type and state as it counts in all. */
export async function readEndpointStatistics(
  database: Queryable,
  { userId, endpointId }: { readonly userId: string; readonly endpointId: string },
): Promise<WebhookEndpointStatistics> {
  const { rows } = await database.query<Row>({
    name: "read_endpoint_statistics",
    text: `with recursive ${groupsOf("log_group", endpointGroup, "($1::text || '|' || $2 || '|')")},
           counted as (
             select newest.id, newest.created_at
               from log_group cross join lateral (
                 select id, created_at from webhook_deliveries
                  where ${endpointGroup} = log_group.name and created_at >= now() - interval '7 days'
                  order by created_at desc, id desc limit $3) newest
              order by created_at desc, id desc limit $3),
           attempt as (
             select a.* from counted
               join webhook_attempts a on a.delivery_id = counted.id and a.finished_at >= counted.created_at
              where a.finished_at >= now() - interval '7 days'),
           total as (
             select count(*)::int as attempts,
                    count(*) filter (where status_code between 200 and 299)::int as delivered,
                    round(percentile_cont(0.95) within group (order by total_ms))::float8 as "p95Ms"
               from attempt)
           select case when (select count(*) from counted) < $3 then now() - interval '7 days'
                       else (select min(created_at) from counted) end as "from", (select count(*)::int from counted) as deliveries, total.*,
                  (select json_build_object('deliveryId', delivery_id, 'at', finished_at,
                                            'statusCode', status_code, 'errorClass', error_class)
                     from attempt where status_code is null or status_code not between 200 and 299
                    order by finished_at desc limit 1) as "lastFailure"
             from total`,
    values: [userId, endpointId, MOST_DELIVERIES_COUNTED],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate has one row");
  const { from, lastFailure, ...counts } = row;
  return {
    from: from.toISOString(),
    ...counts,
    successRate: counts.attempts === 0 ? null : counts.delivered / counts.attempts,
    lastFailure: lastFailure && { ...lastFailure, at: new Date(lastFailure.at).toISOString() },
  };
}
