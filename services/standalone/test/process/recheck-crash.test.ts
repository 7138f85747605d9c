import { until } from "@receipts/testing";
import { bringForward } from "../bring-forward.ts";
import { type CrashPoint, each, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { postTo } from "./standalone-calls.ts";
import { jsonOf } from "./standalone-process.ts";

useCrashingSystem();

describe("kill -9 while a bank has not booked a payment yet", () => {
  /** A payment whose screen comes before the bank's record. */
  async function unbooked(): Promise<string> {
    const order = { bank: "telebirr", amount: "10.00", receiverAccount: "0900127436" };
    const paid = await postTo(`${system.process().sandboxUrl}/payments`, {
      ...{ ...order, receiverName: "Selam Demo Trading", bookedAfterSeconds: 3_600 },
    });
    return (await jsonOf(paid)).referenceNumber;
  }

  const book = (referenceNumber: string) =>
    postTo(`${system.process().sandboxUrl}/payments/book`, { bank: "telebirr", referenceNumber });

  const submit = (reference: string) =>
    postTo(
      `${system.process().url}/api/verify`,
      { bank: "telebirr", reference, recheckForMinutes: 60 },
      { "x-api-key": system.process().apiKey, "idempotency-key": reference },
    );

  async function requestAbout(reference: string) {
    const [row] = await system.sql(
      "select id, recheck_tries as tries, completed_at as ended from verification_requests where reference = $1",
      reference,
    );
    return row;
  }

  async function waiting(reference: string): Promise<string> {
    await submit(reference);
    await until(async () => (await requestAbout(reference))?.tries === 1, { what: "the first answer" });
    return (await requestAbout(reference)).id;
  }

  /** Everything that one verdict changes. */
  const effectsOf = (id: string) =>
    system.counts(
      `select (select count(*) from verification_requests where id = $1 and status = 'success') as success,
              (select count(*) from credit_transactions where verification_id = $1 and type = 'debit') as debits,
              (select count(*) from webhook_deliveries where verification_id = $1) as webhooks,
              (select sum((result -> 'confirmationHistory' ->> 'confirmationCount')::int)
                 from verification_requests where id = $1) as confirmations`,
      id,
    );

  const wait = {
    table: "verification_requests",
    on: "update",
    when: "new.recheck_tries > old.recheck_tries",
  } as const;
  const message = { table: "outbox", on: "insert", when: "new.headers ? 'recheck'" } as const;
  const verdict = {
    table: "verification_requests",
    on: "update",
    when: "new.status = 'success' and old.recheck_at is not null",
  } as const;
  const delivery = { table: "webhook_deliveries", on: "insert" } as const;
  const answers = pointsOf([wait, message, { ...message, at: "commit" }]);

  async function endsOnce(reference: string): Promise<void> {
    await system.hurry();
    await system.restart();
    await submit(reference);
    await book(reference);
    await until(
      async () => {
        const { id, ended } = await requestAbout(reference);
        if (ended === null) await bringForward(system.sql, id);
        return ended !== null;
      },
      { what: "the verdict" },
    );
    const { id } = await requestAbout(reference);
    const effects = await effectsOf(id);
    expect(effects).toEqual(each(effects, 1));
    const [{ refunds }] = await system.sql(
      "select count(*)::int as refunds from credit_transactions where verification_id = $1 and type = 'refund'",
      id,
    );
    expect(refunds).toBe(0);
    await until(
      async () => (await system.sql("select from outbox where value like $1", `%${id}%`)).length === 0,
    );
  }

  it.each(answers)(
    "at %s of the first answer ends with one verdict, credit, webhook and confirmation",
    async (_name, point) => {
      const reference = await unbooked();
      await system.crashAt(point, () => submit(reference));
      await endsOnce(reference);
    },
  );

  it.each(answers)("at %s of a later look ends with one of each", async (_name, point) => {
    const reference = await unbooked();
    const id = await waiting(reference);
    await system.crashAt(point, () => bringForward(system.sql, id));
    await endsOnce(reference);
  });

  it.each(pointsOf([delivery, verdict, { ...verdict, at: "commit" }] satisfies CrashPoint[]))(
    "at %s of the verdict ends with one of each",
    async (_name, point) => {
      const reference = await unbooked();
      const id = await waiting(reference);
      await book(reference);
      await system.crashAt(point, () => bringForward(system.sql, id));
      await endsOnce(reference);
    },
  );
});
