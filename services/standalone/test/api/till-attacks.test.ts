import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { until } from "@receipts/testing";
import { openCounters } from "../../bench/bench-counters.ts";
import { refusedAs } from "../refusals.ts";
import { aPerson, type CallSignedIn, type Owner, sessionCookie } from "../signed-in.ts";
import { aReference, openSystem, type System, system, useSystem } from "../system.ts";
import { aCashier, cookieOf, enrollDevice, enterPin, openCounter, PIN } from "../tills.ts";

useSystem({ verifiers: ["telebirr"] });

const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
let guesses = 0;
/** A well-formed code that no till has. */
function aGuess(): string {
  guesses += 1;
  const at = (place: number) => LETTERS[Math.floor(guesses / LETTERS.length ** place) % LETTERS.length];
  return `2222${at(3)}${at(2)}${at(1)}${at(0)}`;
}

const enroll = (on: Pick<System, "call">, code: string, from = "203.0.113.1") =>
  on.call("post", "/api/till/enroll").set("x-forwarded-for", from).send({ code });

const aCode = async (person: CallSignedIn): Promise<string> =>
  (await person("post", "/api/tills").send({ name: "Counter 1" }).expect(201)).body.data.code;

const tillOf = (cookie: string) => system.call("get", "/api/till").set("cookie", cookie);
const shiftOf = (cookie: string) => system.call("get", "/api/till/shift").set("cookie", cookie);

/** The cookies of a shift: of the session and of the till. */
async function aShift(person: Owner) {
  const device = await enrollDevice(system, person);
  const cashierId = await aCashier(person);
  const session = cookieOf(await enterPin(system, device.tillCookie, cashierId).expect(200), "svc_session");
  return { ...device, cashierId, session, both: `${session}; ${device.tillCookie}` };
}

describe("guessing the code of a till", () => {
  const trusted = { TRUSTED_PROXIES: "127.0.0.0/8,::1" };

  it("is refused after some attempts from one address, also for the right code", async () => {
    await using limited = await openSystem({
      ...{ verifiers: [], env: { ...trusted, SIGN_IN_ATTEMPTS_PER_ADDRESS: "3" } },
    });
    const code = await aCode((await aPerson(limited)).person);
    for (let tries = 0; tries < 3; tries += 1)
      await enroll(limited, aGuess()).expect(refusedAs("unauthenticated"));
    const refused = await enroll(limited, code).expect(refusedAs("rate_limited"));
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    await enroll(limited, code, "203.0.113.2").expect(200);
  });

  it("is refused after many attempts of many addresses, but for the first ones of each, so that others' devices get in", async () => {
    const [first, perAddress] = [3, 4];
    await using limited = await openSystem({
      ...{ verifiers: [], env: { ...trusted, SIGN_IN_ATTEMPTS_PER_ADDRESS: String(perAddress) } },
    });
    const code = await aCode((await aPerson(limited)).person);
    /** Each leaves one attempt for the limit of all. */
    const addresses = Array.from({ length: 50 * perAddress }, (_, at) => `198.51.100.${at}`);
    await Promise.all(
      addresses.map(async (address) => {
        for (let tries = 0; tries < perAddress; tries += 1)
          await enroll(limited, aGuess(), address).expect(refusedAs("unauthenticated"));
      }),
    );
    for (let tries = 0; tries < first; tries += 1)
      await enroll(limited, aGuess(), "203.0.113.98").expect(refusedAs("unauthenticated"));
    await enroll(limited, aGuess(), "203.0.113.98").expect(refusedAs("rate_limited"));
    await enroll(limited, code, "203.0.113.99").expect(200);
  });

  it("is not helped by a used code, which enrolls no second device", async () => {
    const { person } = await aPerson(system);
    const code = await aCode(person);
    await enroll(system, code).expect(200);
    await enroll(system, code).expect(refusedAs("unauthenticated"));
  });
});

describe("guessing PINs at a stolen till", () => {
  const lockOf = async (tillId: string) =>
    (
      await system.sql<{ failures: number; seconds: number | null }>(
        `select pin_failures as failures, extract(epoch from pin_locked_until - now())::float8 as seconds
           from tills where id = $1`,
        tillId,
      )
    )[0];
  const waitIsOver = (tillId: string) =>
    system.sql("update tills set pin_locked_until = now() where id = $1", tillId);

  /** Otherwise each of 500 cashiers gives five guesses within minutes. */
  it("waits longer with each wrong one, over all cashiers, until one is right", async () => {
    const { person } = await aPerson(system);
    const { tillId, tillCookie } = await enrollDevice(system, person);
    const cashiers = [await aCashier(person), await aCashier(person), await aCashier(person)];
    const guess = (nth: number, pin = "951408") => enterPin(system, tillCookie, cashiers[nth % 3] ?? "", pin);
    for (let tries = 0; tries < 10; tries += 1) await guess(tries).expect(refusedAs("unauthenticated"));
    const waits: number[] = [];
    for (let tries = 10; tries < 13; tries += 1) {
      const refused = await guess(tries, PIN).expect(refusedAs("rate_limited"));
      waits.push(Number(refused.headers["retry-after"]));
      await waitIsOver(tillId);
      await guess(tries).expect(refusedAs("unauthenticated"));
    }
    const [first = 0, second = 0, third = 0] = waits;
    expect([first > 0, first <= 15, second > 15, second <= 30, third > 30, third <= 60]).toEqual(
      Array(6).fill(true),
    );
    await waitIsOver(tillId);
    await guess(1, PIN).expect(200);
    expect(await lockOf(tillId)).toEqual({ failures: 0, seconds: null });
  });

  it("has no more guesses by sending them all at once, or to two gateways", async () => {
    const { person } = await aPerson(system);
    const { tillId, tillCookie } = await enrollDevice(system, person);
    const cashiers = [await aCashier(person), await aCashier(person), await aCashier(person)];
    const { port } = await system.startGateway();
    const atOther = async (cashierId: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/api/till/sign-in`, {
          method: "POST",
          headers: { "content-type": "application/json", cookie: tillCookie },
          body: JSON.stringify({ cashierId, pin: "951408" }),
        })
      ).status;
    await system.sql("update tills set pin_failures = 9 where id = $1", tillId);
    const statuses = await Promise.all(
      cashiers.flatMap((id) => [
        enterPin(system, tillCookie, id, "951408").then(({ status }) => status),
        atOther(id),
      ]),
    );
    expect(statuses.toSorted()).toEqual([401, 429, 429, 429, 429, 429]);
  });

  it("never waits longer than 15 minutes, so that a shop is not locked out by a prank", async () => {
    const { person } = await aPerson(system);
    const { tillId, tillCookie } = await enrollDevice(system, person);
    const cashierId = await aCashier(person);
    await system.sql("update tills set pin_failures = 100 where id = $1", tillId);
    await enterPin(system, tillCookie, cashierId, "951408").expect(refusedAs("unauthenticated"));
    const lock = await lockOf(tillId);
    expect(lock?.seconds).toBeGreaterThan(14 * 60);
    expect(lock?.seconds).toBeLessThanOrEqual(15 * 60);
  });
});

describe("a flood of PINs from all tills of one account", () => {
  /** One PIN is compared, and 64 places are for those who wait. */
  const TILLS = 2 * (1 + 64);

  it("keeps no cashier of another account out, at the same address either, and counts only compared PINs", async () => {
    const attacker = await system.account();
    const encryptionKey = system.environment["SECRETS_ENCRYPTION_KEY"] ?? "";
    const { pool } = system.database;
    const tills = await openCounters(pool, { userId: attacker.userId, encryptionKey }, TILLS);
    const { person } = await aPerson(system);
    const { tillCookie } = await enrollDevice(system, person);
    const cashierId = await aCashier(person);

    const flood = tills.map(
      async ({ cookie, memberId }) => (await enterPin(system, cookie, memberId)).status,
    );
    const { status } = await enterPin(system, tillCookie, cashierId);
    const statusesOfFlood = await Promise.all(flood);
    const ofFlood = new Set(statusesOfFlood);
    expect(status).toBe(200);
    expect(ofFlood.has(401)).toBe(true);
    expect([...ofFlood].every((each) => [401, 429, 503].includes(each))).toBe(true);
    const compared = statusesOfFlood.filter((each) => each === 401).length;
    expect(await triesOf(attacker.userId)).toBe(compared);
  });

  /** Of all tills of an account. */
  async function triesOf(userId: string): Promise<number> {
    const [row] = await system.sql<{ tries: number }>(
      "select sum(pin_failures)::int as tries from tills where user_id = $1",
      userId,
    );
    return row?.tries ?? 0;
  }
});

describe("a copied or planted cookie", () => {
  it("of a cashier's session is refused on a device that is not its till", async () => {
    const [{ person }, foreign] = [await aPerson(system), await aPerson(system)];
    const { session, both } = await aShift(person);
    const [sameShop, otherShop] = [
      await enrollDevice(system, person),
      await enrollDevice(system, foreign.person),
    ];
    for (const cookie of [
      session,
      `${session}; ${sameShop.tillCookie}`,
      `${session}; ${otherShop.tillCookie}`,
      `${session}; svc_till=${"A".repeat(43)}`,
      `${both}; ${sameShop.tillCookie}`,
    ]) {
      await shiftOf(cookie).expect(refusedAs("unauthenticated"));
      await system
        .call("post", "/api/till/verify")
        .set("cookie", cookie)
        .send({ reference: aReference(), bank: "telebirr", amount: "10" })
        .expect(refusedAs("unauthenticated"));
      await system.call("post", "/api/till/sign-out").set("cookie", cookie).expect(401);
    }
    await shiftOf(both).expect(200);
  });

  it("of an ended session opens nothing: not after a sign-out, nor after the next sign-in", async () => {
    const { person } = await aPerson(system);
    const { both, tillCookie, cashierId } = await aShift(person);
    await system.call("post", "/api/till/sign-out").set("cookie", both).expect(204);
    await shiftOf(both).expect(refusedAs("unauthenticated"));
    const next = cookieOf(await enterPin(system, tillCookie, cashierId).expect(200), "svc_session");
    await shiftOf(both).expect(refusedAs("unauthenticated"));
    await shiftOf(`${next}; ${tillCookie}`).expect(200);
  });

  it("beside the right one of the same name makes both count for nothing", async () => {
    const { person } = await aPerson(system);
    const { session, tillCookie, both } = await aShift(person);
    const attacker = await aShift((await aPerson(system)).person);
    await tillOf(`${attacker.tillCookie}; ${tillCookie}`).expect(refusedAs("unauthenticated"));
    await shiftOf(`${attacker.session}; ${both}`).expect(refusedAs("unauthenticated"));
    await shiftOf(`${session}; ${attacker.tillCookie}; ${tillCookie}`).expect(refusedAs("unauthenticated"));
  });

  it("of an attacker's session or till is not the one that a sign-in or an enrolment continues", async () => {
    const { person } = await aPerson(system);
    const attacker = await aShift((await aPerson(system)).person);
    const enrolled = await system
      .call("post", "/api/till/enroll")
      .set("cookie", attacker.both)
      .send({ code: await aCode(person) })
      .expect(200);
    const tillCookie = cookieOf(enrolled, "svc_till");
    expect(tillCookie).not.toBe(attacker.tillCookie);
    const cashierId = await aCashier(person);
    const signedIn = await enterPin(system, `${attacker.session}; ${tillCookie}`, cashierId).expect(200);
    const session = cookieOf(signedIn, "svc_session");
    expect(session).not.toBe(attacker.session);
    await shiftOf(`${session}; ${tillCookie}`).expect(200);
    // The attacker's own shift neither ends nor learns of it.
    await shiftOf(attacker.both).expect(200);
    await shiftOf(`${attacker.session}; ${tillCookie}`).expect(refusedAs("unauthenticated"));
  });

  it("of a manager's session opens no shift, and no till", async () => {
    const { account, person } = await aPerson(system);
    const { tillCookie } = await enrollDevice(system, person);
    const manager = await sessionCookie(system, account);
    await shiftOf(`${manager}; ${tillCookie}`).expect(refusedAs("permission_denied"));
    await tillOf(manager).expect(refusedAs("unauthenticated"));
  });
});

describe("a cashier", () => {
  it("signs in at no till of another branch or account", async () => {
    const [{ person }, foreign] = [await aPerson(system), await aPerson(system)];
    const branchOf = async (name: string) =>
      (await person("post", "/api/branches").send({ name }).expect(201)).body.data.id;
    const [bole, piassa] = [await branchOf("Bole"), await branchOf("Piassa")];
    const cashierId = await aCashier(person, { branchId: bole });
    const elsewhere = await enrollDevice(system, person, { branchId: piassa });
    const strange = await enrollDevice(system, foreign.person);
    for (const { tillCookie } of [elsewhere, strange])
      await enterPin(system, tillCookie, cashierId).expect(refusedAs("unauthenticated"));
    const here = await enrollDevice(system, person, { branchId: bole });
    await enterPin(system, here.tillCookie, cashierId).expect(200);
  });

  it("reaches nothing but the till, and no receipt of another shift", async () => {
    const { account, person } = await aPerson(system);
    const [mine, other] = [await openCounter(system, person), await openCounter(system, person)];
    const theirs = await other
      .cashier("post", "/api/till/verify?waitMs=10000")
      .send({ reference: aReference(), bank: "telebirr", amount: "10" })
      .expect(200);
    const { id } = theirs.body.data;
    await mine.cashier("get", `/api/till/payments/${id}`).expect(refusedAs("not_found"));
    await mine.cashier("get", `/api/till/payments/${id}/events`).expect(refusedAs("not_found"));
    expect((await mine.cashier("get", "/api/till/payments").expect(200)).body.data).toEqual([]);
    // Browsers send the till's cookie to `/api/till` alone, but a program can send it anywhere.
    for (const path of [
      ...["/api/payments", `/api/verify/${id}`, "/api/tills", "/api/cashiers"],
      ...["/api/bank-accounts", "/api/credits/balance", "/api/api-keys", "/api/sessions"],
    ])
      await mine.cashier("get", path).expect(refusedAs("permission_denied"));
    expect(await system.balanceOf(account)).toBe(999);
  });
});

describe("a revoked device", () => {
  /** The page is open at a receipt that the bank has not answered. */
  it("loses its stream within seconds, and its next call", async () => {
    const { person } = await aPerson(system);
    const { both, tillId, tillCookie } = await aShift(person);
    await system.control({ bank: "telebirr", latencyMs: 20_000 });
    try {
      const asked = await system
        .call("post", "/api/till/verify")
        .set("cookie", both)
        .send({ reference: aReference(), bank: "telebirr", amount: "10" })
        .expect(202);
      const stream = httpRequest(`${system.url}/api/till/payments/${asked.body.data.id}/events`, {
        headers: { cookie: both },
      }).end();
      const [response] = (await once(stream, "response")) as [IncomingMessage];
      let text = "";
      response.on("data", (chunk) => {
        text += String(chunk);
      });
      const ended = once(response, "close");
      await until(() => text.includes("event:"));
      await person("delete", `/api/tills/${tillId}`).expect(204);
      await ended;
      expect(text).not.toContain("event: done");
      await shiftOf(both).expect(refusedAs("unauthenticated"));
      await tillOf(tillCookie).expect(refusedAs("unauthenticated"));
    } finally {
      await system.control({ bank: "telebirr", latencyMs: 0 });
    }
  });
});

/** Without `Secure` a network on the way can read the cookies, with scripts a foreign one on the page. */
it("has cookies that scripts cannot read, and that production sends over https only", async () => {
  await using production = await openSystem({
    verifiers: [],
    env: { NODE_ENV: "production", WEBHOOK_ALLOW_PRIVATE: "false", PLATFORM_ACCOUNT: "" },
  });
  const { person } = await aPerson(production);
  const enrolled = await enroll(production, await aCode(person)).expect(200);
  const tillCookie = cookieOf(enrolled, "svc_till");
  const signedIn = await enterPin(production, tillCookie, await aCashier(person)).expect(200);
  const opened = await production.call("get", "/api/till").set("cookie", tillCookie).expect(200);
  const session = cookieOf(signedIn, "svc_session");
  const signedOut = await production
    .call("post", "/api/till/sign-out")
    .set("cookie", `${session}; ${tillCookie}`)
    .expect(204);
  for (const { headers } of [enrolled, opened])
    expect([headers["set-cookie"]].flat()).toEqual([
      expect.stringMatching(
        /^svc_till=[\w-]{43}; Path=\/api\/till; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  for (const { headers } of [signedIn, signedOut])
    expect([headers["set-cookie"]].flat()).toEqual([
      expect.stringMatching(/^svc_session=[^;]*; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/),
    ]);
});
