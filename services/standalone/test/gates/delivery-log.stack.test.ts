import { createTestDatabase, isFullRun, type TestDatabase } from "@receipts/testing";
import type { DeliveryState, LogFilter } from "@receipts/webhooks";
import { findLogged, listLog } from "@receipts/webhooks";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { insertDeliveryLog, type RareDelivery } from "../../bench/delivery-log-rows.ts";
import { createRecordingDatabase, pagesRead } from "./recording-database.ts";

const DELIVERIES = isFullRun ? 1_000_000 : 200_000;
const DAY_MS = 86_400_000;
/** Pages of 8 KiB: an index descent in each of the 38 days of attempts takes two, a group of the log's index four. */
const FOR_ONE = 400;
const FOR_TWENTY = 2_500;

/** Counted, not timed: `bench -- delivery-log` has the times. */
describe(`the log of an account with ${DELIVERIES} webhook deliveries`, () => {
  let database: TestDatabase;
  let userId: string;
  let rare: readonly RareDelivery[];

  beforeAll(async () => {
    database = await createTestDatabase();
    [{ userId }] = await makeAccounts(database.pool, 1);
    rare = await insertDeliveryLog(database.pool, userId, DELIVERIES);
  });
  afterAll(() => database.drop());

  async function read(filter: Partial<LogFilter>) {
    const recording = createRecordingDatabase(database.pool);
    const { rows, next } = await listLog(recording.database, userId, { ...noFilter, ...filter });
    const [statement] = recording.statements;
    if (statement === undefined) throw new Error("nothing was read");
    return { ids: rows.map(({ id }) => id), next, pages: await pagesRead(database.pool, statement) };
  }

  it("finds the only delivery of its kind by each filter, and by pairs of them", async () => {
    const costs: Record<string, number> = {};
    for (const { kind, query, id } of rare) {
      const { ids, pages } = await read(filterOf(query));
      expect([kind, ids]).toEqual([kind, [id]]);
      costs[kind] = pages;
    }
    expect(Object.entries(costs).filter(([, pages]) => pages > FOR_ONE)).toEqual([]);
  });

  it("reads as much for any page, however deep", async () => {
    for (const filter of [
      {},
      { states: ["delivered"] },
      { states: ["exhausted"], types: ["deposit.expired"] },
      {
        states: ["exhausted", "given_up"],
        types: ["deposit.expired", "deposit.created", "verification.completed"],
      },
    ] satisfies Partial<LogFilter>[]) {
      const first = await read(filter);
      const place = (Date.now() - 150 * DAY_MS) * 1_000;
      const deep = await read({ ...filter, after: { place, id: "whd_" } });
      for (const { ids, pages } of [first, deep]) {
        expect(ids).toHaveLength(20);
        expect(pages).toBeLessThan(FOR_TWENTY);
      }
      expect(first.next?.id).toBe(first.ids.at(-1));
    }
  });

  it("finds a new kind before the statistics know it", async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into webhook_deliveries (id, user_id, event, subject, url, payload, http_request_id, state, finished_at, created_at)
       values ('whd_' || new_ulid(), $1, 'account.registration_attempted', $1, '', '{}', 'req_1', 'given_up', now(),
               now() - interval '300 days')
       returning id`,
      [userId],
    );
    for (const filter of [
      { types: ["account.registration_attempted"] },
      { subject: userId },
      { states: ["given_up"], before: new Date(Date.now() - 250 * DAY_MS) },
      { endpoint: "none", states: ["given_up"] },
    ] satisfies Partial<LogFilter>[]) {
      const { ids, pages } = await read(filter);
      expect([filter, ids]).toEqual([filter, [rows[0]?.id]]);
      expect(pages).toBeLessThan(FOR_ONE);
    }
  });

  it("finds one by its id, with its attempts", async () => {
    const recording = createRecordingDatabase(database.pool);
    await findLogged(recording.database, { userId, deliveryId: rare[0]?.id ?? "" });
    const [statement] = recording.statements;
    if (statement === undefined) throw new Error("nothing was read");
    expect(await pagesRead(database.pool, statement)).toBeLessThan(FOR_ONE);
  });
});

const noFilter: LogFilter = {
  ...{ endpoint: undefined, types: undefined, states: undefined, subject: undefined },
  ...{ from: undefined, before: undefined, after: undefined, limit: 20 },
};

function filterOf({ from, to, state, type, ...others }: RareDelivery["query"]): Partial<LogFilter> {
  const isDay = to?.length === "2026-01-31".length;
  return {
    ...others,
    states: state === undefined ? undefined : [state as DeliveryState],
    types: type === undefined ? undefined : [type],
    from: from === undefined ? undefined : new Date(from),
    before: to === undefined ? undefined : new Date(Date.parse(to) + (isDay ? DAY_MS : 0)),
  };
}
