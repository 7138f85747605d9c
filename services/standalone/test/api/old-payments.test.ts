import { type CallSignedIn, type Owner, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { openCounter } from "../tills.ts";

/** An old receipt is genuine, and is shown again weeks later to another cashier. */
let account: TestAccount;
let person: Owner;
let cashier: CallSignedIn;
useSystem({ verifiers: ["telebirr"] });
beforeEach(async () => {
  account = await system.account({ credits: 100 });
  person = await signIn(system, account);
  const shop = { bank: "telebirr", accountNumber: "0911223344", accountName: "Sara Coffee Trading" };
  await person("post", "/api/bank-accounts").send(shop).expect(201);
  ({ cashier } = await openCounter(system, person));
});

const HOUR = 3_600_000;
async function paidHoursAgo(hours: number): Promise<string> {
  const { referenceNumber } = await system.pay({
    ...{
      bank: "telebirr",
      amount: "10.00",
      receiverAccount: "0911223344",
      receiverName: "Sara Coffee Trading",
    },
    paidAt: new Date(Date.now() - hours * HOUR).toISOString(),
  });
  return referenceNumber;
}

const wait = "?waitMs=15000";
const atTill = async (reference: string) => {
  const receipt = { bank: "telebirr", reference, amount: "10" };
  const { body } = await cashier("post", `/api/till/verify${wait}`).send(receipt).expect(200);
  return [body.data.decision, ...body.data.decisionReasons];
};
const asPerson = async (reference: string, headers: Record<string, string> = {}) => {
  const sent = person("post", `/api/verify${wait}`).set(headers).send({ bank: "telebirr", reference });
  const { body } = await sent.expect(200);
  return [body.data[0].decision, ...body.data[0].decisionReasons];
};
const byKey = async (reference: string) => {
  const { body } = await system
    .verify(account, { bank: "telebirr", reference }, { waitMs: 15_000 })
    .expect(200);
  return [body.data[0].decision, ...body.data[0].decisionReasons];
};
const old = ["review", "paid_long_ago"];

describe("a payment that was made before the evening of the day before", () => {
  it("is in review at the till and in the dashboard, and is no matter to a program", async () => {
    expect(await atTill(await paidHoursAgo(72))).toEqual(old);
    expect(await asPerson(await paidHoursAgo(72))).toEqual(old);
    expect(await byKey(await paidHoursAgo(72))).toEqual(["accept"]);
    expect(await atTill(await paidHoursAgo(0))).toEqual(["accept"]);
  });

  it("is what the call says that it is, if it says how old a payment may be", async () => {
    const young = { expect: { maxAgeMinutes: 60 * 24 * 30 } };
    const sent = person("post", `/api/verify${wait}`).send({
      ...{ bank: "telebirr", reference: await paidHoursAgo(72) },
      ...young,
    });
    expect((await sent.expect(200)).body.data[0].decision).toBe("accept");
  });

  it("is in review from the cache too, and is accepted by a person", async () => {
    const reference = await paidHoursAgo(72);
    const free = { expect: { firstConfirmationOnly: false } };
    await system.verify(account, { bank: "telebirr", reference, ...free }, { waitMs: 15_000 }).expect(200);
    const sent = person("post", `/api/verify${wait}`).send({ bank: "telebirr", reference, ...free });
    const response = await sent.expect(200);
    expect(response.headers["x-svc-cache"]).toBe("HIT");
    expect(response.body.data[0].decisionReasons).toEqual(["paid_long_ago"]);
    const other = await paidHoursAgo(72);
    await atTill(other);
    const [request] = await system.sql<{ id: string }>(
      "select id from verification_requests where user_id = $1 and reference = $2",
      account.userId,
      other,
    );
    await person("post", `/api/verify/${request?.id}/resolve`).send({ decision: "accept" }).expect(200);
  });

  it("is the same request with the same idempotency key on another day", async () => {
    const reference = await paidHoursAgo(72);
    const key = { "idempotency-key": "old" };
    expect(await asPerson(reference, key)).toEqual(old);
    await system.sql("update users set time_zone = 'Pacific/Kiritimati' where id = $1", account.userId);
    expect(await asPerson(reference, key)).toEqual(old);
  });
});

describe("the account's oldPayments", () => {
  it("as hours counts back from the request, and off puts no payment in review for its age", async () => {
    await person("patch", "/api/profile").send({ oldPayments: 100 }).expect(200);
    expect(await atTill(await paidHoursAgo(99))).toEqual(["accept"]);
    expect(await atTill(await paidHoursAgo(101))).toEqual(old);
    await person("patch", "/api/profile").send({ oldPayments: "off" }).expect(200);
    expect(await atTill(await paidHoursAgo(1_000))).toEqual(["accept"]);
  });

  it("follows the account's own evening", async () => {
    const [row] = await system.sql<{ zone: string; ago: number }>(
      `select zone, extract(epoch from now() - ((date_trunc('day', now() at time zone zone) - interval '6 hours') at time zone zone)) / 3600 as ago
         from (values ('Africa/Addis_Ababa'), ('Pacific/Kiritimati')) zones(zone) order by ago limit 1`,
    );
    await person("patch", "/api/profile").send({ timeZone: row?.zone }).expect(200);
    expect(await atTill(await paidHoursAgo(Number(row?.ago) + 0.1))).toEqual(old);
    expect(await atTill(await paidHoursAgo(Number(row?.ago) - 0.1))).toEqual(["accept"]);
  });
});
