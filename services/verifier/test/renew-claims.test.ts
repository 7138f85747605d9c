import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { createClaimRepository } from "../src/claim-repository.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into users (id, email, name) values ('usr_1', 'a@example.test', 'A')`);
});
afterAll(() => database.drop());

const claimsOf = () => createClaimRepository({ database: database.pool, bank: "telebirr", leaseMs: 15_000 });

async function claimOne(id: string) {
  await database.pool.query(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status,
                                        status, requeue_after, deadline_at, http_request_id)
     values ($1, 'usr_1', 'telebirr', 'DJ50000001', 'key', 'MISS', 'queued', 'pending', now(), now() + interval '5 minutes', 'req')`,
    [id],
  );
  const claimed = await claimsOf().claim(id);
  return { id, httpRequestId: "req", claimAttempt: claimed?.claimAttempt ?? 0 };
}

const recordVerdict = `update verification_requests
   set processing_status = 'completed', status = 'not_found', completed_at = now(), result = '{}' where id = $1`;

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length >= 1;
}

/** Under load, verdicts are recorded all the time: a warning for each would hide the real ones. */
it("counts a claim as held while its verdict is being recorded", async () => {
  const claim = await claimOne("ver_ending");
  const recording = await database.pool.connect();
  try {
    await recording.query("begin");
    await recording.query(recordVerdict, [claim.id]);
    const renewing = claimsOf().renew([claim]);
    await until(isWaitingForLock);
    await recording.query("commit");
    expect(await renewing).toEqual(new Set([claim.id]));
    expect(await claimsOf().renew([claim])).toEqual(new Set([claim.id]));
  } finally {
    recording.release();
  }
});

/** A lease without a worker would keep the next claim away until it ends. */
it("gives no lease to a claim that ends while it is being renewed", async () => {
  const claim = await claimOne("ver_released");
  const releasing = await database.pool.connect();
  try {
    await releasing.query("begin");
    await releasing.query("update verification_requests set claimed_until = null where id = $1", [claim.id]);
    const renewing = claimsOf().renew([claim]);
    await until(isWaitingForLock);
    await releasing.query("commit");
    expect(await renewing).toEqual(new Set([claim.id]));
  } finally {
    releasing.release();
  }
  expect(await claimsOf().claim(claim.id)).toMatchObject({ claimAttempt: 2 });
});

it("loses a claim that another process took over, and renews the others", async () => {
  const lost = await claimOne("ver_lost");
  const held = await claimOne("ver_held");
  await database.pool.query("update verification_requests set claim_attempt = 2 where id = $1", [lost.id]);
  await database.pool.query("update verification_requests set claimed_until = now() where id = $1", [
    held.id,
  ]);
  expect(await claimsOf().renew([lost, held])).toEqual(new Set([held.id]));
  const { rows } = await database.pool.query(
    "select id from verification_requests where claimed_until > now() + interval '10 seconds' order by id",
  );
  expect(rows.map(({ id }) => id)).toContain(held.id);
});
