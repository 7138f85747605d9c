import type { PoolClient } from "@receipts/database";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { completeBatches } from "../../../gateway/src/batches/complete-batches.ts";
import { countOpenItems } from "../../../gateway/src/batches/report-batches.ts";
import { endItems, freeAbandonedItems, takeItems } from "../../../gateway/src/batches/start-items.ts";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { createRecordingDatabase, planKinds, planOf } from "./recording-database.ts";

const OLD_BATCHES = 3_000;
const ITEMS = 100;
const OPEN_BATCHES = 10;

/** The turn of the worker comes up to twenty times a second: it must not grow with what has ended. */
describe("after 300,000 items of batches that have ended", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const [{ userId }] = await makeAccounts(database.pool, 1);
    await database.pool.query(
      `insert into verification_batches (id, user_id, total, fingerprint, http_request_id, traceparent, created_at, completed_at, summary)
       select 'bat_' || lpad(n::text, 26, '0'), $1, $2, decode(repeat('00', 32), 'hex'), 'old', 'old',
              now() - make_interval(mins => n), case when n > $4::int then now() end, case when n > $4::int then '{}'::jsonb end
         from generate_series(1, $3::int + $4::int) n`,
      [userId, ITEMS, OLD_BATCHES, OPEN_BATCHES],
    );
    await database.pool.query(
      `insert into verification_batch_items (verification_id, batch_id, user_id, position, bank, reference, state)
       select 'ver_' || md5(id || n), id, user_id, n, 'telebirr', case when completed_at is null then 'DJ57QK2M41' end,
              case when completed_at is null then 'waiting' else 'ended' end
         from verification_batches, generate_series(1, $1) n`,
      [ITEMS],
    );
    await database.pool.query("analyze verification_batches, verification_batch_items");
  });
  afterAll(() => database.drop());

  it("finds the items to start, to end, to free and to report, and the batches to complete, by partial indexes", async () => {
    const { database: recording, statements } = createRecordingDatabase(database.pool);
    await endItems(recording);
    await freeAbandonedItems(recording);
    await completeBatches(recording as PoolClient);
    expect(await takeItems(recording, ["telebirr", "boa"], 4)).toHaveLength(4);
    expect(await countOpenItems(recording)).toContainEqual({ bank: "telebirr", state: "running", items: 4 });
    for (const statement of statements) {
      for (const kind of planKinds) {
        const { scanned, walked, indexes } = await planOf(database.pool, statement, kind);
        const partial = /^verification_batch(?:es_open|_items_(?:waiting|running))$/;
        const read = [
          ...scanned,
          ...walked.filter(({ index }) => !partial.test(index)).map(({ table }) => table),
        ].filter((table) => table.startsWith("verification_batch"));
        expect([statement.name, kind, read]).toEqual([statement.name, kind, []]);
        expect([statement.name, indexes.some((index) => partial.test(index))]).toEqual([
          statement.name,
          true,
        ]);
      }
    }
    expect(statements.map(({ name }) => name)).toEqual([
      "end_batch_items",
      "free_batch_items",
      "complete_batches",
      "take_batch_items",
      "report_batches",
    ]);
  });
});
