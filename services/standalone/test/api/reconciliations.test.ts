import { request } from "node:http";
import type { ReconciledLineView, Reconciliation, ReconciliationDetail } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import { until } from "@receipts/testing";
import { generateLedger, transactionRows } from "../../../../packages/statements/test/generated-ledger.ts";
import { createClaimStatement } from "../../../gateway/src/reconciliations/reconciliation-repository.ts";
import { refusedAs } from "../refusals.ts";
import { openShop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

let account: TestAccount;
let owner: CallSignedIn;
beforeEach(async () => {
  account = await system.account();
  owner = await signIn(system, account);
});

const header = "Transaction No,Transaction Time,Amount,Fee,Status,Details";

const send = (file: string | Buffer, query: Record<string, string> = {}, person = owner) =>
  person("post", `/api/reconciliations?${new URLSearchParams({ bank: "telebirr", ...query })}`)
    .set("content-type", "text/csv")
    .send(file);

async function ended(id: string, person = owner): Promise<ReconciliationDetail> {
  return await until(async () => {
    const { body } = await person("get", `/api/reconciliations/${id}`).expect(200);
    return body.data.status === "pending" ? undefined : body.data;
  });
}

const urlOf = () => new URL("/api/reconciliations?bank=telebirr", system.url);

const sendAs = async (apiKey: string) =>
  (await fetch(urlOf(), { method: "POST", body: header, headers: { "x-api-key": apiKey } })).status;

/** A call with the start of its body, which is never completed. */
function halfSent(apiKey: string) {
  const headers = { "x-api-key": apiKey, "content-type": "text/csv", "content-length": "100" };
  const call = request(urlOf(), { method: "POST", headers });
  call.on("error", () => undefined);
  call.write(header.slice(0, 50));
  const status = new Promise<number | undefined>((resolve) =>
    call.on("response", ({ statusCode }) => resolve(statusCode)),
  );
  return { status, leave: () => call.destroy() };
}

/** Sends a statement, and waits until it is compared. */
async function reconcile(file: string | Buffer, query: Record<string, string> = {}, person = owner) {
  const { body } = await send(file, query, person).expect(202);
  return await ended(body.data.id, person);
}

async function linesOf(
  { id }: Pick<Reconciliation, "id">,
  query = "",
  person = owner,
): Promise<ReconciledLineView[]> {
  const all: ReconciledLineView[] = [];
  for (;;) {
    const path = `/api/reconciliations/${id}/lines?limit=100&offset=${all.length}${query}`;
    const { body } = await person("get", path).expect(200);
    all.push(...body.data);
    if (all.length >= body.meta.total) return all;
  }
}

/** As if telebirr had confirmed them in March 2026. */
async function insertPayments(payments: ReturnType<typeof generateLedger>["payments"]): Promise<void> {
  await system.sql(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified,
            result, requeue_after, deadline_at, http_request_id, created_at, completed_at)
     select 'ver_' || new_ulid(), $1, 'telebirr', p.reference, p.reference, 'MISS', 'completed', 'success', true,
            jsonb_build_object('referenceNumber', p.reference, 'amount', p.amount::numeric / 100, 'timestamp', iso_utc(p.time)),
            p.time, p.time, 'req', p.time + interval '1 minute', p.time + interval '1 minute'
       from json_to_recordset($2) p (reference text, amount bigint, time timestamptz)`,
    account.userId,
    JSON.stringify(
      payments.map(({ reference, amount, time }) => ({ reference, amount: String(amount), time })),
    ),
  );
}

const birr = (santim: bigint) => {
  const digits = String(santim < 0n ? -santim : santim).padStart(3, "0");
  return `${santim < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

it("a generated month with duplicates, fees, reversals and midnights is compared exactly", async () => {
  const ledger = generateLedger(900, 5);
  await insertPayments(ledger.payments);
  const file = transactionRows(ledger.printed, 3)
    .map((row) => row.join(","))
    .join("\n");
  const result = await reconcile(file, {
    fileName: "march.csv",
    startDate: "2026-03-01",
    endDate: "2026-03-31",
  });
  expect(result).toMatchObject({
    ...{ status: "completed", failure: null, layout: "telebirr_transactions", fileName: "march.csv" },
    period: { from: "2026-02-28T21:00:00.000Z", to: "2026-03-31T21:00:00.000Z" },
  });
  const lines = await linesOf(result);
  const shown = lines.map(({ class: name, note, reference, payment, difference }) =>
    [name, note, reference ?? payment?.reference, difference].join(" "),
  );
  const wanted = ledger.expected.map(({ class: name, note, reference, difference }) =>
    [name, note, reference, difference === null ? null : birr(difference)].join(" "),
  );
  expect(shown.sort()).toEqual(wanted.sort());
  for (const [name, sum] of Object.entries(result.sums ?? {})) {
    const these = lines.filter((line) => line.class === name);
    const total = (values: readonly (string | null | undefined)[]) =>
      birr(values.reduce((all, value) => all + BigInt((value ?? "0.00").replace(".", "")), 0n));
    expect(sum).toEqual({
      lines: these.length,
      amount: total(these.map(({ amount }) => amount)),
      ours: total(these.map(({ payment }) => payment?.amount)),
      difference: total(these.map(({ difference }) => difference)),
    });
    expect(await linesOf(result, `&class=${name}`)).toEqual(these);
  }
});

describe("payments of an account", () => {
  const day = (iso: string) =>
    new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

  it("that were verified twice count once, and a deposit by hand is only suggested", async () => {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const { id: depositId } = await shop.deposit({ amount: "300.00" });
    await shop.confirmByHand(depositId, "paid in cash");
    const { referenceNumber: reference } = await system.pay({
      ...{ bank: "telebirr", amount: "500.00", receiverAccount: "0911005678", receiverName: "Sara" },
    });
    const verify = () =>
      system.verify(shop.account, { bank: "telebirr", reference }, { waitMs: 10_000 }).expect(200);
    const { body } = await verify();
    await verify();
    const now = new Date().toISOString();
    const paidAt = day(body.data[0].timestamp);
    const result = await reconcile(
      `${header}\n${reference.toLowerCase()},${paidAt},500,0,Completed,\nDK99999999,${day(now)},300,0,Completed,`,
      {},
      person,
    );
    const lines = await linesOf(result, "", person);
    expect(lines.filter(({ class: name }) => name !== "ours_only")).toMatchObject([
      { class: "matched", row: 2, payment: { requestId: body.requestId, reference }, difference: "0.00" },
      { class: "statement_only", row: 3, payment: null, suggestedPaymentId: depositId },
    ]);
    expect(lines.filter(({ class: name }) => name === "ours_only")).toMatchObject([
      { note: "by_hand", payment: { requestId: null, depositId, amount: "300.00" }, suggestedRow: 3 },
    ]);
  });

  it("that count for a deposit are no second payment by hand when a person confirms it", async () => {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const confirmed = async (draft: object, paid: string, isLate: boolean): Promise<string> => {
      const { id } = await shop.deposit({ amount: "1250.00", ...draft });
      if (isLate) await shop.expire(id);
      await shop.submitAndSettle(id, await shop.pay({ amount: paid }));
      await shop.confirmByHand(id, "the rest in cash");
      return id;
    };
    const inParts = await confirmed({ allowPartial: true }, "1000.00", false);
    const late = await confirmed({}, "1250.00", true);
    const [startDate, endDate] = [-2, 2].map((days) =>
      day(new Date(Date.now() + days * 86_400_000).toISOString()).slice(0, 10),
    );
    const result = await reconcile(header, { startDate: startDate ?? "", endDate: endDate ?? "" }, person);
    const lines = await linesOf(result, "&class=ours_only", person);
    const shown = lines.map(({ note, payment }) => `${payment?.depositId} ${payment?.amount} ${note}`);
    expect(shown.sort()).toEqual(
      [`${inParts} 1000.00 null`, `${inParts} 250.00 by_hand`, `${late} 1250.00 null`].sort(),
    );
  });

  it("at another account, another bank or outside of the period are not compared", async () => {
    const [first, second] = generateLedger(200, 6).payments;
    if (first === undefined || second === undefined) throw new Error("the ledger has no payments");
    const time = new Date("2026-03-10T09:00:00Z");
    await insertPayments([
      { ...first, reference: "DCA0000001", time },
      { ...second, reference: "DCA0000002", time: new Date("2026-03-25T09:00:00Z") },
    ]);
    await system.sql("update verification_requests set bank = 'mpesa' where reference = 'DCA0000001'");
    const stranger = await signIn(system, await system.account());
    const file = `${header}\nDCA0000001,2026-03-10 12:00:00,1,0,Completed,\nDCA0000009,2026-03-11 12:00:00,1,0,Completed,`;
    for (const person of [owner, stranger]) {
      const lines = await linesOf(await reconcile(file, {}, person), "", person);
      expect(lines.map(({ class: name }) => name)).toEqual(["statement_only", "statement_only"]);
    }
  });
});

describe("a file with unknown columns", () => {
  const file = "When;Number;Sum\n10/03/2026;DCA0000001;1.250,50\n10/03/2026;DCA0000002;x";

  it("fails with its first rows, and is read by a mapping", async () => {
    const refused = await reconcile(file);
    expect(refused).toMatchObject({ status: "failed", failure: "unknown_layout", sums: null });
    expect(refused.preview[0]).toEqual(["When", "Number", "Sum"]);
    const columns = { time: "When", reference: "Number", amount: "Sum" };
    const result = await reconcile(file, { mapping: JSON.stringify({ columns, decimal: "," }) });
    expect(result).toMatchObject({ status: "completed", layout: "by_hand", preview: [] });
    expect(await linesOf(result)).toMatchObject([
      { class: "statement_only", amount: "1250.50", timeIsDay: true, time: "2026-03-09T21:00:00.000Z" },
      { class: "unread", note: "bad_amount", row: 3, detail: "Sum: x" },
    ]);
  });

  it("leaves no row of the failed try once it is sent again by its name", async () => {
    const fileName = "march.csv";
    const failed = await reconcile(file, { fileName });
    const others = [await reconcile(file, { fileName: "april.csv" }), await reconcile(file)];
    const mapping = JSON.stringify({
      columns: { time: "When", reference: "Number", amount: "Sum" },
      decimal: ",",
    });
    const result = await reconcile(file, { fileName, mapping });
    const { body } = await owner("get", "/api/reconciliations").expect(200);
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual(
      [result.id, ...others.map(({ id }) => id)].sort(),
    );
    await owner("get", `/api/reconciliations/${failed.id}`).expect(404);
  });

  it.each([
    ["no JSON", "columns", "mapping"],
    ["no time", '{"columns":{"amount":"Sum"}}', "mapping.columns"],
    ["two kinds of amounts", '{"columns":{"time":"When","amount":"Sum","debit":"Out"}}', "mapping.columns"],
    ["an unknown field", '{"columns":{"time":"When","amount":"Sum","total":"B"}}', "mapping.columns.total"],
  ])("is refused with a mapping of %s", async (_what, mapping, field) => {
    await send(file, { mapping }).expect(refusedAs("invalid_payload", field));
  });
});

describe("a statement is refused", () => {
  it("if it has more than 24 MiB, unread", async () => {
    const call = send("");
    call.set("content-length", String(25 * 1024 * 1024));
    await call.expect(413).expect(refusedAs("payload_too_large"));
  });

  it.each([
    ["a picture", Buffer.from("89504e470d0a1a0a", "hex"), "unsupported_media_type"],
    ["a photo", Buffer.from("ffd8ffe0", "hex"), "unsupported_media_type"],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "unsupported_media_type"],
    ["empty", Buffer.alloc(0), "invalid_request"],
  ] as const)("if it is %s", async (_what, file, code) => {
    await send(file).expect(refusedAs(code));
  });

  it.each(["multipart/form-data; boundary=x", "application/json"])("if it is sent as %s", async (type) => {
    await send(header).set("content-type", type).expect(refusedAs("unsupported_media_type"));
  });

  it("if five others wait, or 50 are saved", async () => {
    const insert = (count: number, status: string) =>
      system.sql(
        `insert into reconciliations (id, user_id, bank, time_zone, status, file, claimed_until, failure, completed_at)
         select 'rcn_' || new_ulid(), $1, 'cbe', 'UTC', $3, case when $3 = 'pending' then 'x'::bytea end, now() + interval '1 h',
                case when $3 = 'failed' then 'empty_file' end, case when $3 = 'failed' then now() end
           from generate_series(1, $2)`,
        account.userId,
        count,
        status,
      );
    await insert(5, "pending");
    await send(header).expect(refusedAs("invalid_state"));
    await system.sql("delete from reconciliations where user_id = $1", account.userId);
    await insert(50, "failed");
    await send(header).expect(refusedAs("invalid_state"));
  });

  it("only while others are being sent, which those of callers who have left are not", async () => {
    const locked = "select from pg_locks where relation = 'api_keys'::regclass and not granted";
    const { apiKey } = await system.account({ permissions: { metrics: ["write"] } });
    const left = Array.from({ length: 2 }, () => new AbortController());
    await inTransaction(system.database.pool, async (client) => {
      // Their keys are checked once they have left.
      await client.query("lock table api_keys");
      const calls = left.map(({ signal }) =>
        fetch(urlOf(), {
          ...{ method: "POST", body: header, headers: { "x-api-key": apiKey }, signal },
        }).catch(() => undefined),
      );
      await until(async () => (await system.sql(locked)).length > 0);
      await fetch(`${system.url}/healthz`);
      for (const each of left) each.abort();
      await Promise.all(calls);
      await fetch(`${system.url}/healthz`);
    });
    await until(async () => (await system.sql(locked)).length === 0);
    expect(await sendAs(apiKey)).toBe(202);
  });

  it("while another one of the account is being sent, which does not keep others from sending theirs", async () => {
    const [own, last, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => system.account({ permissions: { metrics: ["write"] } })),
    );
    const slow = [own, own, ...others].map((account) => halfSent(account?.apiKey ?? ""));
    expect(await Promise.race(slow.map(({ status }) => status))).toBe(429);
    expect(await sendAs(last?.apiKey ?? "")).toBe(202);
    for (const each of slow) each.leave();
    await until(async () => (await sendAs(own?.apiKey ?? "")) === 202);
  });

  it("if the period ends before it begins", async () => {
    await send(header, { startDate: "2026-03-02", endDate: "2026-03-01" }).expect(
      refusedAs("invalid_payload", "endDate"),
    );
  });
});

it("the CSV has every line, and no cell that a spreadsheet would run", async () => {
  const result = await reconcile(
    `${header}\n=1+1,2026-03-10 12:00:00,5,0,Completed,"=HYPERLINK(""http://evil"")"\n@x,2026-03-10 12:00:00,,0,Completed,`,
  );
  const { text, headers } = await owner("get", `/api/reconciliations/${result.id}/export`).expect(200);
  expect(headers["content-disposition"]).toContain(`reconciliation_telebirr_${result.id}.csv`);
  const rows = text.trimEnd().split("\r\n");
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain(`'=1+1,5.00,in,0.00`);
  expect(rows[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(rows[2]).toContain("unread,no_amount,3");
  const one = await owner("get", `/api/reconciliations/${result.id}/export?class=unread`).expect(200);
  expect(one.text.trimEnd().split("\r\n")).toEqual([rows[0], rows[2]]);
});

it("the CSV has every line once, of many", async () => {
  const lines = Array.from({ length: 250 }, (_, nth) => `CL37MANY${nth},2026-03-10 12:00:00,5,0,Completed,`);
  const { id } = await reconcile([header, ...lines].join("\n"));
  for (const query of ["", "?class=statement_only"]) {
    const { text } = await owner("get", `/api/reconciliations/${id}/export${query}`).expect(200);
    const rows = text.trimEnd().split("\r\n");
    expect(rows).toHaveLength(251);
    expect(new Set(rows).size).toBe(251);
  }
});

it("the time of the oldest statement that is not compared is a metric, for the alert", async () => {
  const oldest = () => system.metric("statement_oldest_waiting_timestamp_seconds");
  await system.sql(
    `insert into reconciliations (id, user_id, bank, time_zone, file, claimed_until, created_at)
     values ('rcn_' || new_ulid(), $1, 'cbe', 'UTC', 'x', now() + interval '1 h', '2026-03-01T00:00:00Z')`,
    account.userId,
  );
  const isFromMarch = async () => (await oldest()) === Date.parse("2026-03-01T00:00:00Z") / 1_000;
  await until(isFromMarch);
  await system.sql("delete from reconciliations where user_id = $1", account.userId);
  await until(async () => !(await isFromMarch()));
});

describe("if a process ends while it compares a statement", () => {
  const file = `${header}\nDCA0000001,2026-03-10 12:00:00,5,0,Completed,`;
  /** Stores a statement that a process has claimed, which has ended. */
  async function abandoned(attempt: number): Promise<string> {
    const [row] = await system.sql<{ id: string }>(
      `insert into reconciliations (id, user_id, bank, time_zone, file, attempt, claimed_until)
       values ('rcn_' || new_ulid(), $1, 'telebirr', 'UTC', $2, $3, now() - interval '1 s') returning id`,
      account.userId,
      Buffer.from(file),
      attempt,
    );
    return row?.id ?? "";
  }

  it("another one compares it", async () => {
    const id = await abandoned(1);
    expect(await ended(id)).toMatchObject({ status: "completed", sums: { statement_only: { lines: 1 } } });
    expect(await createClaimStatement(system.database.pool, 60)()).toBeUndefined();
  });

  it("three times, it fails", async () => {
    expect(await ended(await abandoned(3))).toMatchObject({ status: "failed", failure: "interrupted" });
  });
});

it("a deleted reconciliation is gone with its file and lines", async () => {
  const result = await reconcile(`${header}\nDCA0000001,2026-03-10 12:00:00,5,0,Completed,`);
  const other = await signIn(system, await system.account());
  await other("delete", `/api/reconciliations/${result.id}`).expect(404);
  await owner("delete", `/api/reconciliations/${result.id}`).expect(204);
  await owner("get", `/api/reconciliations/${result.id}/lines`).expect(404);
  expect(
    await system.sql("select from reconciliation_lines where reconciliation_id = $1", result.id),
  ).toEqual([]);
  const { body } = await owner("get", "/api/reconciliations").expect(200);
  expect(body).toMatchObject({ data: [], meta: { total: 0 } });
  const actions = await system.auditOf(account.userId, "action");
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["reconciliation.created", "reconciliation.deleted"]),
  );
});

it("an account sends a hundred statements an hour, also if it deletes them", async () => {
  for (let sent = 0; sent < 100; sent += 1) {
    await send(header).expect(202);
    await system.sql("delete from reconciliations where user_id = $1", account.userId);
  }
  const { body } = await send(header).expect(refusedAs("rate_limited"));
  expect(body.message).toContain("statements an hour");
  expect(await system.sql("select from reconciliations where user_id = $1", account.userId)).toEqual([]);
});
