import { type Batch, type BatchItem, batchCompletedSchema } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import { until } from "@receipts/testing";
import { eraseAccount } from "../../../gateway/src/accounts/erase-account.ts";
import { operatorActor } from "../../../gateway/src/audit/audit-log.ts";
import { bringForward } from "../bring-forward.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import {
  aReceipt,
  aReceiptWithoutVerdict,
  aReference,
  system,
  type TestAccount,
  useSystem,
} from "../system.ts";

useSystem({
  verifiers: ["telebirr", "boa"],
  env: { BANK_ATTEMPTS: "1", BATCH_ITEMS_PER_BANK: "4", WEBHOOK_RETRY_SCHEDULE: "0s,20ms,20ms" },
});
useReceiver();

let account: TestAccount;
beforeEach(async () => {
  // Slow requests of the test before would hold the bank's places.
  await system.sql(
    `with turn as materialized (select pg_advisory_xact_lock(hashtext('verification_batches'))::text)
     delete from verification_batches using turn`,
  );
  await system.control({ down: false, latencyMs: 0 });
  account = await system.account({ credits: 100 });
});

const path = "/api/verify/batch";
const post = (body: object, by = account) => system.call("post", path, by).send(body);
const postCsv = (csv: string | Buffer, query = "") =>
  system.call("post", `${path}${query}`, account).set("content-type", "text/csv").send(csv);
const get = async (id: string, by = account): Promise<Batch> =>
  (await system.call("get", `/api/batches/${id}`, by).expect(200)).body.data;
const cancel = (id: string, by = account) => system.call("post", `/api/batches/${id}/cancel`, by);
const itemsOf = async (id: string): Promise<readonly BatchItem[]> =>
  (await system.call("get", `/api/batches/${id}/items?limit=100`, account).expect(200)).body.data;
const receipts = (count: number) => Array.from({ length: count }, aReceipt);

async function accepted(body: object): Promise<Batch> {
  return (await post(body).expect(202)).body.data;
}

async function ended(id: string): Promise<Batch> {
  await until(async () => (await get(id)).completedAt !== null);
  return await get(id);
}

/** Sum of the ledger, and the lines of one batch by type. */
async function ledger(): Promise<{ readonly balance: number; readonly sum: number; readonly types: object }> {
  const rows = await system.sql<{ type: string; lines: number }>(
    "select type, count(*) as lines from credit_transactions where user_id = $1 group by type order by type",
    account.userId,
  );
  const [total] = await system.sql<{ sum: number }>(
    "select sum(amount)::bigint as sum from credit_transactions where user_id = $1",
    account.userId,
  );
  return {
    balance: await system.balanceOf(account),
    sum: Number(total?.sum),
    types: Object.fromEntries(rows.map(({ type, lines }) => [type, Number(lines)])),
  };
}

async function slowBank(): Promise<void> {
  await system.control({ bank: "telebirr", latencyMs: 60_000 });
}

describe("a batch", () => {
  it("verifies every receipt of the list and tells each result in the order of the list", async () => {
    const [genuine, unknown, failing] = [
      { reference: aReference(), label: "order-1" },
      { bank: "telebirr", reference: `${aReference().slice(0, -2)}NF`, label: "order-2" },
      { ...aReceiptWithoutVerdict(), label: "order-3" },
    ];
    const batch = await accepted({ label: "Monday evening", items: [genuine, unknown, failing] });
    expect(batch).toMatchObject({ label: "Monday evening", status: "running", total: 3, completedAt: null });
    const done = await ended(batch.id);
    expect(done.status).toBe("completed");
    expect(done.counts).toEqual({
      ...{ waiting: 0, running: 0, success: 1, notFound: 1, failed: 1, canceled: 0 },
      ...{ accept: 0, wait: 1, review: 1, reject: 1 },
    });
    const items = await itemsOf(batch.id);
    expect(items.map(({ position, label, state, status }) => [position, label, state, status])).toEqual([
      [1, "order-1", "ended", "success"],
      [2, "order-2", "ended", "not_found"],
      [3, "order-3", "ended", "failed"],
    ]);
    // The same record as of any other request.
    const record = await system.statusOf(account, String(items[0]?.requestId));
    expect(items[0]?.result).toEqual(record.result);
    expect(await ledger()).toEqual({ balance: 98, sum: 98, types: { debit: 3, grant: 1, refund: 1 } });
  });

  it("takes the credits of the whole list before anything runs", async () => {
    await slowBank();
    const { id } = await accepted({ items: receipts(10) });
    expect(await ledger()).toEqual({ balance: 90, sum: 90, types: { debit: 10, grant: 1 } });
    await cancel(id).expect(200);
  });

  it("is paid from a large balance too", async () => {
    account = await system.account({ credits: 3_000_000 });
    const { id } = await accepted({ items: receipts(2) });
    await ended(id);
    expect(await system.balanceOf(account)).toBe(2_999_998);
  });

  it("is refused whole if the credits do not cover it", async () => {
    account = await system.account({ credits: 2 });
    const { body } = await post({ items: receipts(3) }).expect(refusedAs("credits_exhausted"));
    expect(body.message).toContain("3 credits");
    expect(await ledger()).toEqual({ balance: 2, sum: 2, types: { grant: 1 } });
    expect(await system.sql("select from verification_batches where user_id = $1", account.userId)).toEqual(
      [],
    );
  });

  it("never spends a credit twice, however many lists and receipts arrive at once", async () => {
    account = await system.account({ credits: 12 });
    const lists = await Promise.all(Array.from({ length: 6 }, () => post({ items: receipts(4) })));
    const singles = await Promise.all(receipts(4).map((receipt) => system.verify(account, receipt)));
    const taken =
      lists.filter(({ status }) => status === 202).length * 4 +
      singles.filter(({ status }) => status !== 402).length;
    expect(taken).toBe(12);
    expect(await system.balanceOf(account)).toBe(0);
    for (const { body } of lists.filter(({ status }) => status === 202)) await ended(body.data.id);
  });

  it("is accepted once for an idempotency key, and refused for another list with it", async () => {
    const items = receipts(2);
    const key = aReference();
    const send = (body: object) => post(body).set("idempotency-key", key);
    const all = await Promise.all(Array.from({ length: 5 }, () => send({ items })));
    expect(new Set(all.map(({ body }) => body.data.id)).size).toBe(1);
    expect(all.filter(({ headers }) => headers["idempotent-replayed"] === "true")).toHaveLength(4);
    await send({ items: receipts(2) }).expect(refusedAs("idempotency_conflict"));
    expect(await system.balanceOf(account)).toBe(98);
    await ended(all[0]?.body.data.id);
  });

  it("takes a key of yesterday for a new list", async () => {
    const key = aReference();
    const send = () =>
      post({ items: receipts(1) })
        .set("idempotency-key", key)
        .expect(202);
    const first = await send();
    await system.sql(
      "update verification_batches set created_at = now() - interval '25 hours' where id = $1",
      first.body.data.id,
    );
    expect((await send()).body.data.id).not.toBe(first.body.data.id);
  });

  it("has at most 20 unfinished ones beside it", async () => {
    await slowBank();
    const batches = await Promise.all(Array.from({ length: 20 }, () => accepted({ items: receipts(1) })));
    await post({ items: receipts(1) }).expect(refusedAs("invalid_state"));
    for (const { id } of batches) await cancel(id).expect(200);
  });
});

describe("the list of a batch", () => {
  it("is refused with every mistake by its item, and nothing is taken", async () => {
    const { body } = await post({
      items: [
        aReceipt(),
        { bank: "nobank", reference: "X1" },
        { bank: "boa", reference: "FT26061AB12C" },
        { bank: "telebirr", reference: aReference(), expect: { amount: "-1" } },
        "text",
        { ...aReceipt(), webhookUrl: "https://shop.example.et/hook" },
      ],
    }).expect(refusedAs("invalid_payload"));
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      "items.1.bank",
      "items.2.suffix",
      "items.3.expect.amount",
      "items.4",
      "items.5.webhookUrl",
    ]);
    expect(await system.balanceOf(account)).toBe(100);
  });

  it.each([
    ["no receipt", []],
    ["501 receipts", Array.from({ length: 501 }, () => ({ bank: "telebirr", reference: "DJ50000001" }))],
  ])("is refused with %s", async (_case, items) => {
    const { body } = await post({ items }).expect(refusedAs("invalid_payload"));
    expect(body.error.details).toEqual([
      { field: "items", message: "must be 1 to 500 receipts: split a longer list" },
    ]);
  });

  it("tells the first 50 of very many mistakes", async () => {
    const items = Array.from({ length: 500 }, () => ({ bank: "telebirr" }));
    const { body } = await post({ items }).expect(refusedAs("invalid_payload"));
    expect(body.error.details).toHaveLength(51);
    expect(body.error.details.at(-1)).toEqual({ field: "items", message: "have 450 more errors" });
  });

  it("can be CSV as spreadsheets save it", async () => {
    const [first, second] = [aReference(), aReference()];
    const csv = `\uFEFFReference number;Bank;Amount;Label;Remark\r\n${first};telebirr;"999,999,999.00";"order ""1""";x\r\n;;;;\r\n${second};;;;\r\n`;
    const { body } = await postCsv(csv, "?label=Tuesday").expect(202);
    expect(body.data).toMatchObject({ total: 2, label: "Tuesday" });
    await ended(body.data.id);
    const items = await itemsOf(body.data.id);
    expect(items.map(({ reference, label }) => [reference, label])).toEqual([
      [first, 'order "1"'],
      [second, null],
    ]);
    expect(items[0]?.decisionReasons).toContain("amount_too_low");
  });

  it.each([
    ["a column without a name of ours", "number\r\nDJ50000001\r\n", "header"],
    ["the same column twice", "reference,reference\r\nDJ50000001,DJ50000001\r\n", "header"],
    ["a wrong row", "reference,bank\r\nDJ50000001,telebirr\r\nX,nobank\r\n", "line 3, bank"],
    ["a decimal comma", "reference;amount\r\nDJ50000001;1250,00\r\n", "line 2, expect.amount"],
    ["an open quote", 'reference\r\n"DJ50000001\r\n', "line"],
    ["another encoding", Buffer.from("reference\r\nDJ5\xe90001\r\n", "latin1"), "body"],
  ])("in CSV with %s is refused at its place", async (_case, csv, field) => {
    const { body } = await postCsv(csv).expect(refusedAs("invalid_payload"));
    expect(body.error.details[0].field).toMatch(new RegExp(`^${field}`));
    expect(await system.balanceOf(account)).toBe(100);
  });

  it("of 2,000 rows of CSV is refused as too long, each time", async () => {
    for (let nth = 0; nth < 3; nth += 1)
      await postCsv(`reference\n${"DJ57QK2M41\n".repeat(2_000)}`).expect(
        refusedAs("invalid_payload", "items"),
      );
  });

  it("of more than 100 columns is refused", async () => {
    await system
      .call("post", "/api/verify/batch", await system.account())
      .set("content-type", "text/csv")
      .send(`reference${",".repeat(100)}\nDJ57QK2M41\n`)
      .expect(refusedAs("invalid_payload", "header"));
  });

  it("that takes long to read holds up other calls by a slice of it, and other accounts by one list", async () => {
    const [attacker, honest] = [await system.account(), await system.account()];
    const order: string[] = [];
    const told = async (name: string, call: PromiseLike<unknown>) => {
      await call;
      order.push(name);
    };
    const items = Array.from({ length: 500 }, () => ({ reference: "Ref: ".repeat(380) }));
    const csv = `reference\n${`${",".repeat(1_800)}\n`.repeat(500)}`;
    const heavy = Array.from({ length: 6 }, (_, nth) => {
      const call = system.call("post", "/api/verify/batch", attacker);
      return told(
        "heavy",
        nth % 2 === 0 ? call.send({ items }) : call.set("content-type", "text/csv").send(csv),
      );
    });
    const light = system.call("post", "/api/verify/batch", honest).send({ items: [{ reference: "?" }] });
    await Promise.all([
      ...heavy,
      told("list", light),
      told("read", system.call("get", "/api/batches", honest)),
    ]);
    // The first may be read when the others come.
    expect(order.indexOf("read")).toBeLessThanOrEqual(1);
    expect(order.indexOf("list")).toBeLessThanOrEqual(3);
  });

  it("is refused in another type or beyond a mebibyte", async () => {
    await system
      .call("post", path, account)
      .set("content-type", "application/xml")
      .send("<a/>")
      .expect(refusedAs("unsupported_media_type"));
    await postCsv(`reference\r\n${"x".repeat(1024 * 1024)}`).expect(refusedAs("payload_too_large"));
  });
});

describe("a batch while it runs", () => {
  it("has at most four receipts at a bank, and lets a single request of the same account pass", async () => {
    await system.control({ bank: "telebirr", latencyMs: 300 });
    const { id } = await accepted({ items: receipts(40) });
    await until(async () => (await get(id)).counts.running === 4);
    await system.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200);
    const { counts } = await get(id);
    expect(counts.running).toBeLessThanOrEqual(4);
    expect(counts.waiting).toBeGreaterThan(20);
    await cancel(id).expect(200);
    await ended(id);
  });

  it("shares its places with the batches of other accounts", async () => {
    await system.control({ bank: "telebirr", latencyMs: 50 });
    const first = await accepted({ items: receipts(40) });
    const other = await system.account({ credits: 4 });
    const { body } = await post({ items: receipts(4) }, other).expect(202);
    await until(async () => (await get(body.data.id, other)).completedAt !== null);
    expect((await get(first.id)).counts.waiting).toBeGreaterThan(10);
    await cancel(first.id).expect(200);
    await ended(first.id);
  });

  it("continues with its other banks while one does not answer", async () => {
    await slowBank();
    const boa = Array.from({ length: 6 }, (_, index) => ({
      bank: "boa",
      reference: `FT26061AB${index}2C`,
      suffix: "58203",
    }));
    const { id } = await accepted({ items: [...receipts(10), ...boa] });
    await until(async () => {
      const { success, notFound, failed } = (await get(id)).counts;
      return success + notFound + failed === 6;
    });
    await cancel(id).expect(200);
  });

  it("waits for no other bank, however many batches of it were first", async () => {
    await system.control({ bank: "boa", latencyMs: 60_000 });
    const others = await Promise.all(Array.from({ length: 6 }, () => system.account({ credits: 20 })));
    const boa = (nth: number) => ({ bank: "boa", reference: `FT26062Q${100 + nth}C`, suffix: "58203" });
    for (const [index, other] of others.entries())
      await Promise.all(
        Array.from({ length: 20 }, (_, nth) => post({ items: [boa(20 * index + nth)] }, other).expect(202)),
      );
    const { id } = await accepted({ items: receipts(1) });
    await ended(id);
  });

  it("gives back what has not started when it is canceled, once", async () => {
    await system.control({ bank: "telebirr", latencyMs: 1_000 });
    const { id } = await accepted({ items: receipts(20) });
    await until(async () => (await get(id)).counts.running === 4);
    const all = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    const done = await ended(id);
    expect(done.status).toBe("canceled");
    const { canceled, success } = done.counts;
    expect(canceled + success).toBe(20);
    expect(await ledger()).toEqual({
      balance: 100 - success,
      sum: 100 - success,
      types: { debit: 20, grant: 1, refund: canceled },
    });
    await cancel(id).expect(200);
    expect(await system.auditOf(account.userId, "action, after")).toEqual([
      { action: "batch.created", after: { total: 20 } },
      { action: "batch.canceled", after: { refunded: canceled } },
    ]);
  });

  it("can be canceled at any moment while its items start, and every credit is given back or used", async () => {
    account = await system.account({ credits: 150 });
    const batches = await Promise.all(Array.from({ length: 15 }, () => accepted({ items: receipts(10) })));
    let canceled = 0;
    for (const { id } of batches) {
      await until(async () => {
        const { counts } = await get(id);
        return counts.waiting < 10 || canceled % 3 === 0;
      });
      await cancel(id);
      canceled += 1;
    }
    const ends = await Promise.all(batches.map(({ id }) => ended(id)));
    const used = ends.reduce((sum, { counts }) => sum + counts.success, 0);
    expect(ends.reduce((sum, { counts }) => sum + counts.canceled, used)).toBe(150);
    expect(await ledger()).toMatchObject({ balance: 150 - used, sum: 150 - used });
    const [database] = await system.sql<{ deadlocks: string }>(
      "select deadlocks from pg_stat_database where datname = current_database()",
    );
    expect(Number(database?.deadlocks)).toBe(0);
  });

  it("cannot be canceled after its end", async () => {
    const { id } = await accepted({ items: receipts(1) });
    await ended(id);
    await cancel(id).expect(refusedAs("invalid_state"));
  });

  it("takes up items again that a process had taken and lost", async () => {
    await slowBank();
    const { id } = await accepted({ items: receipts(8) });
    await until(async () => (await get(id)).counts.running === 4);
    // As after kill -9 between the lease and the admission.
    await system.sql(
      `update verification_batch_items set state = 'running', leased_until = now() - interval '1 second'
        where batch_id = $1 and state = 'waiting'`,
      id,
    );
    await until(async () => (await get(id)).counts.waiting === 4);
    await system.control({ bank: "telebirr", latencyMs: 0 });
    await cancel(id).expect(200);
  });

  it("gives back lost items of a canceled batch too", async () => {
    await slowBank();
    const { id } = await accepted({ items: receipts(8) });
    await until(async () => (await get(id)).counts.running === 4);
    await system.sql(
      `update verification_batch_items set state = 'running', leased_until = now() - interval '1 second'
        where batch_id = $1 and state = 'waiting'`,
      id,
    );
    await cancel(id).expect(200);
    await until(async () => (await get(id)).counts.canceled === 4);
    expect(await ledger()).toEqual({ balance: 96, sum: 96, types: { debit: 8, grant: 1, refund: 4 } });
  });

  it("gives back no item that the process which lost it may still start, or has started", async () => {
    await slowBank();
    const { id } = await accepted({ items: receipts(8) });
    await until(async () => (await get(id)).counts.running === 4);
    const { body } = await inTransaction(system.database.pool, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtext('verification_batches'))");
      // A slow process lost all; its requests for the first four were admitted.
      await system.sql(
        `update verification_batch_items set state = 'waiting', leased_until = null, taken_at = now() where batch_id = $1`,
        id,
      );
      return await cancel(id).expect(200);
    });
    expect(body.data.counts).toMatchObject({ canceled: 0 });
    expect(await ledger()).toEqual({ balance: 92, sum: 92, types: { debit: 8, grant: 1 } });
    await system.sql(
      "update verification_batch_items set taken_at = now() - interval '3 minutes' where batch_id = $1",
      id,
    );
    await until(async () => (await get(id)).counts.canceled === 4);
    expect((await get(id)).counts).toMatchObject({ canceled: 4, running: 4, waiting: 0 });
    expect(await ledger()).toEqual({ balance: 96, sum: 96, types: { debit: 8, grant: 1, refund: 4 } });
  });

  it("is run by any number of gateways, each item once", async () => {
    await system.startGateway();
    await system.startGateway();
    const { id } = await accepted({ items: receipts(60) });
    const { counts } = await ended(id);
    expect(counts.success).toBe(60);
    const rows = await system.sql("select from verification_requests where user_id = $1", account.userId);
    expect(rows).toHaveLength(60);
    expect(await ledger()).toEqual({ balance: 40, sum: 40, types: { debit: 60, grant: 1 } });
  });

  it("uses a cached verdict without a second debit", async () => {
    const receipt = aReceipt();
    await system.verify(account, receipt, { waitMs: 15_000 }).expect(200);
    const queries = await system.receiptQueries("telebirr");
    const { id } = await accepted({ items: [receipt] });
    await ended(id);
    const [item] = await itemsOf(id);
    expect(item?.decisionReasons).toContain("already_confirmed");
    expect(await system.receiptQueries("telebirr")).toBe(queries);
    expect(await ledger()).toEqual({ balance: 98, sum: 98, types: { debit: 2, grant: 1 } });
  });

  it("stands still while its account is disabled, and is deleted with the account", async () => {
    await slowBank();
    await accepted({ items: receipts(10) });
    const requests = () => system.sql("select from verification_requests where user_id = $1", account.userId);
    await until(async () => (await requests()).length === 4);
    const erase = () => eraseAccount(system.database.pool, account.userId, { actor: operatorActor("test") });
    expect(await erase()).toMatchObject({ kind: "unfinished", requests: 4 });
    await system.sql(
      "update verification_requests set deadline_at = now() where user_id = $1",
      account.userId,
    );
    await system.control({ bank: "telebirr", latencyMs: 0 });
    await until(async () => (await erase()).kind === "erased");
    expect(
      await system.sql("select from verification_batch_items where user_id = $1", account.userId),
    ).toEqual([]);
  });
});

describe("items that wait until their bank has booked them", () => {
  const unbooked = async () => {
    const order = { bank: "telebirr", amount: "50.00", receiverAccount: "0911223344", receiverName: "A B" };
    const { referenceNumber } = await system.pay({ ...order, bookedAfterSeconds: 3_600 });
    return { reference: referenceNumber };
  };
  const waitingOf = (batch: Batch) =>
    system.sql<{ id: string }>(
      `select v.id from verification_batch_items i join verification_requests v on v.id = i.verification_id
        where i.batch_id = $1 and v.recheck_at is not null and v.completed_at is null`,
      batch.id,
    );

  it("hold no place of the bank: the others run, and a canceled list ends with them", async () => {
    const late = await Promise.all(Array.from({ length: 5 }, unbooked));
    const list = await accepted({ items: [...late, ...receipts(6)], recheckForMinutes: 10 });
    await until(async () => (await get(list.id)).counts.success === 6);
    await until(async () => (await waitingOf(list)).length === 5);
    await cancel(list.id).expect(200);
    expect(await get(list.id)).toMatchObject({ status: "canceling", counts: { running: 5, canceled: 0 } });
    await system.book("telebirr", late[0]?.reference ?? "");
    const ids = (await waitingOf(list)).map(({ id }) => id);
    await system.sql("update verification_requests set recheck_until = now() where id = any ($1)", ids);
    await bringForward(system.sql, ...ids);
    expect(await ended(list.id)).toMatchObject({ status: "canceled", counts: { success: 7, notFound: 4 } });
    expect(await ledger()).toMatchObject({ balance: 89, types: { debit: 11 } });
  });
});

describe("the results of a batch", () => {
  it("come as one batch.completed webhook with the counts", async () => {
    await system.sql("update users set default_webhook_url = $2 where id = $1", account.userId, receiver.url);
    const { id } = await accepted({ items: receipts(3) });
    await ended(id);
    const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
    await until(() => bodies().length === 4);
    const told = bodies().filter(({ type }) => type === "batch.completed");
    expect(told).toHaveLength(1);
    expect(batchCompletedSchema.parse(told[0]).data).toMatchObject({
      id,
      status: "completed",
      counts: { success: 3 },
    });
  });

  it("come as CSV with a row for each item, also before the end", async () => {
    await slowBank();
    const { id } = await accepted({ items: [{ ...aReceipt(), label: "=1+1" }, aReceipt()] });
    const { text, headers } = await system.call("get", `/api/batches/${id}/export`, account).expect(200);
    expect(headers["content-disposition"]).toContain(`${id}.csv`);
    const [header, first, second] = text.split("\r\n");
    expect(header).toMatch(/^position,label,state,requestId,bank,reference,status,decision,/);
    expect(first).toMatch(/^1,'=1\+1,/);
    expect(second).toMatch(/^2,,/);
    await cancel(id).expect(200);
  });

  it("can be followed as a stream until the end", async () => {
    await system.control({ bank: "telebirr", latencyMs: 200 });
    const { id } = await accepted({ items: receipts(6) });
    const response = await fetch(`${system.url}/api/batches/${id}/events`, {
      headers: { "x-api-key": account.apiKey },
    });
    const text = await response.text();
    const seen = [...text.matchAll(/event: progress\ndata: (.*)\n/g)].map(([, data]) =>
      JSON.parse(data ?? ""),
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual(await get(id));
    expect(text).toContain(`event: done\ndata: {"id":"${id}"}`);
  });

  it("are another account's secret", async () => {
    const { id } = await accepted({ items: receipts(1) });
    const stranger = await system.account();
    for (const part of ["", "/items", "/export", "/events"])
      await system.call("get", `/api/batches/${id}${part}`, stranger).expect(404);
    await cancel(id, stranger).expect(404);
    await ended(id);
  });

  it("are listed newest first", async () => {
    const first = await accepted({ items: receipts(1) });
    const second = await accepted({ items: receipts(1) });
    const { body } = await system.call("get", "/api/batches", account).expect(200);
    expect(body.data.map(({ id }: Batch) => id)).toEqual([second.id, first.id]);
    expect(body.meta).toEqual({ total: 2, limit: 20, offset: 0 });
  });
});
