import type { BankStatus } from "@receipts/contracts";
import { bankCodes, uptimeDays } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { buildVerifier, readVerifierConfig } from "@receipts/verifier";
import { aReceipt, aReference, openSystem, type System, type TestAccount } from "../system.ts";

let system: System;
afterEach(() => system.stop());

async function banksAt(path: string, account?: TestAccount) {
  const test = system.call("get", path);
  const response = await (account === undefined ? test : test.set("x-api-key", account.apiKey)).expect(200);
  return { banks: response.body.data.banks, response };
}

async function telebirrAt(path: string, account?: TestAccount) {
  const { banks } = await banksAt(path, account);
  return banks.find(({ bank }: { bank: string }) => bank === "telebirr");
}

const keyed = ["/api/uptime", "/api/uptime/overview", "/api/uptime/v2/overview"];
const open = ["/api/uptime/client/status", "/api/uptime/client/overview"];

const verifyMany = async (account: TestAccount, count: number) => {
  for (let left = count; left > 0; left -= 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, left) }, () =>
        system.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200),
      ),
    );
  }
};

/**
 * Simulates a lasting outage: copies the last counts to each of the last five minutes, without a response. Repeats
 * until the state is down, because a new minute may begin.
 */
const downInMinutesBefore = () =>
  until(async () => {
    await system.sql(`insert into bank_attempts (bank, span, starts_at, answered, unavailable, failed_requesters)
       select bank, span, date_trunc('minute', now()) - make_interval(mins => n), answered, unavailable, failed_requesters
         from (select distinct on (bank) * from bank_attempts where span = 'minute' order by bank, starts_at desc) last,
              generate_series(0, 4) n
       on conflict do nothing`);
    await system.sql("update bank_attempts set answered = 0 where span = 'minute' and answered > 0");
    const bank = await telebirrAt("/api/uptime/client/status");
    return bank.state === "down" && bank;
  });

describe("uptime", () => {
  it("reports an outage and its end within one bucket, with an incident", async () => {
    system = await openSystem({ env: { BANK_ATTEMPTS: "1" }, verifiers: ["telebirr"] });
    const account = await system.account();
    expect(await telebirrAt("/api/uptime", account)).toMatchObject({ state: "unknown", since: null });

    await system.control({ bank: "telebirr", down: true });
    for (const caller of [account, await system.account(), await system.account()])
      await verifyMany(caller, 2);
    const down = await downInMinutesBefore();
    const during = await telebirrAt("/api/uptime/v2/overview", account);
    expect(during.availability["24h"]).toBe(0);
    expect(during.incidents).toMatchObject([{ endedAt: null }]);

    await system.control({ bank: "telebirr", down: false });
    await system.sql(
      "delete from bank_attempts where span = 'minute' and starts_at < date_trunc('minute', now())",
    );
    await verifyMany(account, 60);
    const back = await until(async () => {
      const bank = await telebirrAt("/api/uptime", account);
      return bank.state === "operational" && bank;
    });
    expect(Date.parse(back.since)).toBeGreaterThan(Date.parse(down.since));
    // 60 of 66 attempts got a response.
    const after = await until(async () => {
      const bank = await telebirrAt("/api/uptime/v2/overview", account);
      return bank.availability["24h"] === 0.909 && bank;
    });
    expect(after.incidents).toMatchObject([{ endedAt: expect.any(String) }]);
    expect(after.days).toHaveLength(uptimeDays);
    expect(after.availability).toEqual({ "24h": 0.909, "7d": 0.909, "30d": 0.909, "90d": 0.909 });
    expect(after.days.at(-1).availability).toBe(0.909);
    expect(after.days.at(-2).availability).toBeNull();
    const metrics = await system.metrics.registry.metrics();
    expect(metrics).toContain('bank_incidents_total{bank="telebirr"} 1\n');
    expect(metrics).toContain('bank_up{bank="telebirr"} 1\n');
  });

  /** A caller with a reference that makes the bank slow must not be able to mark the bank as down. */
  it("marks a bank as down on one account's failures only after five minutes without a response", async () => {
    const env = { BANK_ATTEMPTS: "1", BREAKER_VOLUME: "4", BREAKER_RESET_MS: "60000" };
    system = await openSystem({ env, verifiers: ["telebirr"] });
    const account = await system.account();
    await system.control({ bank: "telebirr", down: true });
    await verifyMany(account, 4);
    const open = async () =>
      (await system.sql("select breaker_opened_at from bank_conditions"))[0]?.breaker_opened_at;
    await until(async () => (await open()) !== null && (await open()) !== undefined);
    await until(async () => (await telebirrAt("/api/uptime", account)).state === "degraded");
    expect((await telebirrAt("/api/uptime/v2/overview", account)).incidents).toEqual([]);
    await downInMinutesBefore();
  });

  it("ignores failures that a sandbox reference requested, but not a real bank's", async () => {
    const down = { bank: "telebirr", reference: "DJ57QK2MDN" };
    system = await openSystem({ env: { BANK_ATTEMPTS: "1" }, verifiers: ["telebirr"] });
    const account = await system.account();
    const unavailable = async () =>
      (await system.sql("select sum(unavailable)::int as n from bank_attempts where span = 'day'"))[0].n;
    const failed = await system.verify(account, down, { waitMs: 15_000 }).expect(200);
    expect(failed.body.data[0]).toMatchObject({ failureReason: "bank_unavailable" });
    await system.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200);
    await until(async () => (await telebirrAt("/api/uptime", account)).state === "operational");
    expect(await unavailable()).toBe(0);
    await system.stop();

    system = await openSystem({ env: { BANK_ATTEMPTS: "1", BANK_SANDBOX_URL: "" }, verifiers: ["telebirr"] });
    await system.verify(await system.account(), down, { waitMs: 15_000 }).expect(200);
    await until(async () => (await unavailable()) === 1);
  });

  it("keeps an idle bank operational with a canary, without a credit or request", async () => {
    const env = { BANK_TELEBIRR_CANARY: aReference(), CANARY_IDLE_MS: "200" };
    system = await openSystem({ env, verifiers: ["telebirr", "boa"] });
    const account = await system.account({ credits: 5 });
    await until(async () => (await telebirrAt("/api/uptime", account)).state === "operational");
    const queries = await system.receiptQueries("telebirr");
    await until(async () => (await system.receiptQueries("telebirr")) > queries);
    // The state is unknown without a canary.
    expect(await system.receiptQueries("boa")).toBe(0);
    const { banks } = await banksAt("/api/uptime", account);
    expect(banks.find(({ bank }: { bank: string }) => bank === "boa").state).toBe("unknown");
    expect(await system.balanceOf(account)).toBe(5);
    expect(await system.sql("select from verification_requests")).toEqual([]);
  });

  it("detects an idle bank's outage and its end with a canary", async () => {
    const env = { BANK_TELEBIRR_CANARY: aReference(), CANARY_IDLE_MS: "100" };
    system = await openSystem({ env, verifiers: ["telebirr"] });
    await system.control({ bank: "telebirr", down: true });
    const state = async () => (await telebirrAt("/api/uptime/client/status")).state;
    await until(async () => (await state()) === "degraded");
    await downInMinutesBefore();
    await system.control({ bank: "telebirr", down: false });
    await until(async () => (await state()) !== "down");
    expect((await telebirrAt("/api/uptime/client/overview")).incidents).toMatchObject([
      { endedAt: expect.any(String) },
    ]);
  });

  it("lists every bank in every variant, with unsupported zemen as unknown", async () => {
    system = await openSystem({ verifiers: [] });
    const account = await system.account();
    for (const path of [...keyed, ...open]) {
      const { banks } = await banksAt(path, account);
      expect(banks.map(({ bank }: { bank: string }) => bank)).toEqual(bankCodes);
      expect(banks.find(({ bank }: { bank: string }) => bank === "zemen").state).toBe("unknown");
    }
  });

  it("requires uptime:read for the keyed variants", async () => {
    system = await openSystem({ verifiers: [] });
    const without = await system.account({ permissions: { verification: ["read"], metrics: ["read"] } });
    const reader = await system.account({ permissions: { uptime: ["read"] } });
    for (const path of keyed) {
      await system.call("get", path).expect(401);
      await system.call("get", path, without).expect(403);
      const { response } = await banksAt(path, reader);
      expect(response.headers["cache-control"]).toBe("no-store");
    }
  });

  it("serves the public variants without a key, cacheable for 30 s, without account data", async () => {
    system = await openSystem({ verifiers: ["telebirr"] });
    const account = await system.account();
    const { reference } = aReceipt();
    const { body } = await system.verify(account, { bank: "telebirr", reference }, { waitMs: 10_000 });
    await until(async () => (await telebirrAt("/api/uptime/client/status")).state === "operational");
    for (const path of open) {
      const { response } = await banksAt(path);
      expect(response.headers["cache-control"]).toBe("public, max-age=30");
      // A merchant's own page can show it.
      expect(response.headers["access-control-allow-origin"]).toBe("*");
      expect(response.headers["cross-origin-resource-policy"]).toBe("cross-origin");
      expect(response.headers["set-cookie"]).toBeUndefined();
      // The response is the same with any key or none.
      expect((await banksAt(path, account)).response.body).toEqual((await banksAt(path)).response.body);
      for (const secret of [account.userId, account.apiKey, body.requestId, reference, "@", "usr_", "ver_"]) {
        expect(response.text).not.toContain(secret);
      }
    }
  });

  /** A page whose script sets a header of its own, as many HTTP libraries do, is asked about first. */
  it("accepts preflights for the public variants alone", async () => {
    system = await openSystem({ verifiers: [] });
    const from = { origin: "https://shop.example" };
    const preflight = async (path: string) =>
      await fetch(`${system.url}${path}`, {
        method: "OPTIONS",
        headers: { ...from, "access-control-request-method": "GET", "access-control-request-headers": "x-a" },
      });
    for (const path of open) {
      const { status, headers } = await preflight(path);
      expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD");
      expect(headers.get("access-control-allow-headers")).toBe("*");
      const other = await fetch(`${system.url}${path}`, { method: "POST", headers: from });
      expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([405, "*"]);
      expect((await fetch(`${system.url}${path}`, { method: "OPTIONS" })).status).toBe(405);
    }
    for (const path of [...keyed, "/api/verify/history", "/api/auth/login"]) {
      const { status, headers } = await preflight(path);
      expect([status, headers.get("access-control-allow-origin")]).toEqual([405, null]);
    }
  });

  /** The traffic of an installation is confidential. */
  it("reveals no number or time of an account's bank queries", async () => {
    system = await openSystem({ verifiers: [] });
    const account = await system.account();
    const fields = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) fields.add(name);
        collect(inner);
      }
    };
    for (const path of [...keyed, ...open]) collect((await banksAt(path, account)).banks);
    expect([...fields].sort()).toEqual(
      [
        ...[
          "bank",
          "name",
          "state",
          "since",
          "relays",
          "dailyProbe",
          "availability",
          "24h",
          "7d",
          "30d",
          "90d",
        ],
        ...["days", "date", "incidents"],
      ].sort(),
    );
  });
});

describe("the daily probe", () => {
  it.each([
    ["production", "https://bank.example.test", "true", true],
    ["production", "https://bank.example.test", "false", false],
    ["production", undefined, "true", false],
    ["development", "https://bank.example.test", "true", false],
  ] as const)(
    "with NODE_ENV=%s, host %s and DAILY_BANK_PROBE=%s runs: %s",
    async (mode, host, setting, runs) => {
      system = await openSystem({ verifiers: [] });
      const { bus, fastStore, metrics } = system;
      const config = {
        ...readVerifierConfig({
          ...system.environmentOf("verifier"),
          BANK: "telebirr",
          DAILY_BANK_PROBE: setting,
        }),
        NODE_ENV: mode,
      };
      const bankEnvironment = {
        ...system.environment,
        ...(host !== undefined && { BANK_TELEBIRR_BASE_URL: host }),
      };
      const verifier = await buildVerifier({
        bus,
        fastStore,
        metrics,
        config,
        bankEnvironment,
        log: testLog,
      });
      const workers = verifier.workers.map(({ name }) => name);
      await verifier.close();
      expect(workers.includes("probe-daily")).toBe(runs);
    },
  );

  it("is told by every view of uptime and on the status page, with no number", async () => {
    system = await openSystem({ verifiers: [] });
    const account = await system.account();
    await system.sql(
      `insert into bank_conditions (bank, daily_probed_at, daily_probe_outcome)
       values ('telebirr', date_trunc('hour', now()), 'unavailable'), ('boa', now() - interval '27 hours', 'responded')`,
    );
    for (const path of [...keyed, ...open]) {
      const { banks } = await banksAt(path, account);
      const told = new Map((banks as BankStatus[]).map(({ bank, dailyProbe }) => [bank, dailyProbe]));
      expect(told.get("telebirr")).toEqual({
        at: expect.stringMatching(/^20.*:00:00\.000Z$/),
        outcome: "unavailable",
      });
      expect([told.get("cbe"), told.get("boa")]).toEqual([null, null]);
    }
  });
});

describe("a verifier that ends", () => {
  it("stores its counts before it exits", async () => {
    system = await openSystem({ verifiers: [] });
    const { bus, fastStore, metrics, environment } = system;
    const config = readVerifierConfig({ ...system.environmentOf("verifier"), BANK: "telebirr" });
    const options = { bus, fastStore, metrics, config, bankEnvironment: environment, log: testLog };
    const verifier = await buildVerifier(options);
    await verifyMany(await system.account(), 3);
    verifier.startDraining();
    await verifier.close();
    expect(await system.sql("select answered::int from bank_attempts where span = 'day'")).toEqual([
      { answered: 3 },
    ]);
  });
});
