import { type RowColumns, unnestColumns } from "@receipts/database";
import type { PostOutcome } from "@receipts/webhooks";
import type { DeliveryOutcome } from "./delivery-outcome.ts";

export interface AttemptedDelivery {
  readonly id: string;
  readonly leaseToken: string;
  /** Null for the own URL of a request or deposit. */
  readonly endpointId: string | null;
  /** A sample that a person has sent. */
  readonly isTest: boolean;
  readonly url: string;
}

export interface CompletedAttempt {
  readonly delivery: AttemptedDelivery;
  readonly result: PostOutcome;
  readonly outcome: DeliveryOutcome;
}

export const attemptColumns: RowColumns<CompletedAttempt> = {
  id: ["text", ({ delivery }) => delivery.id],
  lease_token: ["uuid", ({ delivery }) => delivery.leaseToken],
  state: ["text", ({ outcome }) => outcome.state],
  wait_seconds: [
    "float8",
    ({ outcome }) => (outcome.state === "pending" ? outcome.nextAttemptInMs / 1_000 : 0),
  ],
  status_code: ["int", ({ result }) => (result.kind === "responded" ? result.statusCode : null)],
  error_class: ["text", ({ result }) => (result.kind === "failed" ? result.errorClass : null)],
  dns_ms: ["float8", ({ result }) => result.timings.dnsMs],
  connect_ms: ["float8", ({ result }) => result.timings.connectMs],
  first_byte_ms: ["float8", ({ result }) => result.timings.firstByteMs],
  total_ms: ["float8", ({ result }) => result.timings.totalMs],
  response_excerpt: [
    "bytea",
    ({ result }) => (result.kind === "responded" ? (result.excerpt ?? null) : null),
  ],
  endpoint_id: ["text", ({ delivery }) => delivery.endpointId],
  url: ["text", ({ delivery }) => (delivery.endpointId === null ? null : delivery.url)],
  is_test: ["boolean", ({ delivery }) => delivery.isTest],
};

/**
 * Records a batch of attempts, and the health of their endpoints. Attempts whose lease was lost change nothing and are
 * not returned.
 *
 * An endpoint that fails for 5 days, and on 5 days, is disabled: two failures of a quiet one may be days apart. So is one
 * that responds 410. A batch in which an endpoint got a delivery counts as delivered last. Failed samples, attempts at an
 * earlier URL of an endpoint, and our own errors say nothing about it.
 *
 * Receivers may repeat what they got, so the response to a webhook that was erased meanwhile is not kept.
 *
 * Endpoints are locked before deliveries, and only where something changes.
 */
export const completeStatement = `
with item as (select * from ${unnestColumns(attemptColumns, "item")}),
changing as materialized (
  select e.id, e.url, e.failing_since, e.failed_days, e.failed_on
    from webhook_endpoints e
    join (select endpoint_id, url, bool_or(state = 'delivered') as delivered, bool_or(status_code = 410) as gone,
                 bool_and(is_test) as only_tests
            from item
           where endpoint_id is not null and error_class is distinct from 'internal'
           group by endpoint_id, url) tried
      on e.id = tried.endpoint_id and e.url = tried.url
   where e.enabled
     and case when delivered then e.failing_since is not null
              when gone then true
              else not only_tests
                   and (e.failed_on is distinct from current_date
                        or e.failing_since < now() - interval '5 days' and e.failed_days >= 5) end
   order by e.id
     for update of e
),
held as (
  select d.id, d.lease_token from webhook_deliveries d join item on item.id = d.id and item.lease_token = d.lease_token
   where (select count(*) from changing) >= 0
   order by d.id
     for update of d
),
completed as (
  update webhook_deliveries d
     set attempts = d.attempts + 1, run_attempts = d.run_attempts + 1, state = item.state,
         lease_token = null, leased_until = null, next_attempt_at = now() + make_interval(secs => item.wait_seconds),
         finished_at = case when item.state = 'pending' then null else now() end
    from item join held using (id, lease_token)
   where d.id = item.id
  returning d.id, d.attempts, d.run_trigger, d.erased_at
),
recorded as (
  insert into webhook_attempts
    (delivery_id, attempt, trigger, status_code, error_class, dns_ms, connect_ms, first_byte_ms, total_ms,
     response_excerpt)
  select completed.id, completed.attempts, completed.run_trigger, status_code, error_class, dns_ms, connect_ms,
         first_byte_ms, total_ms, case when erased_at is null then response_excerpt end
    from completed join item using (id)
),
health as (
  update webhook_endpoints e
     set failing_since = case when not delivered then coalesce(e.failing_since, now()) end,
         failed_days = case when delivered then 0 else e.failed_days + (e.failed_on is distinct from current_date)::int end,
         failed_on = case when not delivered then current_date end,
         enabled = reason is null, disabled_reason = reason, disabled_at = case when reason is not null then now() end,
         updated_at = case when reason is null then e.updated_at else now_ms() end
    from changing
    join (select endpoint_id, url, bool_or(state = 'delivered') as delivered, bool_or(status_code = 410) as gone
            from item join completed using (id)
           where endpoint_id is not null and error_class is distinct from 'internal'
           group by endpoint_id, url) tried
      on tried.endpoint_id = changing.id and tried.url = changing.url
   cross join lateral (
     select case when delivered then null when gone then 'gone'
                 when failing_since < now() - interval '5 days' and failed_days >= 5 then 'failing' end as reason
       from (select changing.failing_since, changing.failed_days + (changing.failed_on is distinct from current_date)::int as failed_days) seen) judged
   where e.id = changing.id
)
select held.id, held.lease_token as "leaseToken" from completed join held using (id)`;
