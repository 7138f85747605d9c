import { type Batch, type BatchItem, batchCompletedSchema, batchItemSchema } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import { until } from "@receipts/testing";
import { eraseAccount } from "../../../gateway/src/accounts/erase-account.ts";
import { operatorActor } from "../../../gateway/src/audit/audit-log.ts";
import { bringForward } from "../bring-forward.ts";
import { setDefaultWebhook } from "../default-webhook.ts";
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
      ...{ accept: 0, wait: 1, review: 1, reject: 1, invalid: 0, repeated: 0 },
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

  /** A canceled list costs nothing, but leaves two lines of the ledger for each item, for ever. */
  it("comes after at most 100 of the last 24 hours that were canceled", async () => {
    await slowBank();
    const createAndCancel = async () => {
      const { id } = await accepted({ items: receipts(1) });
      await cancel(id).expect(200);
      return id;
    };
    const id = await createAndCancel();
    await system.sql(
      `insert into verification_batches (id, user_id, total, fingerprint, http_request_id, traceparent, canceled_at, completed_at, summary)
       select 'bat_' || new_ulid(), user_id, total, fingerprint, http_request_id, traceparent, now(), now(), '{}'
         from verification_batches, generate_series(1, 98) where id = $1`,
      id,
    );
    await createAndCancel();
    const refused = await post({ items: receipts(1) }).expect(refusedAs("rate_limited"));
    expect(refused.body.message).toContain("You canceled 100 lists");
    await system.sql(
      "update verification_batches set created_at = now() - interval '25 hours' where id = $1",
      id,
    );
    await accepted({ items: receipts(1) });
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

  it("as an empty CSV body is refused in words of CSV", async () => {
    const { body } = await postCsv("").expect(refusedAs("invalid_request"));
    expect(body.message).toBe("The body must be the list as CSV, with a header in its first line");
  });

  it("of 2,000 rows of CSV is refused as too long, each time", async () => {
    for (let nth = 0; nth < 3; nth += 1)
      await postCsv(`reference\n${"DJ57QK2M41\n".repeat(2_000)}`).expect(
        refusedAs("invalid_payload", "items"),
      );
  });

  it.each([4_093, 4_095])("keeps a character of a label that begins at byte %i of the file", async (at) => {
    const [header, row] = ["reference,label\n", `${aReceipt().reference},`];
    const csv = `${header}${"\n".repeat(at - header.length - row.length)}${row}😀 አ\n`;
    const { body } = await postCsv(csv).expect(202);
    expect((await itemsOf(body.data.id)).map(({ label }) => label)).toEqual(["😀 አ"]);
  });

  it("of more than 100 columns is refused", async () => {
    await system
      .call("post", "/api/verify/batch", await system.account())
      .set("content-type", "text/csv")
      .send(`reference${",".repeat(100)}\nDJ57QK2M41\n`)
      .expect(refusedAs("invalid_payload", "header"));
  });

  it("that takes long to read holds up calls of its own and of other accounts by slices of it, also their lists", async () => {
    const [attacker, honest] = [await system.account(), await system.account()];
    const order: string[] = [];
    const told = async (name: string, call: PromiseLike<unknown>) => {
      await call;
      order.push(name);
    };
    const reference = "Ref: ".repeat(380);
    const items = Array.from({ length: 100 }, () => ({ reference }));
    const csv = `reference\n${`${reference}${",".repeat(90)}\n`.repeat(100)}`;
    const heavy = Array.from({ length: 4 }, (_, nth) => {
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
      told("own", system.call("get", "/api/batches", attacker)),
    ]);
    expect(order.slice(0, 3).sort()).toEqual(["list", "own", "read"]);
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

describe("a list that skips what is invalid", () => {
  const skip = (items: readonly unknown[], more: object = {}) => post({ items, onInvalid: "skip", ...more });
  const skipped = async (items: readonly unknown[]): Promise<Batch> =>
    (await skip(items).expect(202)).body.data;
  const stateOf = ({ position, line, state, sameAs }: BatchItem) => [
    position,
    line,
    state,
    sameAs?.position ?? null,
  ];

  it("runs the others, and says of each invalid line what the API says of it alone", async () => {
    const faulty = [
      { bank: "nobank", reference: "X1", label: "order-2" },
      { bank: "boa", reference: "FT26061AB12C" },
      { reference: aReference(), bank: "telebirr", expect: { amount: "12,50" } },
      "text",
      { reference: "Dear Customer, A Deposit of 5 ETB is done. Thank you for banking with Siket Bank." },
    ];
    const alone = await Promise.all(
      faulty.map(async (item) => {
        if (typeof item === "string") return undefined;
        const { body } = await system.verify(account, item).expect(422);
        // A line has no link of its own.
        const { docUrl: _docUrl, ...error } = body.error;
        return { ...error, message: body.message };
      }),
    );
    const genuine = { ...aReceipt(), label: "order-1" };
    const { id, total, counts } = await skipped([faulty[0], genuine, ...faulty.slice(1)]);
    expect([total, counts.invalid]).toEqual([6, 5]);
    expect(await ledger()).toEqual({ balance: 99, sum: 99, types: { debit: 1, grant: 1 } });
    expect((await ended(id)).counts).toMatchObject({
      success: 1,
      invalid: 5,
      repeated: 0,
      waiting: 0,
      failed: 0,
    });
    const items = await itemsOf(id);
    expect(items.map(stateOf)).toEqual([
      [1, null, "invalid", null],
      [2, null, "ended", null],
      ...[3, 4, 5, 6].map((position) => [position, null, "invalid", null]),
    ]);
    expect(items[0]).toMatchObject({ label: "order-2", reference: "X1", bank: null, requestId: null });
    expect(items[2]).toMatchObject({ reference: "FT26061AB12C", bank: "boa" });
    const errors = items.filter(({ state }) => state === "invalid").map(({ error }) => error);
    for (const [at, expected] of alone.entries())
      if (expected !== undefined) expect(errors[at]).toEqual(expected);
    expect(errors[3]).toMatchObject({ code: "invalid_payload" });
    expect(items[4]?.reference).toBe("text");
    for (const item of items) expect(batchItemSchema.parse(item)).toEqual(item);
  });

  it("verifies a receipt that is repeated once, for one credit, and points the other lines to it", async () => {
    const receipt = aReceipt();
    const { id, counts } = await skipped([
      { ...receipt, expect: { amount: "1.00" }, label: "order-1" },
      aReceipt(),
      { ...receipt, bank: "telebirr", label: "order-2" },
      { ...receipt, expect: { amount: "1" } },
    ]);
    expect(counts).toMatchObject({ repeated: 2, invalid: 0 });
    expect((await ended(id)).counts).toMatchObject({ success: 2, repeated: 2, accept: 0, review: 2 });
    expect(await ledger()).toEqual({ balance: 98, sum: 98, types: { debit: 2, grant: 1 } });
    const [first, , second, third] = await itemsOf(id);
    expect(second).toMatchObject({
      ...{ state: "repeated", label: "order-2", requestId: first?.requestId, reference: first?.reference },
      ...{ status: "success", decision: null, decisionReasons: [], result: null, error: null },
      sameAs: { position: 1, line: null, decision: "review" },
    });
    expect(third?.sameAs?.position).toBe(1);
    const requests = await system.sql("select from verification_requests where user_id = $1", account.userId);
    expect(requests).toHaveLength(2);
    const { text } = await system.call("get", `/api/batches/${id}/export`, account).expect(200);
    const rows = text
      .trimEnd()
      .split("\r\n")
      .map((row: string) => row.split(","));
    expect(rows[3]?.slice(0, 10)).toEqual([
      ...["3", "order-2", "repeated", first?.requestId, "telebirr", first?.reference, "success", "", ""],
      "as position 1",
    ]);
    // A sum over the amounts counts the payment once.
    expect(rows[3]?.[10]).toBe("");
  });

  it("refuses a line that expects something else of a receipt: either can be the mistake", async () => {
    const receipt = aReceipt();
    const { id } = await skipped([
      { ...receipt, expect: { amount: "1.00" } },
      { ...receipt, expect: { amount: "2.00" } },
      { ...receipt, settlementAccount: "0911223344" },
    ]);
    expect((await ended(id)).counts).toMatchObject({ success: 1, invalid: 2, repeated: 0 });
    const [, amount, other] = await itemsOf(id);
    expect(amount).toMatchObject({
      ...{ state: "invalid", sameAs: { position: 1 }, requestId: null, status: null },
      error: {
        code: "invalid_payload",
        details: [{ field: "expect.amount", message: expect.stringContaining("items.0") }],
      },
    });
    expect(other?.error?.details?.[0]?.field).toBe("settlementAccount");
    expect(await system.balanceOf(account)).toBe(99);
  });

  it("can be JSON with the lines of the caller's own list, while errors name items", async () => {
    const items = [
      { ...aReceipt(), line: 4 },
      { referenceNumber: "?", line: 7 },
      { ...aReceipt(), line: "nine" },
    ];
    const { body } = await post({ items, onInvalid: "skip" }).expect(202);
    expect((await itemsOf(body.data.id)).map(({ line, state }) => [line, state === "invalid"])).toEqual([
      [4, false],
      [7, true],
      [null, true],
    ]);
    const refused = await post({ items: items.slice(0, 2) }).expect(422);
    expect(JSON.stringify(refused.body)).toContain("items.1");
  });

  it("can be CSV, and names the lines of the file", async () => {
    const reference = aReference();
    const csv = `reference;amount;label\r\n${reference};1.00;a\r\n\r\n${aReference()};12,50;b\r\n${reference};;c\r\n`;
    const { body } = await postCsv(csv, "?onInvalid=skip").expect(202);
    await ended(body.data.id);
    const items = await itemsOf(body.data.id);
    expect(items.map(stateOf)).toEqual([
      [1, 2, "ended", null],
      [2, 4, "invalid", null],
      [3, 5, "repeated", 1],
    ]);
    expect(items[1]?.error?.details?.[0]?.field).toBe("expect.amount");
    expect(items[2]?.sameAs).toMatchObject({ line: 2 });
    const { text } = await system.call("get", `/api/batches/${body.data.id}/export`, account).expect(200);
    expect(text).toMatch(/\r\n2,b,invalid,,,\w+,,,,"?invalid_payload: expect\.amount: /);
    expect(text).toMatch(/\r\n3,c,repeated,.*,as line 2,/);
    expect(await system.balanceOf(account)).toBe(99);
  });

  it("is refused if no line can be read, or if it is no list", async () => {
    const { body } = await skip([{ bank: "nobank", reference: "X1" }, "text"]).expect(
      refusedAs("invalid_payload"),
    );
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      "items.0.bank",
      "items.1",
    ]);
    await skip([]).expect(refusedAs("invalid_payload", "items"));
    await skip([aReceipt()], { onInvalid: "ignore" }).expect(refusedAs("invalid_payload", "onInvalid"));
    await postCsv("number\r\nDJ50000001\r\n", "?onInvalid=skip").expect(
      refusedAs("invalid_payload", "header"),
    );
    expect(await system.sql("select from verification_batches where user_id = $1", account.userId)).toEqual(
      [],
    );
    expect(await system.balanceOf(account)).toBe(100);
  });

  it("needs credits only for the lines that run", async () => {
    account = await system.account({ credits: 1 });
    await skip([aReceipt(), aReceipt(), "text"]).expect(refusedAs("credits_exhausted"));
    const { id } = await skipped([aReceipt(), "text"]);
    await ended(id);
    expect(await ledger()).toEqual({ balance: 0, sum: 0, types: { debit: 1, grant: 1 } });
  });

  it("is another list for an idempotency key than the same one that rejects", async () => {
    const [key, other] = [aReference(), aReference()];
    const items = [aReceipt(), "text"];
    const send = (body: object, by: string) => post(body).set("idempotency-key", by);
    const first = await send({ items, onInvalid: "skip" }, key).expect(202);
    const again = await send({ items, onInvalid: "skip" }, key).expect(202);
    expect(again.body.data.id).toBe(first.body.data.id);
    const changed = { items: [items[0], "other"], onInvalid: "skip" };
    await send(changed, key).expect(refusedAs("idempotency_conflict"));
    await send({ items: [items[0]] }, other).expect(202);
    await send({ items: [items[0]], onInvalid: "reject" }, other).expect(202);
    await send({ items: [items[0]], onInvalid: "skip" }, other).expect(refusedAs("idempotency_conflict"));
    expect(await system.balanceOf(account)).toBe(98);
  });

  it("gives back what has not started when it is canceled, and nothing for the others", async () => {
    await slowBank();
    const receipt = aReceipt();
    const { id } = await skipped([...receipts(10), receipt, receipt, "text", { bank: "boa" }]);
    await until(async () => (await get(id)).counts.running === 4);
    await cancel(id).expect(200);
    expect((await get(id)).counts).toMatchObject({ running: 4, canceled: 7, invalid: 2, repeated: 1 });
    expect(await ledger()).toEqual({ balance: 96, sum: 96, types: { debit: 11, grant: 1, refund: 7 } });
    const [repeated] = (await itemsOf(id)).filter(({ state }) => state === "repeated");
    expect(repeated).toMatchObject({ requestId: null, sameAs: { position: 11, decision: null } });
  });

  it("lists its invalid lines alone", async () => {
    const { id } = await skipped([aReceipt(), "text", aReceipt(), { bank: "boa" }]);
    const page = (query: string) => system.call("get", `/api/batches/${id}/items?${query}`, account);
    const { body } = await page("state=invalid&limit=1&offset=1").expect(200);
    expect(body.data.map(({ position }: BatchItem) => position)).toEqual([4]);
    expect(body.meta).toEqual({ total: 2, limit: 1, offset: 1, hasMore: false, nextCursor: null });
    await page("state=bad").expect(refusedAs("invalid_payload", "state"));
    await ended(id);
    expect((await page("state=ended").expect(200)).body.meta.total).toBe(2);
  });

  it("stores no text that a database cannot, and no more than its beginning", async () => {
    const { id } = await skipped([
      aReceipt(),
      `a\u0000b\ud800${"x".repeat(1_000)}`,
      { reference: "\u0000", label: "\ud800", expect: { ["\u0000".repeat(50)]: 1, amount: "\ud800" } },
      { reference: "=1+1", bank: "nobank", label: "x".repeat(101) },
      [[["nested"]]],
      null,
    ]);
    await ended(id);
    const items = await itemsOf(id);
    expect(items.map(({ state }) => state)).toEqual(["ended", ...Array.from({ length: 5 }, () => "invalid")]);
    expect(items[1]?.reference).toHaveLength(200);
    for (const item of items) expect(batchItemSchema.parse(item)).toEqual(item);
    const { text } = await system.call("get", `/api/batches/${id}/export`, account).expect(200);
    expect(text).toContain(",'=1+1,");
  });

  it("tells in batch.completed what was not verified", async () => {
    await setDefaultWebhook(system.database.pool, account.userId, receiver.url);
    const receipt = aReceipt();
    const { id } = await skipped([receipt, receipt, "text"]);
    const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
    await until(() => bodies().some(({ type }) => type === "batch.completed"));
    const told = bodies().find(({ type }) => type === "batch.completed");
    expect(batchCompletedSchema.parse(told).data).toMatchObject({
      ...{ id, total: 3, counts: { success: 1, invalid: 1, repeated: 1 } },
    });
  });

  it("runs each line of a list without the field, as before", async () => {
    const receipt = aReceipt();
    const { id } = await accepted({ items: [receipt, receipt] });
    expect((await ended(id)).counts).toMatchObject({ success: 2, repeated: 0 });
    expect((await itemsOf(id))[1]?.decisionReasons).toContain("already_confirmed");
    expect(await system.balanceOf(account)).toBe(98);
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
    await setDefaultWebhook(system.database.pool, account.userId, receiver.url);
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
    expect(body.meta).toMatchObject({ total: 2, limit: 20, offset: 0, hasMore: false });
  });
});
