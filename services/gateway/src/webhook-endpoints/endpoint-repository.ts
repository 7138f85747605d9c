import { newId, type WebhookEndpoint } from "@receipts/contracts";
import type { AskedPage, Queryable } from "@receipts/database";
import { countEndpoints } from "../account-webhooks/endpoint-limit.ts";

/** An endpoint as stored. Listeners are no endpoints here. */
export interface EndpointRow {
  readonly id: string;
  readonly isDefault: boolean;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly string[];
  readonly enabled: boolean;
  readonly failingSince: Date | null;
  readonly disabledReason: WebhookEndpoint["disabledReason"];
  readonly disabledAt: Date | null;
  readonly headers: Buffer | null;
  readonly maxPerSecond: number | null;
  readonly signed: boolean;
  readonly secretRotationEndsAt: Date | null;
  readonly replayingFrom: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The default endpoint has the secret of its account. */
const endpointsOfUser = `
  select e.id, e.is_default as "isDefault", e.url, e.description, e.types, e.enabled, e.failing_since as "failingSince",
         e.disabled_reason as "disabledReason", e.disabled_at as "disabledAt", e.headers_ciphertext as headers,
         e.max_per_second as "maxPerSecond", s.owner_id is not null as signed,
         nullif(greatest(s.previous_until, now()), now()) as "secretRotationEndsAt",
         r.replay_from as "replayingFrom", e.created_at as "createdAt", e.updated_at as "updatedAt"
    from webhook_endpoints e left join webhook_secrets s on s.owner_id = coalesce(e.own_secret, e.user_id)
    left join endpoint_replays r on r.endpoint_id = e.id
   where e.user_id = $1 and e.listening_until is null`;

/** Lists the default endpoint first, then the oldest. */
export async function listEndpoints(
  database: Queryable,
  userId: string,
  { limit, offset }: AskedPage,
): Promise<{ readonly rows: EndpointRow[]; readonly total: number }> {
  const { rows } = await database.query<EndpointRow>(
    `${endpointsOfUser} order by e.is_default desc, e.created_at, e.id limit $2 offset $3`,
    [userId, limit, offset],
  );
  return { rows, total: await countEndpoints(database, userId) };
}

export async function findEndpoint(
  database: Queryable,
  userId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await database.query<EndpointRow>(`${endpointsOfUser} and e.id = $2`, [userId, id]);
  return rows[0];
}

export async function findDefaultEndpoint(
  database: Queryable,
  userId: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await database.query<EndpointRow>(`${endpointsOfUser} and e.is_default`, [userId]);
  return rows[0];
}

export interface EndpointSettings {
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly string[];
  readonly maxPerSecond: number | null;
  /** Sealed. */
  readonly headers: Buffer | null;
}

/** It needs a secret before the transaction ends. */
export async function insertEndpoint(
  database: Queryable,
  userId: string,
  endpoint: EndpointSettings & { readonly id: string },
): Promise<void> {
  const { id, url, description, types, maxPerSecond, headers } = endpoint;
  await database.query(
    `insert into webhook_endpoints (id, user_id, url, description, types, max_per_second, headers_ciphertext)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, url, description, types, maxPerSecond, headers],
  );
}

/** Lets a new endpoint get the events since a time too. Call it in the transaction that creates it. */
export async function startReplay(
  database: Queryable,
  replay: {
    readonly userId: string;
    readonly endpointId: string;
    readonly replayFrom: Date;
  },
  receiver: ReplayReceiver,
): Promise<void> {
  await database.query(
    `insert into endpoint_replays (endpoint_id, user_id, replay_from, sees_money, member_id)
     values ($1, $2, $3, $4, coalesce($5, (select made_by from api_keys where id = $6)))`,
    [
      ...[replay.endpointId, replay.userId, replay.replayFrom],
      ...[receiver.seesMoney, receiver.memberId, receiver.apiKeyId],
    ],
  );
}

/** The person or key that chose the address and types of a replay: it brings no more than these may read. */
export interface ReplayReceiver {
  readonly seesMoney: boolean;
  /** Null for a key, whose maker it is then. */
  readonly memberId: string | null;
  readonly apiKeyId: string | null;
}

/** Another person has moved the endpoint, or chosen its types. */
export async function changeReplayReceiver(
  database: Queryable,
  endpointId: string,
  { seesMoney, memberId, apiKeyId }: ReplayReceiver,
): Promise<void> {
  await database.query(
    `update endpoint_replays
        set sees_money = sees_money and $2, member_id = coalesce($3, (select made_by from api_keys where id = $4))
      where endpoint_id = $1`,
    [endpointId, seesMoney, memberId, apiKeyId],
  );
}

/**
 * Changes an endpoint. The dispatcher may disable it meanwhile, so the statement decides about its health. A new address
 * and `enabled: true` clear its failures. A new address also enables an endpoint that the service had disabled.
 */
export async function updateEndpoint(
  database: Queryable,
  id: string,
  endpoint: EndpointSettings & { readonly enabled: boolean | undefined },
): Promise<void> {
  const { url, description, types, maxPerSecond, headers, enabled } = endpoint;
  await database.query(
    `update webhook_endpoints e
        set url = $2, description = $3, types = $4, max_per_second = $5, headers_ciphertext = $6, updated_at = now_ms(),
            enabled = coalesce($7, e.enabled or (e.url <> $2 and e.disabled_reason is not null)),
            failing_since = case when e.url = $2 and $7 is not true then e.failing_since end,
            failed_days = case when e.url = $2 and $7 is not true then e.failed_days else 0 end,
            failed_on = case when e.url = $2 and $7 is not true then e.failed_on end,
            disabled_reason = case when e.url = $2 and $7 is null then e.disabled_reason end,
            disabled_at = case when e.url = $2 and $7 is null then e.disabled_at end,
            notified_at = case when e.url = $2 and $7 is null then e.notified_at end
      where id = $1`,
    [id, url, description, types, maxPerSecond, headers, enabled ?? null],
  );
}

/** Creates the default endpoint, or changes its URL, which clears its failures as in `updateEndpoint`. Null removes it. */
export async function setDefaultUrl(database: Queryable, userId: string, url: string | null): Promise<void> {
  if (url === null) {
    await database.query("delete from webhook_endpoints where user_id = $1 and is_default", [userId]);
    return;
  }
  await database.query(
    `insert into webhook_endpoints as e (id, user_id, url, is_default) values ($1, $2, $3, true)
     on conflict (user_id) where is_default do update
        set url = excluded.url, updated_at = now_ms(), failing_since = null, failed_days = 0, failed_on = null,
            enabled = e.enabled or e.disabled_reason is not null, disabled_reason = null, disabled_at = null, notified_at = null
      where e.url <> excluded.url`,
    [newId("webhookEndpoint"), userId, url],
  );
}

export async function deleteEndpoint(database: Queryable, id: string): Promise<void> {
  await database.query("delete from webhook_endpoints where id = $1", [id]);
}

export async function markUpdated(database: Queryable, id: string): Promise<void> {
  await database.query("update webhook_endpoints set updated_at = now_ms() where id = $1", [id]);
}
