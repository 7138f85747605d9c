import { EventEmitter } from "node:events";
import { request as httpRequest } from "node:http";
import { until } from "@receipts/testing";
import type { Response } from "supertest";
import { forgetPinTries } from "../../../gateway/src/tills/pin-tries.ts";
import { insertBankPast } from "../bank-past.ts";
import { refusedAs } from "../refusals.ts";
import { aPerson, type CallSignedIn, type Owner } from "../signed-in.ts";
import { aReference, system, type TestAccount, useSystem } from "../system.ts";
import {
  aCashier,
  beginShift,
  type Counter,
  cookieOf,
  enrollDevice,
  enterPin,
  openCounter,
  PIN,
} from "../tills.ts";

useSystem({ verifiers: ["telebirr", "mpesa"] });

interface Shop {
  readonly account: TestAccount;
  readonly person: Owner;
}

/** An account whose saved account receives what `paidTo` pays. */
async function aShop(): Promise<Shop & { readonly phone: string }> {
  const { account, person } = await aPerson(system);
  phones += 1;
  const phone = `09${22_000_000 + phones * 7_919}`;
  await system.saveBankAccount(account, "telebirr", phone);
  return { account, person, phone };
}
let phones = 0;

const pay = async (phone: string, amount = "1250.00") =>
  (await system.pay({ bank: "telebirr", amount, receiverAccount: phone, receiverName: "Test Merchant" }))
    .smsText;

const ask = (cashier: CallSignedIn, reference: string, amount = "1250.00") =>
  cashier("post", "/api/till/verify?waitMs=10000").send({ reference, amount });

const createTill = async (person: CallSignedIn) =>
  (await person("post", "/api/tills").send({ name: "Counter 1" }).expect(201)).body.data;

const enroll = (code: string) => system.call("post", "/api/till/enroll").send({ code });

const newPin = (person: CallSignedIn, cashierId: string, pin = "951407") =>
  person("patch", `/api/cashiers/${cashierId}`).send({ pin }).expect(200);

const failuresOf = async (cashierId: string) =>
  (
    await system.sql<{ tries: number }>("select pin_failures as tries from members where id = $1", cashierId)
  )[0]?.tries;

/** The PIN's comparison takes a while, in which the cashier may be moved. */
it("a right PIN begins no shift once its cashier works at another branch", async () => {
  const { person } = await aShop();
  const [bole, piassa] = await Promise.all(
    ["Bole", "Piassa"].map(
      async (name) => (await person("post", "/api/branches").send({ name }).expect(201)).body.data.id,
    ),
  );
  const { tillId } = await enrollDevice(system, person, { branchId: bole });
  const cashierId = await aCashier(person, { branchId: bole });
  const [member] = await system.sql<{ hash: string }>(
    "select pin_hash as hash from members where id = $1",
    cashierId,
  );
  const compared = { cashierId, pinHash: member?.hash ?? "" };
  expect(await forgetPinTries(system.database.pool, tillId, compared)).toBe("Hanna");
  await person("patch", `/api/cashiers/${cashierId}`).send({ branchId: piassa }).expect(200);
  expect(await forgetPinTries(system.database.pool, tillId, compared)).toBeUndefined();
});

describe("branches", () => {
  it("stamps requests of their keys and tills, and of no others", async () => {
    const { account, person, phone } = await aShop();
    const branch = (await person("post", "/api/branches").send({ name: "Bole" }).expect(201)).body.data;
    const { body } = await person("post", "/api/api-keys")
      .send({ name: "Bole server", permissions: { verification: ["write"] }, branchId: branch.id })
      .expect(201);
    expect(body.data.apiKey.branchId).toBe(branch.id);
    const ofKey = await system.verify(
      { ...account, apiKey: body.data.key },
      { reference: aReference(), bank: "telebirr" },
    );
    const { cashier, cashierId } = await openCounter(system, person, { branchId: branch.id });
    const ofTill = await ask(cashier, await pay(phone));
    const ofNone = await system.verify(account, { reference: aReference(), bank: "telebirr" });
    const stamps = await system.sql(
      "select id, branch_id, member_id from verification_requests where user_id = $1",
      account.userId,
    );
    expect(new Map(stamps.map(({ id, branch_id, member_id }) => [id, [branch_id, member_id]]))).toEqual(
      new Map([
        [ofKey.body.requestId, [branch.id, null]],
        [ofTill.body.data.id, [branch.id, cashierId]],
        [ofNone.body.requestId, [null, null]],
      ]),
    );
  });

  it("of another account, or archived, cannot be chosen", async () => {
    const [mine, theirs] = [await aShop(), await aShop()];
    const make = async ({ person }: Shop, name: string) =>
      (await person("post", "/api/branches").send({ name }).expect(201)).body.data.id;
    const foreign = await make(theirs, "Bole");
    const archived = await make(mine, "Piassa");
    await mine.person("patch", `/api/branches/${archived}`).send({ archived: true }).expect(200);
    for (const branchId of [foreign, archived, "brn_1"]) {
      const drafts = [
        ["/api/tills", { name: "Counter" }],
        ["/api/cashiers", { name: "Hanna", pin: PIN }],
        ["/api/api-keys", { name: "k", permissions: { verification: ["read"] } }],
        ["/api/bank-accounts", { bank: "cbe", accountNumber: "1000412270001", accountName: "Selam" }],
      ] as const;
      for (const [path, draft] of drafts) {
        const { body } = await mine
          .person("post", path)
          .send({ ...draft, branchId })
          .expect(422);
        expect(body.error.details).toEqual([expect.objectContaining({ field: "branchId" })]);
      }
    }
  });

  it("have unique names while open, and a bank account can leave one", async () => {
    const { person } = await aShop();
    const create = (name: string) => person("post", "/api/branches").send({ name });
    const { id } = (await create("Bole").expect(201)).body.data;
    await create("bole").expect(refusedAs("already_exists"));
    const saved = await person("post", "/api/bank-accounts")
      .send({ bank: "cbe", accountNumber: "1000412270002", accountName: "Selam", branchId: id })
      .expect(201);
    expect(saved.body.data.branchId).toBe(id);
    await person("patch", `/api/branches/${id}`).send({ archived: true }).expect(200);
    await create("BOLE").expect(201);
    await person("patch", `/api/branches/${id}`)
      .send({ archived: false })
      .expect(refusedAs("already_exists"));
    const path = `/api/bank-accounts/${saved.body.data.id}`;
    // The archived branch stays until it is removed.
    expect((await person("patch", path).send({ label: "Till 2" }).expect(200)).body.data.branchId).toBe(id);
    expect((await person("patch", path).send({ branchId: null }).expect(200)).body.data.branchId).toBeNull();
  });
});

it.each([
  [
    "branches",
    "insert into branches (id, user_id, name, archived_at) select 'brn_' || new_ulid(), $1, 'B', now() from generate_series(1, 600)",
    400,
  ],
  [
    "tills",
    "insert into tills (id, user_id, name, revoked_at) select 'til_' || new_ulid(), $1, 'T', now() from generate_series(1, 900)",
    700,
  ],
])("lists of %s do not grow for ever with what was closed", async (name, statement, most) => {
  const { account, person } = await aShop();
  await system.sql(statement, account.userId);
  const { body } = await person("get", `/api/${name}`).expect(200);
  expect(body.data).toHaveLength(most);
});

describe("a PIN", () => {
  it.each(["000000", "123456", "654321", "890123", "121212", "123123", "12345", "12345a"])(
    "of %s is refused",
    async (pin) => {
      const { person } = await aPerson(system);
      const { body } = await person("post", "/api/cashiers").send({ name: "Hanna", pin }).expect(422);
      expect(body.error.details[0].field).toBe("pin");
    },
  );

  /** A thief with the device has five guesses, even if he sends them all at once. */
  it("has five tries among fifty at once, then a manager must set a new one", async () => {
    const { account, person } = await aShop();
    const { tillCookie } = await enrollDevice(system, person);
    const cashierId = await aCashier(person);
    const wrong = Array.from({ length: 50 }, (_, guess) => `9${String(10_000 + guess * 37)}`);
    const answers = await Promise.all(wrong.map((pin) => enterPin(system, tillCookie, cashierId, pin)));
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    const compared = answers.filter(({ status }) => status === 401).length;
    expect(compared).toBeLessThanOrEqual(5);
    for (let tries = compared; tries < 5; tries += 1) await enterPin(system, tillCookie, cashierId, "951408");
    await enterPin(system, tillCookie, cashierId).expect(refusedAs("invalid_state"));
    expect(await failuresOf(cashierId)).toBe(5);
    const { body } = await person("get", "/api/cashiers").expect(200);
    expect(body.data).toEqual([expect.objectContaining({ id: cashierId, locked: true })]);
    expect(await system.auditOf(account.userId, "action")).toContainEqual({ action: "cashier.locked" });
    await newPin(person, cashierId);
    await enterPin(system, tillCookie, cashierId, PIN).expect(401);
    await enterPin(system, tillCookie, cashierId, "951407").expect(200);
    expect(await failuresOf(cashierId)).toBe(0);
  });

  it("that is wrong is told the tries until the lock, as many as there are", async () => {
    const { person } = await aShop();
    const { tillCookie } = await enrollDevice(system, person);
    const cashierId = await aCashier(person);
    const errorOf = async () => (await enterPin(system, tillCookie, cashierId, "951407")).body.error;
    for (const triesLeft of [4, 3])
      expect(await errorOf()).toMatchObject({ code: "unauthenticated", triesLeft });
    await enterPin(system, tillCookie, cashierId).expect(200);
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect(await errorOf()).toMatchObject({ code: "unauthenticated", triesLeft });
    expect(await errorOf()).toMatchObject({ code: "invalid_state" });
  });

  /** Tries are told of the cashiers that the device lists anyway. */
  it("gets the same answer for any cashier whom the device does not list, as for a wrong PIN without its tries", async () => {
    const { person } = await aShop();
    const other = await aShop();
    const { tillCookie } = await enrollDevice(system, person);
    const mine = await aCashier(person);
    const theirs = await aCashier(other.person);
    const removed = await aCashier(person);
    await person("delete", `/api/cashiers/${removed}`).expect(204);
    const answerOf = async (id: string, pin: string) => {
      const { status, body } = await enterPin(system, tillCookie, id, pin).set("x-request-id", "one");
      return [status, body];
    };
    const [status, { error, ...body }] = await answerOf(mine, "951407");
    expect(error.triesLeft).toBe(4);
    const wrong = [status, { ...body, error: { code: error.code, docUrl: error.docUrl } }];
    for (const id of [theirs, removed, `mem_${"0".repeat(26)}`, "mem_1"])
      expect(await answerOf(id, PIN)).toEqual(wrong);
    expect(await failuresOf(theirs)).toBe(0);
  });

  it("is stored as a hash, and never shown", async () => {
    const { account, person } = await aShop();
    const created = await person("post", "/api/cashiers").send({ name: "Hanna", pin: PIN }).expect(201);
    const cashierId = created.body.data.id;
    const rows = await system.sql("select pin_hash from members where id = $1", cashierId);
    expect(rows[0]?.["pin_hash"]).toMatch(/^\$scrypt\$ln=15/);
    const { body } = await person("get", "/api/cashiers").expect(200);
    expect(JSON.stringify([body, await system.auditOf(account.userId)])).not.toContain(PIN);
  });
});

describe("a device", () => {
  it("is enrolled once by a code, in any case, and by one of two that send it at once", async () => {
    const { account, person } = await aShop();
    const { till, code, url, qrCode } = await createTill(person);
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(url).toBe(`https://api.example.test/till#${code}`);
    expect(qrCode).toMatch(/^<svg/);
    const [stored] = await system.sql("select code_hash, token_hash from tills where id = $1", till.id);
    expect(String(stored?.["code_hash"])).not.toContain(code);
    const typed = [code.toLowerCase().replace("-", " "), code];
    const answers = await Promise.all(typed.map((text) => enroll(text)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    await enroll(code).expect(refusedAs("unauthenticated"));
    const cookie = [answers.find(({ status }) => status === 200)?.headers["set-cookie"] ?? ""].flat().join();
    expect(cookie).toMatch(
      /^svc_till=[\w-]{43}; Path=\/api\/till; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(await system.auditOf(account.userId, "action")).toEqual([
      { action: "till.created" },
      { action: "till.enrolled" },
    ]);
  });

  it("is not enrolled by an expired code, or that of a revoked till", async () => {
    const { person } = await aShop();
    const [expired, revoked] = [await createTill(person), await createTill(person)];
    await system.sql("update tills set code_expires_at = now() where id = $1", expired.till.id);
    await person("delete", `/api/tills/${revoked.till.id}`).expect(204);
    for (const { code } of [expired, revoked]) await enroll(code).expect(refusedAs("unauthenticated"));
  });

  it("shows its name, its shop and the cashiers of its branch, and needs its cookie", async () => {
    const { person } = await aShop();
    const branchOf = async (name: string) =>
      (await person("post", "/api/branches").send({ name }).expect(201)).body.data.id;
    const [bole, piassa] = [await branchOf("Bole"), await branchOf("Piassa")];
    const { tillCookie } = await enrollDevice(system, person, { name: "Counter 2", branchId: bole });
    await aCashier(person, { name: "Sara", branchId: bole });
    await aCashier(person, { name: "Abebe" });
    const elsewhere = await aCashier(person, { name: "Kebede", branchId: piassa });
    const { body } = await system.call("get", "/api/till").set("cookie", tillCookie).expect(200);
    expect(body.data).toEqual({
      till: "Counter 2",
      branch: "Bole",
      shop: "Test Merchant",
      timeZone: "Africa/Addis_Ababa",
      calendar: "gregorian",
      clock: "international",
      cashiers: ["Abebe", "Sara"].map((name) => ({ id: expect.stringMatching(/^mem_/), name })),
    });
    await enterPin(system, tillCookie, elsewhere).expect(refusedAs("unauthenticated"));
    for (const cookie of ["", "svc_till=x", `svc_till=${"A".repeat(43)}`, `${tillCookie}; ${tillCookie}`])
      await system.call("get", "/api/till").set("cookie", cookie).expect(refusedAs("unauthenticated"));
  });

  /** The phone was lost: its page and its stream must end, on every gateway. */
  it("that is revoked loses its page, its session and its open stream at once", async () => {
    const { person } = await aShop();
    const { cashier, tillId, tillCookie, cashierId } = await openCounter(system, person);
    await system.control({ bank: "telebirr", latencyMs: 20_000 });
    try {
      const { body } = await cashier("post", "/api/till/verify")
        .send({ reference: aReference(), bank: "telebirr", amount: "10" })
        .expect(202);
      const opened = cookieOf(await enterPin(system, tillCookie, cashierId).expect(200), "svc_session");
      const session = `${opened}; ${tillCookie}`;
      const again = await system
        .call("post", "/api/till/verify")
        .set("cookie", session)
        .send({ reference: aReference(), bank: "telebirr", amount: "10" })
        .expect(202);
      // The shift before has ended, with its receipts.
      await cashier("get", `/api/till/payments/${body.data.id}`).expect(refusedAs("unauthenticated"));
      const path = `/api/till/payments/${again.body.data.id}/events`;
      const gateways = [system.url, `http://127.0.0.1:${(await system.startGateway()).port}`];
      const ends = gateways.map((url) => streamEnd(`${url}${path}`, session));
      await Promise.all(ends.map(({ opened }) => opened));
      await person("delete", `/api/tills/${tillId}`).expect(204);
      await system.call("get", "/api/till/shift").set("cookie", session).expect(refusedAs("unauthenticated"));
      await system.call("get", "/api/till").set("cookie", tillCookie).expect(refusedAs("unauthenticated"));
      await enterPin(system, tillCookie, cashierId).expect(refusedAs("unauthenticated"));
      await Promise.all(ends.map(({ ended }) => ended));
    } finally {
      await system.control({ bank: "telebirr", latencyMs: 0 });
    }
  });

  it("of another account does not open a shift here, or see its cashiers", async () => {
    const [mine, theirs] = [await aShop(), await aShop()];
    const [ours, foreign] = [
      await openCounter(system, mine.person),
      await openCounter(system, theirs.person),
    ];
    await enterPin(system, foreign.tillCookie, ours.cashierId).expect(refusedAs("unauthenticated"));
    const { body } = await system.call("get", "/api/till").set("cookie", foreign.tillCookie).expect(200);
    expect(body.data.cashiers).toEqual([{ id: foreign.cashierId, name: "Hanna" }]);
  });
});

function streamEnd(url: string, cookie: string) {
  const events = new EventEmitter();
  const opened = new Promise((resolve) => events.once("opened", resolve));
  const ended = new Promise((resolve) => events.once("ended", resolve));
  httpRequest(url, { headers: { cookie } }, (response) => {
    response.on("data", () => events.emit("opened"));
    response.on("close", () => events.emit("ended"));
  }).end();
  return { opened, ended };
}

describe("a shift", () => {
  it("begins with a session of its own, not with one from a planted cookie", async () => {
    const { person } = await aShop();
    const { tillCookie, cashierId, cashier } = await openCounter(system, person);
    const planted = "svc_session=planted";
    const answer = await system
      .call("post", "/api/till/sign-in")
      .set("cookie", `${planted}; ${tillCookie}`)
      .send({ cashierId, pin: PIN })
      .expect(200);
    const opened = cookieOf(answer, "svc_session");
    const session = `${opened}; ${tillCookie}`;
    expect(opened).not.toBe(planted);
    expect(answer.body.data).toEqual({
      cashier: "Hanna",
      expiresAt: expect.any(String),
      outages: expect.any(Array),
    });
    await system.call("get", "/api/till/shift").set("cookie", session).expect(200);
    // One shift a cashier.
    await cashier("get", "/api/till/shift").expect(refusedAs("unauthenticated"));
    await system.call("post", "/api/till/sign-out").set("cookie", session).expect(204);
    await system.call("get", "/api/till/shift").set("cookie", session).expect(refusedAs("unauthenticated"));
  });

  it("ends when the cashier is removed, moved or gets a new PIN, or another signs in at the till", async () => {
    const { person } = await aShop();
    const { tillCookie } = await enrollDevice(system, person);
    const started = async () => {
      const id = await aCashier(person);
      return { id, cashier: await beginShift(system, tillCookie, id) };
    };
    const move = async (path: string) => {
      const { body } = await person("post", "/api/branches").send({ name: path }).expect(201);
      await person("patch", path).send({ branchId: body.data.id }).expect(200);
    };
    const ends: readonly ((id: string) => PromiseLike<unknown>)[] = [
      (id) => person("delete", `/api/cashiers/${id}`).expect(204),
      (id) => move(`/api/cashiers/${id}`),
      (id) => move(`/api/members/${id}`),
      (id) => newPin(person, id),
      () => started(),
    ];
    for (const end of ends) {
      const { id, cashier } = await started();
      await cashier("get", "/api/till/shift").expect(200);
      await end(id);
      await cashier("get", "/api/till/shift").expect(refusedAs("unauthenticated"));
    }
  });

  it("shows its own receipts only: not another cashier's, an earlier shift's, or a server's", async () => {
    const { account, person, phone } = await aShop();
    const [first, second]: Counter[] = [await openCounter(system, person), await openCounter(system, person)];
    if (first === undefined || second === undefined) throw new Error("two counters");
    const mine = (await ask(first.cashier, await pay(phone)).expect(200)).body.data;
    const other = (await ask(second.cashier, await pay(phone)).expect(200)).body.data;
    const server = await system.verify(account, { reference: await pay(phone) }, { waitMs: 10_000 });
    for (const id of [other.id, server.body.requestId]) {
      await first.cashier("get", `/api/till/payments/${id}`).expect(refusedAs("not_found"));
      await first.cashier("get", `/api/till/payments/${id}/events`).expect(refusedAs("not_found"));
    }
    const listOf = async (cashier: CallSignedIn) =>
      (await cashier("get", "/api/till/payments").expect(200)).body.data.map(({ id }: { id: string }) => id);
    expect(await listOf(first.cashier)).toEqual([mine.id]);
    await first.cashier("get", `/api/till/payments/${mine.id}`).expect(200);
    const later = await beginShift(system, first.tillCookie, first.cashierId);
    expect(await listOf(later)).toEqual([]);
    await later("get", `/api/till/payments/${mine.id}`).expect(refusedAs("not_found"));
  });

  it("sums up what it accepted, also by a person's decision, each receipt once", async () => {
    const { account, person, phone } = await aShop();
    const [mine, others] = [await openCounter(system, person), await openCounter(system, person)];
    const takings = async (cashier = mine.cashier) =>
      (await cashier("get", "/api/till/shift/takings").expect(200)).body.data;
    expect(await takings()).toEqual({ payments: 0, amount: "0.00", banks: [] });
    const used = await pay(phone);
    await ask(mine.cashier, used).expect(200);
    await ask(mine.cashier, used).expect(200);
    await ask(mine.cashier, await pay(phone, "1249.99")).expect(200);
    await ask(others.cashier, await pay(phone)).expect(200);
    await system.saveBankAccount(account, "mpesa", "0711223344");
    const order = { receiverAccount: "0711223344", receiverName: "Test Merchant" };
    const { smsText } = await system.pay({ bank: "mpesa", amount: "1300.05", ...order });
    await ask(mine.cashier, smsText).expect(200);
    await system.sql("delete from bank_accounts where user_id = $1", person.userId);
    const { id, decision } = (await ask(mine.cashier, await pay("0944556677")).expect(200)).body.data;
    expect(decision).toBe("review");
    const mpesa = { bank: "mpesa", payments: 1, amount: "1300.05" };
    expect(await takings()).toEqual({
      ...{ payments: 2, amount: "2550.05" },
      banks: [{ bank: "telebirr", payments: 1, amount: "1250.00" }, mpesa],
    });
    await person("post", `/api/verify/${id}/resolve`).send({ decision: "accept", note: "Ours" }).expect(200);
    expect(await takings()).toEqual({
      ...{ payments: 3, amount: "3800.05" },
      banks: [{ bank: "telebirr", payments: 2, amount: "2500.00" }, mpesa],
    });
    expect(await takings(await beginShift(system, mine.tillCookie, mine.cashierId))).toMatchObject({
      payments: 0,
    });
  });

  it("gets no foreign request by its idempotency key", async () => {
    const { account, person, phone } = await aShop();
    const [first, second] = [await openCounter(system, person), await openCounter(system, person)];
    const reference = await pay(phone);
    const by = (cashier: CallSignedIn) => ask(cashier, reference).set("idempotency-key", "one");
    const mine = await by(first.cashier).expect(200);
    expect((await by(first.cashier).expect(200)).body).toEqual(mine.body);
    const other = await by(second.cashier).expect(200);
    expect(other.body.data).toMatchObject({ decision: "reject", decisionReasons: ["already_confirmed"] });
    expect(other.body.data.id).not.toBe(mine.body.data.id);
    expect(await system.balanceOf(account)).toBe(998);
  });
});

it("a shift names the banks that fail, and no others", async () => {
  const { person } = await aShop();
  const { cashier } = await openCounter(system, person);
  await insertBankPast(system, { boa: { now: [0, 40] }, cbe: { now: [40, 10] }, dashen: { now: [40, 0] } });
  // Other tests ask telebirr.
  const outages = async () => {
    const { body } = await cashier("get", "/api/till/shift").expect(200);
    return (body.data.outages as { bank: string }[]).filter(({ bank }) => bank !== "telebirr");
  };
  await until(async () => (await outages()).length === 2);
  expect(await outages()).toEqual([
    { bank: "cbe", state: "degraded" },
    { bank: "boa", state: "down" },
  ]);
});

describe("a receipt that was used before", () => {
  it("says when, where and by whom at the till, and its till to people of the account", async () => {
    const { person, phone } = await aShop();
    const [first, second] = [await openCounter(system, person), await openCounter(system, person)];
    const reference = await pay(phone);
    const used = (await ask(first.cashier, reference).expect(200)).body.data;
    expect(used).not.toHaveProperty("firstUse");
    const again = (await ask(second.cashier, reference).expect(200)).body.data;
    const story = (await person("get", `/api/verify/${again.id}`).expect(200)).body.data.firstConfirmation;
    expect(story).toMatchObject({
      ...{ requestId: used.id, source: "api", depositId: null, orderReference: null },
      till: { id: first.tillId, name: expect.stringMatching(/./) },
      member: { id: first.cashierId },
    });
    expect(again.firstUse).toEqual({ at: story.at, place: story.till.name, by: story.member.name });
    const listed = await second.cashier("get", "/api/till/payments").expect(200);
    expect(listed.body.data).toMatchObject([{ id: again.id, firstUse: again.firstUse }]);
    expect(JSON.stringify(listed.body)).not.toContain(used.id);
  });

  it("names the branch rather than the till, and no person for a server's", async () => {
    const { account, person, phone } = await aShop();
    const branch = (await person("post", "/api/branches").send({ name: "Bole" }).expect(201)).body.data;
    const [inBranch, elsewhere] = [
      await openCounter(system, person, { branchId: branch.id }),
      await openCounter(system, person),
    ];
    const [byCashier, byServer] = [await pay(phone), await pay(phone)];
    await ask(inBranch.cashier, byCashier).expect(200);
    await system.verify(account, { reference: byServer }, { waitMs: 10_000 });
    const firstUseOf = async (reference: string) =>
      (await ask(elsewhere.cashier, reference).expect(200)).body.data.firstUse;
    expect(await firstUseOf(byCashier)).toMatchObject({ place: "Bole", by: "Hanna" });
    expect(await firstUseOf(byServer)).toMatchObject({ place: null, by: null });
  });
});

describe("a receipt at the counter", () => {
  const verdictOf = ({ body }: Response) => [body.data.decision, ...body.data.decisionReasons];

  it("is accepted for the amount asked, and rejected if used, too small, for a stranger, or reversed", async () => {
    const { person, phone } = await aShop();
    const { cashier } = await openCounter(system, person);
    const reference = await pay(phone);
    const accepted = await ask(cashier, reference).expect(200);
    expect(accepted.body.data).toMatchObject({
      asked: "1250.00",
      amount: 1250,
      decision: "accept",
      decisionReasons: [],
      status: "success",
    });
    expect(verdictOf(await ask(cashier, reference))).toEqual(["reject", "already_confirmed"]);
    expect(verdictOf(await ask(cashier, await pay(phone, "1249.99")))).toEqual(["reject", "amount_too_low"]);
    const stranger = await system.pay({
      bank: "telebirr",
      amount: "1250.00",
      receiverAccount: "0911999999",
      receiverName: "Another",
    });
    expect(verdictOf(await ask(cashier, stranger.smsText))[0]).toBe("reject");
    expect(verdictOf(await ask(cashier, `${aReference().slice(0, -2)}NF`))).toEqual([
      "reject",
      "not_verified",
    ]);
  });

  /** The bank is asked again each time: a cached verdict would hide a later reversal. */
  it("is rejected if the bank has reversed it since a server verified it", async () => {
    const { account, person, phone } = await aShop();
    const { cashier } = await openCounter(system, person);
    const { referenceNumber } = await system.pay({
      bank: "telebirr",
      amount: "1250.00",
      receiverAccount: phone,
      receiverName: "Test Merchant",
    });
    const other = await aShop();
    await system.verify(other.account, { bank: "telebirr", reference: referenceNumber }, { waitMs: 10_000 });
    await system.reverse("telebirr", referenceNumber);
    expect(verdictOf(await ask(cashier, referenceNumber).expect(200))).toEqual(["reject", "not_verified"]);
    expect(await system.balanceOf(account)).toBe(999);
  });

  it("needs an amount, and names what is missing", async () => {
    const { person } = await aShop();
    const { cashier } = await openCounter(system, person);
    for (const amount of [undefined, "", "0", "-1", "1e3", "12.345"]) {
      const { body } = await cashier("post", "/api/till/verify")
        .send({ reference: "DJ57QK2M41", amount })
        .expect(422);
      expect(body.error.details[0].field).toBe("amount");
    }
    await cashier("post", "/api/till/verify").send({ reference: "?", amount: "5" }).expect(422);
  });

  it("in review is streamed until a manager has decided, and shows who did", async () => {
    const { person } = await aShop();
    const { cashier } = await openCounter(system, person);
    const receipt = await system.pay({
      ...{ bank: "telebirr", amount: "10.00" },
      ...{ receiverAccount: "0944556677", receiverName: "Abel Girma" },
    });
    await system.sql("delete from bank_accounts where user_id = $1", person.userId);
    const asked = { bank: "telebirr", reference: receipt.referenceNumber, amount: "10" };
    const { body } = await cashier("post", "/api/till/verify?waitMs=10000").send(asked).expect(200);
    expect(body.data).toMatchObject({ decision: "review" });
    const { id } = body.data;
    const events = `/api/till/payments/${id}/events`;
    // Without the wish it ends with the verdict.
    await cashier("get", events).expect(200);
    const decided = cashier("get", `${events}?until=decision`)
      .expect(200)
      .then(({ text }) => text);
    await until(async () => ((await system.metric("http_requests_in_flight")) ?? 0) > 0);
    await person("post", `/api/verify/${id}/resolve`).send({ decision: "accept", note: "Seen" }).expect(200);
    expect(await decided).toContain("event: done");
    const { body: now } = await cashier("get", `/api/till/payments/${id}`).expect(200);
    expect(now.data).toMatchObject({
      decision: "accept",
      resolution: { decision: "accept", by: expect.any(String), note: "Seen" },
    });
  });

  it("is streamed until its verdict", async () => {
    const { person } = await aShop();
    const { cashier } = await openCounter(system, person);
    const { body } = await cashier("post", "/api/till/verify")
      .send({ bank: "telebirr", reference: aReference(), amount: "10" })
      .expect(202);
    const { text } = await cashier("get", `/api/till/payments/${body.data.id}/events`).expect(200);
    expect(text).toContain("event: done");
    await until(async () => {
      const { body: now } = await cashier("get", `/api/till/payments/${body.data.id}`).expect(200);
      return now.data.processingStatus === "completed";
    });
  });
});
