import type { Payment } from "@receipts/contracts";
import { eraseRequests } from "../../../gateway/src/retention/erase-statements.ts";
import { refusedAs } from "../refusals.ts";
import { openShop } from "../shop.ts";
import { aMember, type CallSignedIn, sessionCookie, signIn, signInAs } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr", "cbe"] });

let account: TestAccount;
let owner: CallSignedIn;
beforeEach(async () => {
  account = await system.account();
  owner = await signIn(system, account);
  await system.saveBankAccount(account, "telebirr", "0911005678");
});

interface Listed {
  readonly data: readonly Payment[];
  readonly meta: { readonly total: number; readonly totalIsExact: boolean };
}

const asQuery = (query: Record<string, string>) => new URLSearchParams(query).toString();
async function list(query: Record<string, string> = {}, person = owner): Promise<Listed> {
  return (await person("get", `/api/payments?${asQuery(query)}`).expect(200)).body;
}
const idsOf = ({ data }: Listed) => data.map(({ id }) => id);

/** Pays to the account, and verifies the receipt as `person`. */
async function verify(order: object = {}, cookie?: string) {
  const { referenceNumber: reference } = await system.pay({
    ...{
      bank: "telebirr",
      receiverAccount: "0911005678",
      receiverName: "Sara Coffee Trading",
      amount: "500.00",
      ...order,
    },
  });
  return await again(reference, cookie);
}

async function again(reference: string, cookie?: string) {
  const call = system.call("post", "/api/verify?waitMs=10000", cookie === undefined ? account : undefined);
  if (cookie !== undefined) call.set("cookie", cookie);
  const { body } = await call.send({ bank: "telebirr", reference }).expect(200);
  return { id: body.requestId as string, reference, result: body.data[0] };
}

async function aBranch(name: string): Promise<string> {
  const [row] = await system.sql<{ id: string }>(
    "insert into branches (id, user_id, name) values ('brn_' || new_ulid(), $1, $2) returning id",
    account.userId,
    name,
  );
  return row?.id ?? "";
}

/** A developer's session at a branch. */
async function aColleague(branchId: string) {
  const memberId = await aMember(system, account, "developer");
  await system.sql("update members set branch_id = $2 where id = $1", memberId, branchId);
  return { memberId, cookie: await sessionCookie(system, account, memberId) };
}

/** Copies a request of the account, one a minute before the present. */
async function copies(id: string, count: number): Promise<void> {
  await system.sql(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified,
            result, requeue_after, deadline_at, http_request_id, created_at, completed_at)
     select 'ver_' || new_ulid(), user_id, bank, reference || n, receipt_key || n, cache_status, processing_status, status, verified,
            result, requeue_after, deadline_at, http_request_id, now_ms() - make_interval(mins => n), now_ms()
       from verification_requests, generate_series(1, $2) n where id = $1`,
    id,
    count,
  );
}

describe("the payments of an account", () => {
  it("have what was paid, by whom, when, and who verified it where, newest first", async () => {
    const branchId = await aBranch("Bole");
    const { memberId, cookie } = await aColleague(branchId);
    const first = await verify({ amount: "1250.00", payerName: "Abebe Kebede" }, cookie);
    const { body } = await system.verify(
      account,
      { bank: "telebirr", reference: "DJ57QK2MNF" },
      { waitMs: 10_000 },
    );
    const { data, meta } = await list();
    expect(meta).toMatchObject({ total: 2, totalIsExact: true, limit: 20, offset: 0, hasMore: false });
    const names = await system.sql<{ name: string }>(
      "select p.name from members m join users p on p.id = m.person_id where m.id = $1",
      memberId,
    );
    const { data: record } = (await system.call("get", `/api/verify/${first.id}`, account)).body;
    expect(data).toEqual([
      expect.objectContaining({
        ...{ id: body.requestId, status: "not_found", decision: "reject", decisionReasons: ["not_verified"] },
        reference: "DJ57QK2MNF",
        ...{ amount: null, paidAt: null, branch: null, member: null, depositId: null, orderReference: null },
      }),
      {
        ...{ id: first.id, createdAt: record.createdAt, verifiedAt: record.completedAt },
        ...{
          paidAt: first.result.timestamp,
          amount: 1250,
          currency: "ETB",
          bank: "telebirr",
          livemode: false,
        },
        ...{ senderName: first.result.senderName, receiverName: first.result.receiverName },
        ...{ reference: first.result.referenceNumber, referenceNumber: first.result.referenceNumber },
        decision: record.decision,
        ...{ decisionReasons: record.decisionReasons, processingStatus: "completed", status: "success" },
        ...{ source: "api", branch: { id: branchId, name: "Bole" } },
        ...{ member: { id: memberId, name: names[0]?.name }, depositId: null, orderReference: null },
      },
    ]);
  });

  /** Without a key of three characters the search would read the index of all accounts. */
  it.each([
    "/api/payments?search=",
    "/api/payments/export?search=",
    "/api/deposits?q=",
    "/api/deposits/export?q=",
  ])("are not searched for two characters, however long they are in UTF-16: %s", async (path) => {
    await owner("get", `${path}${encodeURIComponent("😀a")}`).expect(refusedAs("invalid_payload"));
    await owner("get", `${path}${encodeURIComponent("😀ab")}`).expect(200);
  });

  it("are found by any part of number or payer, in any case, and by the amount as typed", async () => {
    const { id, result } = await verify({ amount: "1250.00" });
    await verify({ amount: "1250.50" });
    const [number, payer] = [result.referenceNumber as string, result.senderName as string];
    for (const search of [number, number.toLowerCase().slice(2, 9), "1,250", "1250", "1250.00", "1,250.0"])
      expect([search, idsOf(await list({ search }))]).toEqual([search, [id]]);
    expect(payer.length).toBeGreaterThan(2);
    expect(idsOf(await list({ search: payer.toUpperCase() }))).toContain(id);
    for (const search of ["%25_", "___", "1250%", "no such payer", "' or 1=1 --", "12,50.0"])
      expect([search, idsOf(await list({ search }))]).toEqual([search, []]);
  });

  it("are found by words in any order, with the amount among them", async () => {
    const one = await verify({ amount: "1250.00", senderName: "Alemayehu Bekele Tufa" });
    await verify({ amount: "1250.00", senderName: "Sara Bekele" });
    await verify({ amount: "99.00", senderName: "Alemayehu Bekele" });
    const [number] = [one.result.referenceNumber as string];
    const found = [
      ...["alemayehu 1250", "1,250 birr alemayehu", "tufa  bekele", "Bekele ALEMAYEHU 1250.00 ETB"],
      ...[
        "tu 1250",
        "1250 tu",
        "1250birr tufa",
        "ETB1,250 tufa",
        "Br.1250 tufa",
        "tufa 1250 birr.",
        "tufa 1250ብር",
      ],
      ...[`${number} tufa`, `1250 ${number.slice(-5)}`, "tu tufa", "ብር 1250 Tufa"],
    ];
    for (const search of found) expect([search, idsOf(await list({ search }))]).toEqual([search, [one.id]]);
    for (const search of ["alemayehu 1251", "tufa sara", "tufa --", "1250 99 tufa", "-- 1250", "1251 tu"])
      expect([search, idsOf(await list({ search }))]).toEqual([search, []]);
    for (const search of ["1250 birr", "1250birr", "ETB 1,250", "1250."])
      expect([search, idsOf(await list({ search })).length]).toEqual([search, 2]);
  });

  it("are found by words that stand twice, and by two amounts of which one is a text", async () => {
    const { id, result } = await verify({ amount: "1250.00", senderName: "Alemayehu Tufa" });
    const digits = String(result.referenceNumber).slice(-4);
    for (const search of ["1250 1250", "tufa TUFA", "1,250 tufa 1250.00", `1250 ${digits} ${digits}`])
      expect([search, idsOf(await list({ search }))]).toEqual([search, [id]]);
    await copies(id, 10_000);
    const { meta } = await list({ search: "1250 tu", limit: "1" });
    expect(meta).toMatchObject({ total: 10_000, totalIsExact: false });
  });

  it("are found by the order of the deposit that they paid", async () => {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const made = await shop.deposit({ reference: "Order 77/A" });
    await shop.submitAndSettle(made.id, await shop.pay({}));
    for (const search of ["77 1250", "1250 77"])
      expect([search, idsOf(await list({ search }, person)).length]).toEqual([search, 1]);
    const { data } = await list({ search: "77 ORDER" }, person);
    expect(data).toMatchObject([{ depositId: made.id, orderReference: "Order 77/A", source: "checkout" }]);
    expect(idsOf(await list({ search: "order 77" }))).toEqual([]);
  });

  it("are found while they are unfinished, and without a verdict", async () => {
    await system.sql(
      `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status,
              requeue_after, deadline_at, http_request_id)
       values ('ver_' || new_ulid(), $1, 'cbe', 'FT26WAITING', 'x', 'MISS', 'queued', 'pending', now() + interval '1 hour',
               now() + interval '1 hour', 'r')`,
      account.userId,
    );
    for (const query of [{}, { search: "waiting" }, { bank: "cbe" }])
      expect((await list(query)).data).toMatchObject([
        { processingStatus: "queued", verifiedAt: null, decision: null },
      ]);
    expect(idsOf(await list({ decision: "review" }))).toEqual([]);
  });

  it("are filtered by decision, bank, branch, person and day, together too", async () => {
    const [bole, merkato] = [await aBranch("Bole"), await aBranch("Merkato")];
    const [hanna, sara] = [await aColleague(bole), await aColleague(merkato)];
    const one = await verify({ amount: "10.00" }, hanna.cookie);
    const two = await verify({ amount: "20.00" }, sara.cookie);
    const three = await verify({ amount: "30.00" });
    await system.sql(
      "update verification_requests set created_at = '2026-01-31T21:00:00Z' where id = $1",
      three.id,
    );
    const { decision } = one.result;
    const cases: [Record<string, string>, string[]][] = [
      [{ branch: bole }, [one.id]],
      [{ member: sara.memberId }, [two.id]],
      [{ member: hanna.memberId, branch: merkato }, []],
      [{ bank: "telebirr" }, [two.id, one.id, three.id]],
      [{ bank: "cbe" }, []],
      [{ decision, branch: bole, bank: "telebirr", search: "10.00" }, [one.id]],
      [{ startDate: "2026-02-01", endDate: "2026-02-01", timeZone: "Africa/Addis_Ababa" }, [three.id]],
      [{ startDate: "2026-02-01", endDate: "2026-02-01" }, []],
    ];
    for (const [query, expected] of cases)
      expect([query, idsOf(await list(query))]).toEqual([query, expected]);
    const { body } = await owner("get", "/api/payments/filters").expect(200);
    expect(body.data.branches).toEqual([
      { id: bole, name: "Bole" },
      { id: merkato, name: "Merkato" },
    ]);
    expect(body.data.members.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([hanna.memberId, sara.memberId]),
    );
  });

  it("name only people who sent some: the team is for owners and managers", async () => {
    const { memberId } = await aColleague(await aBranch("Bole"));
    await verify();
    const { body } = await owner("get", "/api/payments/filters").expect(200);
    expect(body.data.members.map(({ id }: { id: string }) => id)).not.toContain(memberId);
  });

  it("show no more archived branches than the list of branches", async () => {
    await system.sql(
      `insert into branches (id, user_id, name, archived_at)
       select 'brn_' || n, $1, n::text, now() - make_interval(mins => n) from generate_series(1, 500) n`,
      account.userId,
    );
    const { branches } = (await owner("get", "/api/payments/filters").expect(200)).body.data;
    const listed = (await owner("get", "/api/branches").expect(200)).body.data;
    const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
    expect(idsOf(branches)).toEqual(idsOf(listed));
    expect(branches).toHaveLength(400);
    expect(idsOf(branches).has("brn_1")).toBe(true);
  });

  it("are not another account's, by any filter", async () => {
    const branchId = await aBranch("Bole");
    const { memberId, cookie } = await aColleague(branchId);
    const { result } = await verify({ amount: "1250.00" }, cookie);
    const stranger = await signIn(system, await system.account());
    const searches = ["1,250", result.referenceNumber, result.senderName].map((search) => ({ search }));
    for (const query of [{}, ...searches, { branch: branchId }, { member: memberId }, { bank: "telebirr" }]) {
      expect(await list(query, stranger)).toMatchObject({ data: [], meta: { total: 0 } });
      const { text } = await stranger("get", `/api/payments/export?${asQuery(query)}`).expect(200);
      expect(text.trimEnd().split("\r\n")).toHaveLength(1);
    }
    const { data } = (await stranger("get", "/api/payments/filters")).body;
    expect([data.branches, data.members]).toEqual([[], []]);
  });

  it("are unsearchable once they are erased, and stay listed", async () => {
    const { id, result } = await verify({ amount: "1250.00" });
    await eraseRequests(system.database.pool, { which: "id = $1", values: [id], limit: 1 });
    for (const search of [result.referenceNumber, result.senderName, "1,250"])
      expect(idsOf(await list({ search }))).toEqual([]);
    expect((await list()).data).toMatchObject([
      { id, senderName: null, reference: null, referenceNumber: null },
    ]);
  });

  it("are read with a key that has the permission, and by every role but the cashier's", async () => {
    await verify();
    expect((await system.call("get", "/api/payments", account).expect(200)).body.data).toHaveLength(1);
    const key = await system.keyOf(account, { permissions: { uptime: ["read"] } });
    await system.call("get", "/api/payments", key).expect(403);
    const cashier = await signInAs(system, account, "cashier");
    for (const path of ["", "/export", "/filters"]) await cashier("get", `/api/payments${path}`).expect(403);
    const manager = await signInAs(system, account, "manager");
    expect((await list({}, manager)).data).toHaveLength(1);
  });

  it("have pages that together contain each once, and totals that say if they are not exact", async () => {
    const { id } = await verify({ amount: "7.00" });
    await copies(id, 45);
    const pages = await Promise.all(
      [0, 20, 40].map((offset) => list({ offset: String(offset), limit: "20", search: "7.00" })),
    );
    expect(new Set(pages.flatMap(idsOf)).size).toBe(46);
    expect(pages.map(({ data, meta }) => [data.length, meta.total])).toEqual([
      [20, 46],
      [20, 46],
      [6, 46],
    ]);
    await copies(id, 10_000);
    expect((await list({ limit: "1" })).meta).toMatchObject({ total: 10_000, totalIsExact: false });
    expect(await list({ offset: "10000", limit: "1" })).toMatchObject({ meta: { total: 10_000 } });
    const text = (await list({ limit: "1" })).data[0]?.senderName ?? "";
    const many = await list({ search: text, limit: "2" });
    expect(many.meta.totalIsExact).toBe(false);
    expect(many.data).toHaveLength(2);
  });

  it.each([
    ["search", "ab"],
    ["search", "x".repeat(65)],
    ["search", "a\u0000b"],
    ["decision", "yes"],
    ["bank", "nobank"],
    ["branch", "Bole"],
    ["branch", "mem_00000000000000000000000000"],
    ["member", "1 or 1=1"],
    ["startDate", "yesterday"],
    ["timeZone", "Mars/Base"],
    ["limit", "0"],
    ["limit", "101"],
    ["offset", "10001"],
    ["offset", "-1"],
  ])("refuse %s=%j with 422 and the field", async (field, value) => {
    const { body } = await owner("get", `/api/payments?${asQuery({ [field]: value })}`).expect(422);
    expect(body.error.details[0].field).toBe(field);
    if (field !== "limit" && field !== "offset")
      await owner("get", `/api/payments/export?${asQuery({ [field]: value })}`).expect(422);
  });
});

describe("the export of payments", () => {
  it("has every payment of the filter, newest first, and no formulas", async () => {
    const { id } = await verify({ amount: "7.00" });
    await system.sql(
      `update verification_requests set result = result || '{"senderName": "=HYPERLINK(\\"http://x\\")"}' where id = $1`,
      id,
    );
    await copies(id, 2_500);
    const csv = async (query: Record<string, string> = {}) => {
      const response = await owner("get", `/api/payments/export?${asQuery(query)}`).expect(200);
      expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(response.headers["content-disposition"]).toMatch(
        /^attachment; filename=payments_[\d-]{10}\.csv$/,
      );
      return response.text.trimEnd().split("\r\n");
    };
    const [header, first, ...rest] = await csv();
    expect(header?.split(",").slice(0, 5)).toEqual(["id", "createdAt", "verifiedAt", "paidAt", "amount"]);
    expect(first?.startsWith(`${id},`)).toBe(true);
    expect(first).toContain(`,7.00,ETB,"'=HYPERLINK(""http://x"")",`);
    expect(rest).toHaveLength(2_500);
    const times = rest.map((line) => line.split(",")[1] ?? "");
    expect(times).toEqual(times.toSorted().toReversed());
    for (const query of [{ search: "hyperlink" }, { search: "7.00" }, { bank: "telebirr" }])
      expect(await csv(query)).toHaveLength(2_502);
    expect(await csv({ bank: "cbe" })).toHaveLength(1);
    // Few enough to be found by their text, and more than a batch.
    const rare = await verify({ amount: "8.00" });
    await system.sql(
      `update verification_requests set result = result || '{"senderName": "Rare Name"}' where id = $1`,
      rare.id,
    );
    await copies(rare.id, 250);
    for (const query of [{ search: "rare name" }, { search: "8.00" }])
      expect(new Set(await csv(query)).size).toBe(252);
    // Behind more than a batch of payments with the same amount.
    await system.sql(
      `update verification_requests set result = result || '{"senderName": "Xy Zz"}'
        where id = (select id from verification_requests where user_id = $1 and payment_amount(result) = 800
                     order by created_at, id limit 1)`,
      account.userId,
    );
    expect(await csv({ search: "xy 8.00" })).toHaveLength(2);
  });
});

describe("saved views", () => {
  const save = (person: CallSignedIn, name: string, filter: object = { decision: "review" }) =>
    person("post", "/api/payment-views").send({ name, filter });

  it("are one's own, by name, and at most twenty", async () => {
    const manager = await signInAs(system, account, "manager");
    const saved = await save(owner, "To review").expect(201);
    expect(saved.body.data).toMatchObject({ name: "To review", filter: { decision: "review" } });
    const replaced = await save(owner, "to REVIEW", { bank: "cbe" }).expect(201);
    expect(replaced.body.data).toMatchObject({ id: saved.body.data.id, filter: { bank: "cbe" } });
    expect((await manager("get", "/api/payment-views").expect(200)).body.data).toEqual([]);
    await manager("delete", `/api/payment-views/${saved.body.data.id}`).expect(404);
    const answers = await Promise.all(Array.from({ length: 22 }, (_, n) => save(owner, `View ${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    await save(owner, "To review").expect(201);
    await owner("delete", `/api/payment-views/${saved.body.data.id}`).expect(204);
    await owner("delete", `/api/payment-views/${saved.body.data.id}`).expect(404);
    expect((await owner("get", "/api/payment-views").expect(200)).body.data).toHaveLength(19);
  });

  it("refuse other roles, keys and unknown filters", async () => {
    const cashier = await signInAs(system, account, "cashier");
    await save(cashier, "Mine").expect(403);
    await system.call("get", "/api/payment-views", account).expect(401);
    const { body } = await save(owner, "Mine", { limit: "5" }).expect(422);
    expect(body.error.details[0].field).toMatch(/^filter/);
    await save(owner, "", {}).expect(422);
  });
});

describe("a receipt that was used before", () => {
  const storyOf = async (id: string) =>
    (await owner("get", `/api/verify/${id}`).expect(200)).body.data.firstConfirmation;

  it("tells people where, when and by whom, and keys nothing", async () => {
    const branchId = await aBranch("Bole");
    const { memberId, cookie } = await aColleague(branchId);
    const first = await verify({}, cookie);
    const second = await again(first.reference);
    const third = await again(first.reference);
    const { data } = (await owner("get", `/api/verify/${first.id}`)).body;
    expect(data.firstConfirmation).toBeUndefined();
    const story = {
      ...{ requestId: first.id, depositId: null, orderReference: null, at: data.completedAt },
      ...{ source: "api", till: null },
      ...{ branch: { id: branchId, name: "Bole" }, member: { id: memberId, name: expect.any(String) } },
    };
    expect(await storyOf(second.id)).toEqual(story);
    expect(await storyOf(third.id)).toEqual(story);
    const listed = (await list()).data;
    expect(listed.map(({ firstConfirmation }) => firstConfirmation)).toEqual([story, story, undefined]);
    const byKey = await system.call("get", `/api/verify/${second.id}`, account).expect(200);
    expect(byKey.body.data).not.toHaveProperty("firstConfirmation");
    expect(JSON.stringify((await system.call("get", "/api/payments", account)).body)).not.toContain(
      "firstConf",
    );
  });

  it("tells of a deposit that it paid", async () => {
    const shop = await openShop(system);
    [account, owner] = [shop.account, await signIn(system, shop.account)];
    const receipt = await shop.pay({});
    const made = await shop.deposit();
    await shop.submitAndSettle(made.id, receipt);
    const { receipt: paid } = await shop.read(made.id);
    const second = await again(paid?.referenceNumber ?? "");
    expect(second.result.decisionReasons).toContain("already_confirmed");
    const story = await storyOf(second.id);
    expect(story).toMatchObject({ requestId: paid?.verificationRequestId, depositId: made.id, branch: null });
    expect(story).toMatchObject({ source: "checkout", orderReference: made.reference });
    expect(story.at).toBe(second.result.confirmationHistory.firstConfirmedAt);
  });

  it("tells of a deposit that holds it for review, and of none that has released it", async () => {
    const shop = await openShop(system);
    [account, owner] = [shop.account, await signIn(system, shop.account)];
    const made = await shop.deposit();
    const deposit = await shop.submitAndSettle(made.id, await shop.pay({ receiverName: "Abel Girma" }));
    expect(deposit.status).toBe("review_required");
    const reference = deposit.review?.receipt.referenceNumber ?? "";
    const second = await again(reference);
    const third = await again(reference);
    expect(await storyOf(second.id)).toMatchObject({ depositId: made.id });
    expect(await storyOf(third.id)).toMatchObject({ depositId: made.id });
    await owner("post", `/api/deposits/${made.id}/resolve`)
      .send({
        decision: "reject",
        note: "Not ours",
        verificationRequestId: deposit.review?.receipt.verificationRequestId,
      })
      .expect(200);
    expect(await storyOf(third.id)).toBeNull();
    const fourth = await again(reference);
    expect(fourth.result.confirmationHistory.isFirstConfirmation).toBe(true);
    const fifth = await again(reference);
    expect(await storyOf(fifth.id)).toMatchObject({ requestId: fourth.id, depositId: null });
  });

  it("is told to the person who reviews a second deposit with it", async () => {
    const shop = await openShop(system);
    [account, owner] = [shop.account, await signIn(system, shop.account)];
    const [one, two] = [await shop.deposit(), await shop.deposit()];
    const receipt = await shop.pay({});
    await shop.submitAndSettle(one.id, receipt);
    await shop.submitAndSettle(two.id, receipt);
    const { data } = await list({ decision: "reject" });
    expect(data).toMatchObject([{ depositId: two.id, firstConfirmation: { depositId: one.id } }]);
  });

  it("is never told of another account", async () => {
    const first = await verify();
    const [oldAccount] = [account];
    account = await system.account();
    owner = await signIn(system, account);
    const mine = await again(first.reference);
    const second = await again(first.reference);
    expect(await storyOf(mine.id)).toBeUndefined();
    expect(await storyOf(second.id)).toMatchObject({ requestId: mine.id });
    expect(oldAccount.userId).not.toBe(account.userId);
  });

  it("has an unknown first use once that is erased", async () => {
    const first = await verify();
    const second = await again(first.reference);
    await eraseRequests(system.database.pool, { which: "id = $1", values: [first.id], limit: 1 });
    expect(await storyOf(second.id)).toBeNull();
  });
});
