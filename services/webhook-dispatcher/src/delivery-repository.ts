import type { Queryable } from "@receipts/database";
import type { PostOutcome } from "@receipts/webhooks";
import type { DeliveryOutcome } from "./delivery-outcome.ts";

export interface LeasedDelivery {
  readonly id: string;
  readonly leaseToken: string;
  readonly userId: string;
  /** Null for a webhook about the account itself. */
  readonly verificationId: string | null;
  readonly event: string;
  readonly url: string;
  readonly payload: string;
  /** Attempts made before this one. */
  readonly attempts: number;
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  /** The database's clock when the lease was taken: signatures are dated by it, not by a pod's own clock. */
  readonly leasedAt: Date;
}

export interface DeliveryRepository {
  leaseDue(limit: number): Promise<LeasedDelivery[]>;
  /** Milliseconds until something is due; undefined when nothing is pending. */
  nextDueInMs(): Promise<number | undefined>;
  /** Records an attempt; false when the lease was lost: a newer attempt must not be overwritten. */
  complete(delivery: LeasedDelivery, result: PostOutcome, outcome: DeliveryOutcome): Promise<boolean>;
  /** Gives a delivery back as if it had not been taken. */
  release(delivery: LeasedDelivery): Promise<void>;
}

export function createDeliveryRepository(deps: {
  readonly database: Queryable;
  readonly leaseMs: number;
}): DeliveryRepository {
  const { database } = deps;
  return {
    leaseDue: async (limit) => {
      const { rows } = await database.query<LeasedDelivery>({
        name: "lease_due_deliveries",
        text: `update webhook_deliveries d
                  set lease_token = gen_random_uuid(), leased_until = now() + make_interval(secs => $2)
                where d.id in (select id from webhook_deliveries
                                where state = 'pending' and next_attempt_at <= now()
                                  and (leased_until is null or leased_until < now())
                                order by next_attempt_at
                                limit $1
                                  for update skip locked)
            returning d.id, d.lease_token as "leaseToken", d.user_id as "userId", d.verification_id as "verificationId",
                      d.event, d.url, d.payload, d.attempts, d.http_request_id as "httpRequestId", d.traceparent,
                      now() as "leasedAt"`,
        values: [limit, deps.leaseMs / 1_000],
      });
      return rows;
    },
    nextDueInMs: async () => {
      const { rows } = await database.query<{ dueInMs: number | null }>({
        name: "next_due_delivery",
        text: `select extract(epoch from min(greatest(next_attempt_at, leased_until)) - now())::float8 * 1000 as "dueInMs"
                 from (select next_attempt_at, leased_until from webhook_deliveries
                        where state = 'pending' order by next_attempt_at limit 100) soonest`,
      });
      return rows[0]?.dueInMs ?? undefined;
    },
    complete: async (delivery, result, outcome) => {
      const { timings } = result;
      const { rowCount } = await database.query({
        name: "complete_delivery_attempt",
        text: `with completed as (
                 update webhook_deliveries
                    set attempts = attempts + 1, state = $3, lease_token = null, leased_until = null,
                        next_attempt_at = now() + make_interval(secs => $4),
                        finished_at = case when $3 = 'pending' then null else now() end
                  where id = $1 and lease_token = $2
                 returning id, attempts)
               insert into webhook_attempts
                 (delivery_id, attempt, status_code, error_class, dns_ms, connect_ms, first_byte_ms, total_ms)
               select id, attempts, $5, $6, $7, $8, $9, $10 from completed`,
        values: [
          delivery.id,
          delivery.leaseToken,
          outcome.state,
          outcome.state === "pending" ? outcome.nextAttemptInMs / 1_000 : 0,
          result.kind === "answered" ? result.statusCode : null,
          result.kind === "failed" ? result.errorClass : null,
          timings.dnsMs,
          timings.connectMs,
          timings.firstByteMs,
          timings.totalMs,
        ],
      });
      return rowCount === 1;
    },
    release: async (delivery) => {
      await database.query({
        name: "release_delivery",
        text: `update webhook_deliveries set lease_token = null, leased_until = null where id = $1 and lease_token = $2`,
        values: [delivery.id, delivery.leaseToken],
      });
    },
  };
}
