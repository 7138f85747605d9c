import { database, useTestDatabase } from "@receipts/testing";
import { takeItems } from "../src/batches/start-items.ts";
import { createClaimStatement } from "../src/reconciliations/reconciliation-repository.ts";

useTestDatabase();
const many = "usr_many";
const few = "usr_few";
beforeAll(() =>
  database.pool.query("insert into users (id, email, name) values ($1, $1, 'A'), ($2, $2, 'B')", [many, few]),
);
afterEach(() =>
  database.pool.query(
    "delete from verification_batch_items; delete from verification_batches; delete from reconciliations",
  ),
);

async function putList(userId: string, items: number): Promise<void> {
  await database.pool.query(
    `with list as (
       insert into verification_batches (id, user_id, total, fingerprint, http_request_id, traceparent)
       values ('bat_' || new_ulid(), $1, $2, sha256('x'), 'x', 'x') returning id)
     insert into verification_batch_items (verification_id, batch_id, user_id, position, bank, reference)
     select 'ver_' || new_ulid(), list.id, $1, n, 'telebirr', 'DJ57QK2M41' from list, generate_series(1, $2::int) n`,
    [userId, items],
  );
}

describe("the places of a bank", () => {
  /** Starts items, and ends the oldest one before each further turn. */
  async function take(turns: number): Promise<readonly string[]> {
    const order: string[] = [];
    const running: string[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const items = await takeItems(database.pool, ["telebirr"], 4);
      order.push(...items.map(({ userId }) => userId));
      running.push(...items.map(({ verificationId }) => verificationId));
      await database.pool.query(
        "update verification_batch_items set state = 'ended', leased_until = null, reference = null where verification_id = $1",
        [running.shift()],
      );
    }
    return order;
  }

  it("go to accounts evenly, one list or twenty, also while one ends at a time", async () => {
    for (let list = 0; list < 20; list += 1) await putList(many, 10);
    await putList(few, 40);
    const order = await take(40);
    expect(order).toHaveLength(43);
    expect(order.filter((userId) => userId === few).length).toBeGreaterThanOrEqual(20);
  });

  it("go to the account with fewer running items, although the other was served long ago", async () => {
    await putList(many, 10);
    await take(1);
    await putList(few, 10);
    expect(await take(2)).toEqual([few, few]);
  });
});

describe("statements", () => {
  const put = (userId: string, second = 0) =>
    database.pool.query(
      `insert into reconciliations (id, user_id, bank, time_zone, file, created_at)
       values ('rcn_' || new_ulid(), $1, 'telebirr', 'UTC', 'x', now() + make_interval(secs => $2))`,
      [userId, second],
    );
  const end = (id: string | undefined) =>
    database.pool.query(
      `update reconciliations set status = 'failed', failure = 'interrupted', file = null, claimed_until = null,
              preview = '[]', completed_at = now() where id = $1`,
      [id],
    );

  it("are compared by account in turn, one of an account or five", async () => {
    for (let second = 0; second < 5; second += 1) await put(many, second);
    for (let second = 5; second < 7; second += 1) await put(few, second);
    const order: string[] = [];
    const claim = createClaimStatement(database.pool, 60);
    for (;;) {
      const claimed = await claim();
      if (claimed === undefined) break;
      order.push(claimed.userId);
      await end(claimed.id);
    }
    expect(order).toEqual([many, few, many, few, many, many, many]);
  });

  /** The rows say when an account was served, and it can delete its own. */
  it("of an account that deletes each at work come in turn all the same", async () => {
    const claim = createClaimStatement(database.pool, 60);
    await put(few);
    await end((await claim())?.id);
    for (const userId of [many, many, few]) await put(userId);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const claimed = await claim();
      order.push(claimed?.userId);
      await database.pool.query("delete from reconciliations where id = $1", [claimed?.id]);
      await put(many);
    }
    expect(order).toEqual([many, few, many]);
  });

  it("of an account that has one at work come after those of others", async () => {
    for (const userId of [many, many, few]) await put(userId);
    const claim = createClaimStatement(database.pool, 60);
    const claimed = [await claim(), await claim()];
    expect(new Set(claimed.map((each) => each?.userId))).toEqual(new Set([many, few]));
  });
});
