import { hash } from "node:crypto";
import { until } from "@receipts/testing";
import { each, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { jsonOf } from "./standalone-process.ts";

useCrashingSystem();

const CREDITS_NEEDED = 3;

/** Three receipts, one of them twice, and two lines that cannot be read. */
function listOf(name: string) {
  const ownPart = hash("sha256", name, "hex").slice(0, 6).toUpperCase();
  const [first, second, third] = ["1", "2", "3"].map((nth) => ({
    ...{ bank: "telebirr", reference: `DJ5${ownPart}${nth}` },
  }));
  const invalid = [{ ...second, expect: { amount: "12,50" } }, "no receipt"];
  return { label: name, onInvalid: "skip", items: [first, ...invalid, second, first, third] };
}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const { url, apiKey } = system.process();
  return await fetch(`${url}${path}`, {
    ...init,
    headers: { "x-api-key": apiKey, "content-type": "application/json", ...init.headers },
  });
}

const submit = (name: string) =>
  call("/api/verify/batch", {
    method: "POST",
    headers: { "idempotency-key": name.replaceAll(/\W/g, "-") },
    body: JSON.stringify(listOf(name)),
  });

const cancel = (id: string) => call(`/api/batches/${id}/cancel`, { method: "POST" });

/** Counts everything that accepting a list stores. */
const storedOf = (label: string) =>
  system.counts(
    `with list as (select * from verification_batches where label = $1)
     select (select count(*) from list) as lists,
            (select count(*) from verification_batch_items i join list on list.id = i.batch_id) as items,
            (select count(*) from verification_batch_skipped_lines s join list on list.id = s.batch_id) as skipped,
            (select count(*) from credit_transactions t join list on t.note = 'item of ' || list.id where t.type = 'debit') as debits,
            (select count(*) from audit_log a join list on list.id = a.subject where a.action = 'batch.created') as audited`,
    label,
  );
const whole = { lists: 1, items: 3, skipped: 3, debits: CREDITS_NEEDED, audited: 1 };

/** What the list has cost so far. The process itself verifies a sample at each start. */
async function creditsOf(label: string): Promise<number> {
  const [sums] = await system.sql(
    `select (select sum(balance) from credit_accounts)::int as balance,
            (select sum(amount) from credit_transactions)::int as ledger,
            (select coalesce(-sum(t.amount), 0)::int from credit_transactions t
               join verification_batch_items i on i.verification_id = t.verification_id
               join verification_batches b on b.id = i.batch_id and b.label = $1) as credits`,
    label,
  );
  expect(sums.balance).toBe(sums.ledger);
  return sums.credits;
}

async function endOf(label: string) {
  const ended = await until(async () => {
    const [row] = await system.sql(
      "select id, summary from verification_batches where label = $1 and completed_at is not null",
      label,
    );
    return row ?? false;
  });
  const told = await system.counts(
    `select count(*) as webhooks from webhook_deliveries
      where event = 'batch.completed' and payload::jsonb -> 'data' ->> 'id' = $1`,
    ended.id,
  );
  return { ...ended, ...told };
}

describe("kill -9 while a list with bad lines is accepted", () => {
  it.each(
    pointsOf([
      { table: "verification_batches", on: "insert" },
      { table: "credit_transactions", on: "insert", when: "new.note like 'item of %'" },
      { table: "verification_batch_skipped_lines", on: "insert" },
      { table: "audit_log", on: "insert", when: "new.action = 'batch.created'" },
      { table: "audit_log", on: "insert", when: "new.action = 'batch.created'", at: "commit" },
    ]),
  )("at %s stores it whole or not at all, and takes the credits of the other lines", async (name, point) => {
    await system.crashAt(point, () => submit(name));
    const left = await storedOf(name);
    const isThere = point.at === "commit";
    expect(left).toEqual(isThere ? whole : each(left, 0));
    await system.restart();
    const again = await submit(name);
    expect(again.status).toBe(202);
    expect(again.headers.get("idempotent-replayed")).toBe(isThere ? "true" : null);
    expect(await storedOf(name)).toEqual(whole);
    expect(await endOf(name)).toMatchObject({
      summary: { success: 3, invalid: 2, repeated: 1, waiting: 0, running: 0, canceled: 0 },
      webhooks: 1,
    });
    expect(await creditsOf(name)).toBe(CREDITS_NEEDED);
  });
});

describe("kill -9 while a list with bad lines runs", () => {
  it.each(
    pointsOf(
      [
        { table: "verification_batch_items", on: "update", when: "new.state = 'running'" },
        { table: "verification_batch_items", on: "update", when: "new.state = 'running'", at: "commit" },
      ],
      [{ table: "verification_requests", on: "insert" }],
      [
        { table: "verification_batches", on: "update", when: "new.completed_at is not null" },
        { table: "verification_batches", on: "update", when: "new.completed_at is not null", at: "commit" },
      ],
    ),
  )("at %s verifies each receipt once, and says so once", async (name, point) => {
    const label = `run ${name}`;
    await system.crashAt(point, () => submit(label));
    await system.sql("update verification_batch_items set leased_until = now() where state = 'running'");
    await system.hurry();
    await system.restart();
    expect((await submit(label)).status).toBe(202);
    expect(await endOf(label)).toMatchObject({
      summary: { success: 3, invalid: 2, repeated: 1, canceled: 0 },
      webhooks: 1,
    });
    expect(await creditsOf(label)).toBe(CREDITS_NEEDED);
  });
});

describe("kill -9 while a list with bad lines is canceled", () => {
  it.each(
    pointsOf([
      { table: "verification_batch_items", on: "update", when: "new.state = 'canceled'" },
      { table: "credit_transactions", on: "insert", when: "new.type = 'refund'" },
      { table: "audit_log", on: "insert", when: "new.action = 'batch.canceled'" },
      { table: "audit_log", on: "insert", when: "new.action = 'batch.canceled'", at: "commit" },
    ]),
  )("at %s gives back what has not started, once", async (name, point) => {
    const label = `cancel ${name}`;
    // Nothing starts while another has the turn.
    const turn = await system.database.pool.connect();
    await turn.query("select pg_advisory_lock(hashtext('verification_batches'))");
    try {
      const { id } = (await jsonOf(await submit(label))).data;
      await system.crashAt(point, () => cancel(id));
      const isThere = point.at === "commit";
      expect(await creditsOf(label)).toBe(isThere ? 0 : CREDITS_NEEDED);
      await system.restart();
      expect((await cancel(id)).status).toBe(200);
    } finally {
      await turn.query("select pg_advisory_unlock(hashtext('verification_batches'))");
      turn.release();
    }
    expect(await endOf(label)).toMatchObject({
      summary: { success: 0, canceled: 3, invalid: 2, repeated: 1 },
      webhooks: 1,
    });
    expect(await creditsOf(label)).toBe(0);
  });
});
