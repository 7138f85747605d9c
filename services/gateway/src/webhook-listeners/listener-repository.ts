import { MAX_WEBHOOK_LISTENERS, newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { createSigningSecretStore, type SecretBox, type SigningSecretStore } from "@receipts/webhooks";

/** How long a listener without an open stream keeps its webhooks. */
const LIFETIME_MINUTES = 15;
/** Webhooks that a stream sends before one of them is acknowledged. */
const MAX_UNACKNOWLEDGED = 100;

export interface ListenerDraft {
  readonly types?: readonly string[] | undefined;
  readonly forwardTo?: string | undefined;
}

export interface CreatedListener {
  readonly id: string;
  readonly secret: string;
  readonly expiresAt: Date;
}

/** A webhook that waits for its listener. A redelivery makes a further attempt of it. */
export interface WaitingWebhook {
  readonly id: string;
  readonly attempt: number;
}

export interface ListenedWebhook extends WaitingWebhook {
  readonly type: string;
  readonly payload: string;
  readonly isTest: boolean;
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  /** The database's time. */
  readonly readAt: Date;
}

export interface Acknowledgement {
  readonly attempt: number;
  readonly statusCode: number | null;
  readonly durationMs: number;
}

export type ListenerSecrets = ReturnType<SigningSecretStore["unseal"]>;

/** Call it in a transaction, under the account's lock. Returns undefined if the account has too many listeners. */
export async function createListener(
  database: Queryable,
  secretBox: SecretBox,
  userId: string,
  { types = ["*"], forwardTo = "" }: ListenerDraft,
): Promise<CreatedListener | undefined> {
  const id = newId("webhookEndpoint");
  const { rows } = await database.query<{ expiresAt: Date }>(
    // Not a URL that any client can request.
    `insert into webhook_endpoints (id, user_id, url, types, listening_until)
     select $1, $2, 'listener:' || $3, $4, now() + make_interval(mins => $6)
      where (select count(*) from webhook_endpoints where user_id = $2 and listening_until > now()) < $5
     returning listening_until as "expiresAt"`,
    [id, userId, forwardTo, [...new Set(types)], MAX_WEBHOOK_LISTENERS, LIFETIME_MINUTES],
  );
  const [listener] = rows;
  if (listener === undefined) return undefined;
  const { secret } = await createSigningSecretStore({ database, secretBox }).renew(id);
  return { id, secret, expiresAt: listener.expiresAt };
}

/** Moves the listener's end. Returns its secrets; undefined if it has ended or is unknown. */
export async function extendListener(
  database: Queryable,
  secretBox: SecretBox,
  userId: string,
  id: string,
): Promise<ListenerSecrets> {
  const { rows } = await database.query<{ ciphertext: Buffer }>({
    name: "extend_webhook_listener",
    text: `update webhook_endpoints e set listening_until = now() + make_interval(mins => $3)
             from webhook_secrets s
            where e.id = $1 and e.user_id = $2 and e.listening_until > now() and s.owner_id = $1
           returning s.ciphertext`,
    values: [id, userId, LIFETIME_MINUTES],
  });
  const [row] = rows;
  return row && createSigningSecretStore({ database, secretBox }).unseal(id, { ...row, previous: null });
}

/** Returns the oldest unacknowledged webhooks of each listener, and "ended" for those that have ended. */
export async function findWaiting(
  database: Queryable,
  listenerIds: readonly string[],
): Promise<Map<string, readonly WaitingWebhook[] | "ended">> {
  const { rows } = await database.query<{ listenerId: string; waiting: readonly WaitingWebhook[] }>({
    name: "find_waiting_webhooks",
    text: `select e.id as "listenerId", d.waiting
             from webhook_endpoints e
            cross join lateral (
              select coalesce(json_agg(json_build_object('id', id, 'attempt', attempts + 1)), '[]') as waiting
                from (select id, attempts from webhook_deliveries
                       where endpoint_id = e.id and state = 'pending' and next_attempt_at = 'infinity'
                       order by created_at, id
                       limit $2) oldest) d
            where e.id = any($1) and e.listening_until > now()`,
    values: [listenerIds, MAX_UNACKNOWLEDGED],
  });
  const found = new Map(rows.map(({ listenerId, waiting }) => [listenerId, waiting]));
  return new Map(listenerIds.map((id) => [id, found.get(id) ?? "ended"]));
}

/** Undefined if it does not wait any more. */
export async function readWebhook(database: Queryable, id: string): Promise<ListenedWebhook | undefined> {
  const { rows } = await database.query<ListenedWebhook>({
    name: "read_waiting_webhook",
    text: `select id, attempts + 1 as attempt, event as type, payload, is_test as "isTest",
                  http_request_id as "httpRequestId", traceparent, now() as "readAt"
             from webhook_deliveries where id = $1 and state = 'pending'`,
    values: [id],
  });
  return rows[0];
}

/** Records an attempt, once. Returns false if the listener has no such webhook. */
export async function acknowledge(
  database: Queryable,
  webhook: { readonly userId: string; readonly listenerId: string; readonly deliveryId: string },
  { attempt, statusCode, durationMs }: Acknowledgement,
): Promise<boolean> {
  const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const { rows } = await database.query<{ found: boolean }>({
    name: "acknowledge_webhook",
    text: `with held as (
             select id from webhook_deliveries where id = $1 and endpoint_id = $2 and user_id = $3 for update),
           completed as (
             update webhook_deliveries d
                set attempts = attempts + 1, run_attempts = run_attempts + 1, state = $5, finished_at = now()
               from held
              where d.id = held.id and d.state = 'pending' and d.next_attempt_at = 'infinity' and d.attempts = $4 - 1
             returning d.id, d.attempts, d.run_trigger),
           recorded as (
             insert into webhook_attempts (delivery_id, attempt, trigger, status_code, error_class, total_ms)
             select id, attempts, run_trigger, $6, $7, $8 from completed)
           select exists (select from held) as found`,
    values: [
      webhook.deliveryId,
      webhook.listenerId,
      webhook.userId,
      attempt,
      isDelivered ? "delivered" : "exhausted",
      statusCode,
      statusCode === null ? "connect" : null,
      durationMs,
    ],
  });
  return rows[0]?.found ?? false;
}

/** Returns false if there is no such listener. Its webhooks are given up by `giveUpUnheard`. */
export async function deleteListener(database: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "delete from webhook_endpoints where id = $1 and user_id = $2 and listening_until is not null",
    [id, userId],
  );
  return rowCount === 1;
}

/**
 * Gives up webhooks whose listener has ended, or did not acknowledge them for a day. Also finds one that was queued while its listener was deleted. Returns
 * their number.
 */
export async function giveUpUnheard(database: Queryable, limit: number): Promise<number> {
  const { rowCount } = await database.query({
    name: "give_up_unheard_webhooks",
    text: `update webhook_deliveries set state = 'given_up', finished_at = now()
            where id in (select id from webhook_deliveries d
                          where state = 'pending' and next_attempt_at = 'infinity'
                            and (created_at < now() - interval '1 day'
                                 or not exists (select from webhook_endpoints e
                                                 where e.id = d.endpoint_id and e.listening_until > now()))
                          limit $1
                            for update skip locked)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
