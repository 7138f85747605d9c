import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Capacity } from "../src/delivery-repository.ts";

export async function anAccount(database: Queryable): Promise<string> {
  const userId = newId("user");
  await database.query("insert into users (id, email, name) values ($1, $1 || '@example.test', 'Test')", [
    userId,
  ]);
  return userId;
}

export interface RowDraft {
  readonly userId: string;
  /** `{n}` becomes the number of the row. */
  readonly url: string;
  readonly count?: number;
  readonly dueSecondsAgo?: number;
  readonly state?: "pending" | "delivered" | "exhausted";
}

/** Inserts deliveries as a verdict does, due since `dueSecondsAgo`. Returns their ids. */
export async function insertDeliveries(database: Queryable, draft: RowDraft): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `insert into webhook_deliveries
       (id, user_id, verification_id, event, url, payload, http_request_id, next_attempt_at, state, attempts, run_attempts,
        finished_at)
     select 'whd_' || replace(gen_random_uuid()::text, '-', ''), $1, 'ver_' || gen_random_uuid(), 'verification.completed',
            replace($2, '{n}', n::text), '{"n":' || n || '}', 'req_1', now() - make_interval(secs => $4), $5::text, run, run,
            case when $5 = 'pending' then null else now() end
       from generate_series(1, $3::int) as n, (select case when $5 = 'pending' then 0 else 5 end as run) made
     returning id`,
    [draft.userId, draft.url, draft.count ?? 1, draft.dueSecondsAgo ?? 0, draft.state ?? "pending"],
  );
  return rows.map(({ id }) => id);
}

/** Capacity for 1,000 of everything, except the overrides. */
export const ampleCapacity = (overrides: Partial<Capacity> = {}): Capacity => ({
  ...{ free: 1_000, perAccount: 1_000, perHost: 1_000 },
  ...{ accounts: new Map(), hosts: new Map(), breakers: [] },
  ...overrides,
});
