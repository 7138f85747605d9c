import { isDeepStrictEqual } from "node:util";
import { until } from "@receipts/testing";
import { aReference, system, type TestAccount, useSystem } from "../system.ts";

const ACCOUNTS = 4;
const EACH = 500;
/** Calls of an account at once. */
const CALLERS = 5;
const ALL = ACCOUNTS * EACH;

/** The queue has place for far fewer than wait. */
useSystem({ verifiers: ["telebirr"], env: { QUEUE_CAPACITY: "100" } });

const crowd: TestAccount[] = [];
beforeAll(async () => {
  for (let nth = 0; nth < ACCOUNTS; nth += 1) crowd.push(await system.account({ credits: EACH }));
  const submitted = Promise.all(
    crowd.flatMap((account) => Array.from({ length: CALLERS }, () => submitShare(account))),
  );
  const areWaiting = async () => {
    await nextLooksIn("1 hour");
    return (await waiting()) === ALL;
  };
  await Promise.all([submitted, until(areWaiting, { progress: waiting, what: "all to wait" })]);
});

/**
 * The test has the clock: on a slow machine, the first ones would be due before the last ones wait. A look that is due is
 * under way, and keeps its time.
 */
async function nextLooksIn(interval: string): Promise<void> {
  await system.sql(
    `with moved as (update outbox set available_at = now() + $1::interval
                     where headers ? 'recheck' and available_at > now()
                       and available_at not between now() + $1::interval - interval '20 minutes' and now() + $1::interval
                    returning value::jsonb #>> '{data,verificationId}' as id)
     update verification_requests set recheck_at = now() + $1::interval, recheck_tries = 0
      where id in (select id from moved)`,
    interval,
  );
}

/** The bank does not have these receipts. */
async function submitShare(account: TestAccount): Promise<void> {
  for (let nth = 0; nth < EACH / CALLERS; nth += 1) {
    const reference = `${aReference().slice(0, -2)}NF`;
    const submit = () => system.verify(account, { bank: "telebirr", reference, recheckForMinutes: 60 });
    // On a slow machine the queue is full (429) until the verifier has caught up.
    await until(async () => (await submit()).status === 202);
  }
}

async function waiting(): Promise<number> {
  const [row] = await system.sql<{ count: number }>(
    "select count(*)::int from verification_requests where recheck_at is not null and completed_at is null",
  );
  return row?.count ?? 0;
}

/** A receipt of an account that waits for nothing. */
async function verdictOfAnother() {
  const account = await system.account();
  const response = await system.verify(account, { reference: aReference() }, { waitMs: 15_000 }).expect(200);
  return response.body.data[0].status;
}

it("two thousand requests that wait are a row of the outbox each, without a claim or a place in the queue", async () => {
  const counts = async () => {
    await nextLooksIn("1 hour");
    const [row] = await system.sql<{ claimed: number; parked: number; rows: number }>(
      `select (select count(claimed_until)::int from verification_requests where completed_at is null) as claimed,
              count(*) filter (where headers ? 'recheck' and available_at > now() + interval '30 minutes')::int as parked,
              count(*)::int as rows
         from outbox`,
    );
    return row;
  };
  await until(async () => isDeepStrictEqual(await counts(), { claimed: 0, parked: ALL, rows: ALL }));
  expect(await verdictOfAnother()).toBe("success");
});

it("looks at two thousand receipts let another account's call pass", async () => {
  await system.control({ bank: "telebirr", latencyMs: 20 });
  const before = await system.receiptQueries("telebirr");
  await nextLooksIn("-1 second");
  await until(async () => (await system.receiptQueries("telebirr")) > before);
  const [status, asked] = [await verdictOfAnother(), (await system.receiptQueries("telebirr")) - before];
  expect(status).toBe("success");
  expect(asked).toBeLessThan(ALL / 2);
  await system.control({ bank: "telebirr", latencyMs: 0 });
  // All accounts are looked at in turn, none is left out.
  await until(
    async () => {
      const rows = await system.sql(
        "select user_id from verification_requests where recheck_tries > 0 group by user_id having count(*) = $1",
        EACH,
      );
      return rows.length === ACCOUNTS;
    },
    { progress: () => system.receiptQueries("telebirr"), what: "a look at each" },
  );
});
