import { randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { createSecretBox, newSigningSecret, secretContext } from "@receipts/webhooks";
import type { Capacity } from "../src/delivery-repository.ts";

export async function anAccount(database: Queryable): Promise<string> {
  const userId = newId("user");
  await database.query("insert into users (id, email, name) values ($1, $1 || '@example.test', 'Test')", [
    userId,
  ]);
  return userId;
}

/** Of the dispatchers that tests start. */
export const encryptionKey = randomBytes(32).toString("base64");
export const secretBox = createSecretBox(encryptionKey);

export interface EndpointDraft {
  readonly userId: string;
  readonly url: string;
  readonly types?: readonly string[];
  readonly maxPerSecond?: number;
  readonly secret?: string;
}

/** Inserts an endpoint and returns its id. */
export async function anEndpoint(database: Queryable, draft: EndpointDraft): Promise<string> {
  const { userId, url, types = ["*"], maxPerSecond = null, secret = newSigningSecret() } = draft;
  const id = newId("webhookEndpoint");
  const ciphertext = secretBox.seal(secret, secretContext(id));
  await database.query(
    `with endpoint as (
       insert into webhook_endpoints (id, user_id, url, types, max_per_second) values ($1, $2, $3, $4, $5)
       returning id, user_id)
     insert into webhook_secrets (user_id, endpoint_id, ciphertext) select user_id, id, $6 from endpoint`,
    [id, userId, url, types, maxPerSecond, ciphertext],
  );
  return id;
}

export interface RowDraft {
  readonly userId: string;
  /** `{n}` becomes the number of the row. */
  readonly url: string;
  readonly count?: number;
  readonly dueSecondsAgo?: number;
  /** Its deliveries have this endpoint's id. */
  readonly endpointId?: string;
  readonly state?: "pending" | "delivered" | "exhausted";
}

/** Inserts deliveries as a verdict does, due since `dueSecondsAgo`. Returns their ids. */
export async function insertDeliveries(database: Queryable, draft: RowDraft): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `insert into webhook_deliveries
       (id, user_id, verification_id, event, url, payload, http_request_id, next_attempt_at, state, attempts, run_attempts,
        finished_at, endpoint_id)
     select 'whd_' || replace(gen_random_uuid()::text, '-', ''), $1, 'ver_' || gen_random_uuid(), 'verification.completed',
            replace($2, '{n}', n::text), '{"n":' || n || '}', 'req_1', now() - make_interval(secs => $4), $5::text, run, run,
            case when $5 = 'pending' then null else now() end, $6
       from generate_series(1, $3::int) as n, (select case when $5 = 'pending' then 0 else 5 end as run) made
     returning id`,
    [
      draft.userId,
      draft.url,
      draft.count ?? 1,
      draft.dueSecondsAgo ?? 0,
      draft.state ?? "pending",
      draft.endpointId ?? null,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Inserts events of these types in turn, for every endpoint of the account that takes them, as the services do. */
export async function insertEvents(
  database: Queryable,
  {
    userId,
    types,
    count,
  }: { readonly userId: string; readonly types: readonly string[]; readonly count: number },
): Promise<void> {
  await database.query(
    `with event as materialized (
       select ($2::text[])[1 + n % cardinality($2::text[])] as type, new_ulid() as ulid from generate_series(1, $3::int) as n)
     insert into webhook_deliveries
       (id, user_id, verification_id, event, event_id, endpoint_id, url, payload, http_request_id, next_attempt_at)
     select webhook_delivery_id('whd_' || ulid, place), $1, case when type like 'verification.%' then 'ver_' || ulid end, type,
            'evt_' || ulid, endpoint_id, url, json_build_object('id', 'evt_' || ulid, 'type', type)::text, 'req_1', due_at
       from event cross join lateral webhook_targets($1, type, null)`,
    [userId, types, count],
  );
}

/** Capacity for 1,000 of everything, except the overrides. */
export const ampleCapacity = (overrides: Partial<Capacity> = {}): Capacity => ({
  ...{ free: 1_000, perAccount: 1_000, perHost: 1_000, perTarget: 1_000 },
  ...{ accounts: new Map(), hosts: new Map(), targets: new Map(), breakers: [] },
  ...{ onHosts: [], perAccountOnHost: new Map() },
  ...overrides,
});
