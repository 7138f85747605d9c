import type { PostOutcome } from "@receipts/webhooks";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import type { LeasedDelivery } from "./delivery-repository.ts";

export interface CompletedAttempt {
  readonly delivery: LeasedDelivery;
  readonly result: PostOutcome;
  readonly outcome: DeliveryOutcome;
}

/** Records a batch of attempts. Attempts whose lease was lost change nothing and are not returned. */
export const completeStatement = `
with item as (
  select * from unnest($1::text[], $2::uuid[], $3::text[], $4::float8[], $5::int[], $6::text[],
                       $7::float8[], $8::float8[], $9::float8[], $10::float8[])
    as t(id, lease_token, state, wait_seconds, status_code, error_class, dns_ms, connect_ms, first_byte_ms, total_ms)
),
held as (
  select d.id, d.lease_token from webhook_deliveries d join item on item.id = d.id and item.lease_token = d.lease_token
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
  returning d.id, d.attempts, d.run_trigger
),
recorded as (
  insert into webhook_attempts
    (delivery_id, attempt, trigger, status_code, error_class, dns_ms, connect_ms, first_byte_ms, total_ms)
  select completed.id, completed.attempts, completed.run_trigger, status_code, error_class, dns_ms, connect_ms,
         first_byte_ms, total_ms
    from completed join item using (id)
)
select held.id, held.lease_token as "leaseToken" from completed join held using (id)`;

export function completeValues(items: readonly CompletedAttempt[]): unknown[] {
  const column = <T>(of: (item: CompletedAttempt) => T) => items.map(of);
  return [
    column(({ delivery }) => delivery.id),
    column(({ delivery }) => delivery.leaseToken),
    column(({ outcome }) => outcome.state),
    column(({ outcome }) => (outcome.state === "pending" ? outcome.nextAttemptInMs / 1_000 : 0)),
    column(({ result }) => (result.kind === "responded" ? result.statusCode : null)),
    column(({ result }) => (result.kind === "failed" ? result.errorClass : null)),
    column(({ result }) => result.timings.dnsMs),
    column(({ result }) => result.timings.connectMs),
    column(({ result }) => result.timings.firstByteMs),
    column(({ result }) => result.timings.totalMs),
  ];
}
