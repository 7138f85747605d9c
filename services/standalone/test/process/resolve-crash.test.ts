import { until } from "@receipts/testing";
import { pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { cookieOf, payInSandbox, postTo } from "./standalone-calls.ts";
import { jsonOf } from "./standalone-process.ts";

/** One session, which outlives every restart. */
let cookie: string;
useCrashingSystem(async () => {
  cookie = await cookieOf(system.process());
});

const AT_ONCE = 50;

/** Of a payment to a name that is not the account's. */
async function aRequestInReview(): Promise<string> {
  const standalone = system.process();
  const [{ account_number: accountNumber }] = await system.sql(
    "select account_number from bank_accounts where bank = 'telebirr' order by id limit 1",
  );
  const receiver = { bank: "telebirr", accountNumber, accountName: "Abel Girma" } as const;
  const reference = await payInSandbox(standalone, receiver, "500.00");
  const key = { "x-api-key": standalone.printed("API key") };
  const verified = await postTo(`${standalone.url}/api/verify?waitMs=15000`, { reference }, key);
  const { requestId, data } = await jsonOf(verified);
  expect(data[0]).toMatchObject({ decision: "review" });
  return requestId;
}

const resolve = (id: string) =>
  postTo(
    `${system.process().url}/api/verify/${id}/resolve`,
    { decision: "accept", note: "seen" },
    { cookie },
  );
const storm = (id: string) => Promise.all(Array.from({ length: AT_ONCE }, () => resolve(id)));

/** Counts everything that a decision changes. */
const decisionOf = (id: string) =>
  system.counts(
    `select (select count(*) from verification_resolutions where verification_id = $1) as resolutions,
            (select count(*) from verification_requests where id = $1 and result @> '{"decision":"accept"}') as accepted,
            (select count(*) from audit_log where subject = $1 and action = 'verification.resolved') as audited,
            (select count(*) from webhook_deliveries where verification_id = $1 and event = 'verification.resolved') as webhooks`,
    id,
  );
const once = { resolutions: 1, accepted: 1, audited: 1, webhooks: 1 };
const never = { resolutions: 0, accepted: 0, audited: 0, webhooks: 0 };

describe(`kill -9 while ${AT_ONCE} people decide about one request in review`, () => {
  it.each(
    pointsOf([
      { table: "verification_resolutions", on: "insert" },
      { table: "verification_requests", on: "update", when: "new.result ? 'resolution'" },
      { table: "audit_log", on: "insert", when: "new.action = 'verification.resolved'" },
      { table: "webhook_deliveries", on: "insert", when: "new.event = 'verification.resolved'" },
      {
        table: "webhook_deliveries",
        on: "insert",
        when: "new.event = 'verification.resolved'",
        at: "commit",
      },
    ]),
  )("at %s leaves one whole decision or none, and then there is one", async (_name, point) => {
    const id = await aRequestInReview();
    await system.crashAt(point, () => storm(id));
    expect(await decisionOf(id)).toEqual(point.at === "commit" ? once : never);
    await system.restart();
    const responses = await storm(id);
    for (const { status } of responses) expect(status).toBe(200);
    await until(async () => (await decisionOf(id))["webhooks"] === 1);
    expect(await decisionOf(id)).toEqual(once);
  });
});
