import { MOST_ATTEMPTS_SHOWN } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export type DeliveryState = "pending" | "delivered" | "exhausted" | "given_up";

/** A delivery as its account may see it. */
export interface DeliveryRecord {
  readonly id: string;
  readonly event: string;
  readonly url: string;
  readonly state: DeliveryState;
  /** Null once the delivery has ended. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** All attempts ever made. */
  readonly attemptCount: number;
  /** The last attempts, oldest first; deleted after 30 days. */
  readonly attempts: readonly AttemptRecord[];
}

export interface AttemptRecord {
  readonly attempt: number;
  readonly trigger: "schedule" | "manual";
  readonly statusCode: number | null;
  readonly errorClass: string | null;
  readonly durations: {
    readonly dnsMs: number | null;
    readonly connectMs: number | null;
    readonly firstByteMs: number | null;
    readonly totalMs: number;
  };
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
}

/** `AttemptRecord` of a row of `webhook_attempts`. */
export const attemptFields = `'attempt', attempt, 'trigger', trigger, 'statusCode', status_code, 'errorClass', error_class,
  'durations', json_build_object('dnsMs', dns_ms, 'connectMs', connect_ms, 'firstByteMs', first_byte_ms, 'totalMs', total_ms),
  'finishedAt', iso_utc(finished_at)`;

/** Lists the deliveries of one request of an account, with their last attempts. */
export async function listDeliveries(
  database: Queryable,
  { userId, verificationId }: { readonly userId: string; readonly verificationId: string },
): Promise<readonly DeliveryRecord[]> {
  const { rows } = await database.query<DeliveryRecord>({
    name: "list_deliveries",
    text: `select d.id, d.event, d.url, d.state, d.created_at as "createdAt", d.finished_at as "finishedAt",
                  d.attempts as "attemptCount",
                  case when d.state = 'pending' and d.next_attempt_at < 'infinity' then d.next_attempt_at end as "nextAttemptAt",
                  coalesce(made.attempts, '[]') as attempts
             from webhook_deliveries d
             cross join lateral (
               select json_agg(json_build_object(${attemptFields}) order by attempt) as attempts
                 from (select * from webhook_attempts a
                        where a.delivery_id = d.id and a.finished_at >= d.created_at
                        order by attempt desc
                        limit $3) last) made
            where d.verification_id = $2 and d.user_id = $1
            order by d.id`,
    values: [userId, verificationId, MOST_ATTEMPTS_SHOWN],
  });
  return rows;
}
