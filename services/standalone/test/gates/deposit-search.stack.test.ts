import type { AskedWalk } from "@receipts/database";
import { createTestDatabase, isFullRun, type TestDatabase } from "@receipts/testing";
import {
  type DepositSearch,
  exportDeposits,
  searchDeposits,
} from "../../../gateway/src/checkout/deposits/search-deposits.ts";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { withoutIndexes } from "../../bench/old-rows.ts";
import { createRecordingDatabase, pagesRead } from "./recording-database.ts";

const DEPOSITS = isFullRun ? 300_000 : 180_000;
/** Pages of 8 KiB. A deposit takes a fifth of one, and a descent of an index four. */
const FOR_FEW = 800;
/** Totals read up to 100,000 entries of an index, or the rows of a thousand matches. */
const FOR_MANY = 25_000;

/** Two thirds confirmed, one thirtieth canceled, the rest expired; one a minute. */
const insertDeposits = `
  insert into deposits (id, user_id, token, amount, amount_received, reference, customer, payment_options, http_request_id,
                        created_at, expires_at, status, receipt, receipt_hash, confirmed_at, canceled_at)
  select 'dep_' || lpad(n::text, 26, '0'), $1, lpad(n::text, 32, '0'), 100 + n, case when n % 3 < 2 then 100 + n end,
         'order-' || n, jsonb_build_object('name', 'Customer ' || md5(n::text)), '[]', 'req',
         now_ms() - make_interval(mins => $2 - n), now_ms() - make_interval(mins => $2 - n - 60),
         case when n % 3 < 2 then 'confirmed' when n % 30 = 2 then 'canceled' else 'expired' end,
         case when n % 3 < 2 then jsonb_build_object('referenceNumber', 'DJ' || n, 'senderName', 'Abebe Kebede') end,
         case when n % 3 < 2 then sha256(n::text::bytea) end,
         case when n % 3 < 2 then now_ms() end, case when n % 3 = 2 and n % 30 = 2 then now_ms() end
    from generate_series(1, $2) n`;

/** Counted, not timed. */
describe("the deposits of an account with very many", () => {
  let database: TestDatabase;
  let userId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    [{ userId }] = await makeAccounts(database.pool, 1);
    const client = await database.pool.connect();
    await client.query("set statement_timeout = 0");
    await client.query("set maintenance_work_mem = '256MB'");
    await withoutIndexes(client, "deposits", () => client.query(insertDeposits, [userId, DEPOSITS]));
    await client.query("vacuum analyze deposits");
    client.release(true);
  });
  afterAll(() => database.drop());

  async function costOf(filter: DepositSearch & Partial<AskedWalk>) {
    const recording = createRecordingDatabase(database.pool);
    const found = await searchDeposits(recording.database, userId, { limit: 25, offset: 0, ...filter });
    const pages = await Promise.all(
      recording.statements.map((statement) => pagesRead(database.pool, statement)),
    );
    return { ...found, ids: found.rows.length, pages: pages.reduce((sum, one) => sum + one, 0) };
  }

  it.each<[string, DepositSearch & Partial<AskedWalk>, number, number]>([
    ["an order", { q: "order-123456" }, 1, FOR_FEW],
    ["a receipt's number in lower case", { q: "dj123456" }, 1, FOR_FEW],
    ["an order of one state", { q: "order-123456", status: "canceled" }, 0, FOR_FEW],
    ["a text that none has", { q: "chaltu" }, 0, FOR_FEW],
    ["an exact reference", { reference: "order-77" }, 1, FOR_FEW],
    ["a day", { from: daysAgo(31), before: daysAgo(30) }, 25, FOR_FEW],
    ["a state that none has", { status: "review_required" }, 0, FOR_FEW],
    ["a state of a day", { status: "canceled", from: daysAgo(3), before: daysAgo(2) }, 25, FOR_FEW],
    ["a text that most have", { q: "abebe" }, 25, FOR_MANY],
    ["a text that most have, of a rare state", { q: "order", status: "canceled" }, 25, FOR_MANY],
    ["no filter", {}, 25, FOR_MANY],
    ["a frequent state", { status: "expired" }, 25, FOR_MANY],
    ["a deep page", { offset: 50_000 }, 25, FOR_MANY],
    ["a cursor far back", { after: { place: daysAgo(30).getTime() * 1_000, id: "dep_" } }, 25, FOR_MANY],
  ])("are found by %s for the cost of what is shown", async (_name, filter, rows, most) => {
    const { ids, pages } = await costOf(filter);
    expect(ids).toBe(rows);
    expect(pages).toBeLessThan(most);
  });

  it("have exact totals up to 100,000, and else say so", async () => {
    expect(await costOf({})).toMatchObject({ total: 100_000, isExact: false });
    const canceled = await costOf({ status: "canceled" });
    expect(canceled).toMatchObject({ total: DEPOSITS / 30, isExact: true });
  });

  it("are exported in batches of the same cost", async () => {
    const recording = createRecordingDatabase(database.pool);
    let batches = 0;
    for await (const rows of exportDeposits(recording.database, userId, {})) {
      batches += 1;
      expect(rows).toHaveLength(100);
      if (batches === 1_500) break;
    }
    for (const statement of [recording.statements[1], recording.statements.at(-1)]) {
      if (statement === undefined) throw new Error("nothing was read");
      expect(await pagesRead(database.pool, statement)).toBeLessThan(5_000);
    }
  });
});

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}
