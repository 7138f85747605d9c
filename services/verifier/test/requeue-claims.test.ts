import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { createClaimRepository } from "../src/claim-repository.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into users (id, email, name) values ('usr_1', 'a@example.test', 'A')`);
});
afterAll(() => database.drop());

const claims = () => createClaimRepository({ database: database.pool, bank: "telebirr", leaseMs: 15_000 });

/** Inserts a request of this age; without a claim it would be requeued after as long again. */
async function insertRequest(id: string, ageSeconds: number): Promise<void> {
  await database.pool.query(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status,
                                        status, created_at, requeue_after, deadline_at, http_request_id)
     values ($1, 'usr_1', 'telebirr', 'DJ50000001', 'key', 'MISS', 'queued', 'pending',
             now() - make_interval(secs => $2), now() + make_interval(secs => greatest($2, 30)),
             now() + interval '5 minutes', 'req')`,
    [id, ageSeconds],
  );
}

async function recoverableIn(id: string): Promise<number> {
  const { rows } = await database.pool.query(
    "select extract(epoch from requeue_after - now())::float8 as seconds from verification_requests where id = $1",
    [id],
  );
  return rows[0].seconds;
}

/** Its worker may die, and the client must not wait for the deadline. */
it.each([1, 200])("requeues a claimed request of %d s after 30 s at most", async (age) => {
  const id = `ver_${age}`;
  await insertRequest(id, age);
  await claims().claim(id);
  expect(await recoverableIn(id)).toBeLessThanOrEqual(30);
});

it("requeues a dead worker's request when its claim has expired, and not before", async () => {
  await insertRequest("ver_dead", 100);
  await claims().claim("ver_dead");
  const taken = async () => {
    const rows = await claims().takeForRequeue({ limit: 10, includeWaiting: false });
    return rows.map(({ id }) => id).includes("ver_dead");
  };
  // As after 30 s, with the claim renewed meanwhile.
  await database.pool.query("update verification_requests set requeue_after = now() where id = 'ver_dead'");
  expect(await taken()).toBe(false);
  await database.pool.query(
    "update verification_requests set claimed_until = now() - interval '1 second' where id = 'ver_dead'",
  );
  expect(await taken()).toBe(true);
});
