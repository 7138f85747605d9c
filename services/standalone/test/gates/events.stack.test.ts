import { createTestDatabase, isFullRun, type TestDatabase } from "@receipts/testing";
import { type EventFilter, listEvents } from "../../../gateway/src/events/event-repository.ts";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { createRecordingDatabase, pagesRead } from "./recording-database.ts";

const EVENTS = isFullRun ? 1_000_000 : 200_000;
/** Pages of 8 KiB: an event of a page takes its row, and one descent for each of its sources. */
const FOR_A_PAGE = 20 * 20;
const FOR_NONE = 60;

/** The time of the nth event. */
const timeOf = (nth: number) => new Date(Date.parse("2026-11-01T08:00:00Z") + nth * 1_000);

/** Counted, not timed. */
describe(`the events of an account with ${EVENTS}`, () => {
  let database: TestDatabase;
  let userId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    [{ userId }] = await makeAccounts(database.pool, 1);
    await database.pool.query(
      `insert into account_events (id, user_id, type, subject, sequence, created_at, reached_at)
       select 'evt_' || lpad(n::text, 26, '0'), $1, case when n = 7 then 'deposit.created' else 'verification.completed' end,
              'ver_' || lpad(n::text, 26, '0'), n, at, at
         from generate_series(1, $2::int) n cross join lateral (select $3::timestamptz + make_interval(secs => n) as at) happened`,
      [userId, EVENTS, timeOf(0)],
    );
    await database.pool.query("vacuum (analyze) account_events");
  });
  afterAll(() => database.drop());

  const none = ["credits.low", "profile.updated", "batch.completed"] as const;
  it.each<[string, Partial<EventFilter>, number, number]>([
    ["all", {}, 20, FOR_A_PAGE],
    ["all after a cursor in the middle", { after: EVENTS / 2 }, 20, FOR_A_PAGE],
    ["one type of which there are very many", { types: ["verification.completed"] }, 20, FOR_A_PAGE],
    ["one type of which there is one", { types: ["deposit.created"] }, 1, FOR_NONE],
    ["types of which there are none", { types: none }, 0, FOR_NONE],
    ["all types", { types: ["verification.completed", "deposit.created", ...none] }, 20, FOR_A_PAGE],
    ["a subject", { subject: `ver_${"7".padStart(26, "0")}` }, 1, FOR_NONE],
    ["a subject, of another type", { subject: `ver_${"7".padStart(26, "0")}`, types: none }, 0, FOR_NONE],
    ["a time near the end", { from: timeOf(EVENTS - 4) }, 5, FOR_A_PAGE],
    ["a time after all", { from: timeOf(EVENTS + 1) }, 0, FOR_NONE],
    ["types after all", { from: timeOf(EVENTS + 1), types: none }, 0, FOR_NONE],
  ])("are read for the cost of one page: %s", async (_name, filter, count, pages) => {
    const recording = createRecordingDatabase(database.pool);
    const base = { types: undefined, subject: undefined, from: undefined, after: 0, last: EVENTS, limit: 20 };
    const { items } = await listEvents(recording.database, userId, { ...base, ...filter });
    expect(items).toHaveLength(count);
    const [statement] = recording.statements;
    if (statement === undefined) throw new Error("nothing was read");
    expect(await pagesRead(database.pool, statement)).toBeLessThan(pages);
  });
});
