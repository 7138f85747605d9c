import net from "node:net";
import { createPool } from "@receipts/database";
import { ADMIN_URL_VARIABLE, until } from "@receipts/testing";
import type { Response } from "supertest";
import { codesOfLimits, expectNoTrace, expectProblem, seenCodes } from "../expect-problem.ts";
import { aReceipt, openSystem, type System, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

describe("the rate limit", () => {
  let limited: System;
  beforeAll(async () => {
    limited = await openSystem({
      verifiers: [],
      env: { RATE_LIMIT_PER_MINUTE: "3", ACCOUNT_RATE_LIMIT_PER_MINUTE: "5" },
    });
  });
  afterAll(() => limited.stop());

  const post = (account: TestAccount) =>
    limited.call("post", "/api/verify", account).set("content-type", "application/json");

  const headersOf = ({ headers }: Response) => ({
    policy: headers["ratelimit-policy"],
    limit: headers["ratelimit"],
    today: ["limit", "remaining"].map((name) => headers[`ratelimit-${name}`]),
  });

  it("of a key reports the remaining calls and the reset time in each response", async () => {
    const account = await limited.account();
    const responses: Response[] = [];
    for (let turn = 0; turn < 4; turn += 1) responses.push(await limited.verify(account, aReceipt()));
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
    expect(responses.map(headersOf)).toEqual(
      [2, 1, 0, 0].map((left) => ({
        policy: '"key";q=3;w=60, "account";q=5;w=60',
        limit: expect.stringMatching(new RegExp(`^"key";r=${left};t=\\d+$`)),
        today: ["3", String(left)],
      })),
    );
    const refused = responses[3] as Response;
    expectProblem(refused, "rate_limited");
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(refused.headers["ratelimit-reset"]).toBe(refused.headers["retry-after"]);
    const rows = await limited.sql("select from verification_requests where user_id = $1", account.userId);
    expect(rows).toHaveLength(3);
  });

  it("of an account counts all its keys, and no other account's", async () => {
    const account = await limited.account();
    const other = await limited.keyOf(account);
    for (let turn = 0; turn < 3; turn += 1) await limited.verify(account, aReceipt()).expect(202);
    for (let turn = 0; turn < 2; turn += 1) await limited.verify(other, aReceipt()).expect(202);
    const refused = await limited.verify(other, aReceipt());
    expectProblem(refused, "rate_limited");
    expect(headersOf(refused)).toMatchObject({
      limit: expect.stringMatching(/^"account";r=0;/),
      today: ["5", "0"],
    });
    await limited.verify(await limited.account(), aReceipt()).expect(202);
  });

  it("is checked after credential and permission, and before the body", async () => {
    const account = await limited.account();
    const reader = await limited.keyOf(account, { permissions: { verification: ["read"] } });
    const balance = () => limited.call("get", "/api/credits/balance", account);
    for (let turn = 0; turn < 3; turn += 1) await balance().expect(200);
    for (const body of ["{", "[]", "x".repeat(70_000)]) {
      expectProblem(await post(account).send(body), "rate_limited");
    }
    for (let turn = 0; turn < 10; turn += 1) {
      expectProblem(await post(reader).send("{"), "permission_denied");
    }
    await expectNoTrace(account, limited);
  });

  it("does not apply to public routes", async () => {
    const response = await limited.call("get", "/health/live").expect(200);
    expect(Object.keys(response.headers).filter((name) => name.startsWith("ratelimit"))).toEqual([]);
  });
});

describe("a saturated queue", () => {
  let small: System;
  beforeAll(async () => {
    small = await openSystem({ verifiers: [], env: { QUEUE_CAPACITY: "4", QUEUE_SHARE: "0.5" } });
  });
  afterAll(() => small.stop());

  /** A new request may not be counted yet; then the empty balance refuses the call. */
  const untilSaturated = (account: TestAccount) =>
    until(async () => {
      const response = await small.verify(account, aReceipt());
      return response.status === 429 ? response : undefined;
    });

  /** One merchant's flood must not shut out the others. */
  it("refuses the account that fills it, then every account, for that bank only", async () => {
    const [flood, other, late] = [
      await small.account({ credits: 2 }),
      await small.account({ credits: 2 }),
      await small.account({ credits: 0 }),
    ];
    const receipt = aReceipt();
    const options = { idempotencyKey: "order-1" };
    const first = await small.verify(flood, receipt, options).expect(202);
    await small.verify(flood, aReceipt()).expect(202);
    expectProblem(await untilSaturated(flood), "queue_saturated");
    await small.verify(other, aReceipt()).expect(202);
    await small.verify(other, aReceipt()).expect(202);
    expectProblem(await untilSaturated(late), "queue_saturated");

    const replay = await small.verify(flood, receipt, options).expect(202);
    expect(replay.body.requestId).toBe(first.body.requestId);
    expectProblem(await small.verify(flood, aReceipt(), options), "idempotency_conflict");
    const unresolvable = { ...aReceipt(), webhookUrl: "http://no-such-host.invalid/" };
    expectProblem(await small.verify(late, unresolvable), "unsafe_webhook_url", { fields: ["webhookUrl"] });
    await expectNoTrace(late, small);

    const boa = { bank: "boa", reference: "FT26278QM4T1", suffix: "58203" };
    await small.verify(await small.account(), boa).expect(202);
  });

  it("accepts consecutive requests of an account whose share is two", async () => {
    await using working = await openSystem({
      verifiers: ["telebirr"],
      env: { QUEUE_CAPACITY: "4", QUEUE_SHARE: "0.5" },
    });
    const account = await working.account();
    for (let i = 0; i < 6; i++) await working.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200);
  });
});

describe("while the bus is unavailable", () => {
  afterEach(() => system.bus.setAvailable(true));

  it("a request is stored, refused with its status URL, and processed later", async () => {
    const account = await system.account({ credits: 10 });
    const cached = aReceipt();
    await system.verify(account, cached, { waitMs: 10_000 }).expect(200);
    system.bus.setAvailable(false);

    const receipt = aReceipt();
    const options = { idempotencyKey: "order-1" };
    const refused = await system.verify(account, receipt, { ...options, waitMs: 5_000 });
    const { requestId } = refused.body;
    expectProblem(refused, "queue_unavailable", { requestId });
    expect(requestId).toMatch(/^ver_/);

    const status = () => system.call("get", `/api/verify/${requestId}`, account);
    expect((await status().expect(200)).body.data).toMatchObject({
      processingStatus: "queued",
      status: "pending",
    });
    for (const waitMs of [0, 100]) {
      const replay = await system.verify(account, receipt, { ...options, waitMs }).expect(202);
      expect([replay.body.requestId, replay.headers["idempotent-replayed"]]).toEqual([requestId, "true"]);
    }
    expectProblem(await system.verify(account, aReceipt(), options), "idempotency_conflict");
    const hit = await system.verify(account, cached).expect(200);
    expect(hit.headers["x-svc-cache"]).toBe("HIT");

    system.bus.setAvailable(true);
    await until(async () => (await status()).body.data.status === "success");
    const rows = await system.sql(
      `select (select balance::int from credit_accounts where user_id = $1) as balance,
              (select claim_attempt from verification_requests where id = $2) as claims`,
      account.userId,
      requestId,
    );
    expect(rows).toEqual([{ balance: 7, claims: 1 }]);
  });

  it("other refusals stay the same", async () => {
    system.bus.setAvailable(false);
    const account = await system.account({ credits: 0 });
    expectProblem(await system.verify(account, aReceipt()), "credits_exhausted");
    await expectNoTrace(account);
  });
});

describe("while the fast store is unavailable", () => {
  beforeEach(() => system.fastStore.setAvailable(false));
  afterEach(() => system.fastStore.setAvailable(true));

  it("requests are accepted and verified, without limits and cache", async () => {
    const account = await system.account();
    const receipt = aReceipt();
    for (const turn of [1, 2]) {
      const response = await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
      expect(response.headers["x-svc-cache"]).toBe("MISS");
      expect(response.body.data[0].confirmationHistory.confirmationCount).toBe(turn);
    }
  });

  it("a test webhook is sent, or refused as unavailable", async () => {
    const account = await system.account();
    const response = await system
      .call("post", "/api/verify/test-webhook", account)
      .send({ webhookUrl: `${system.sandboxUrl}/hook` });
    if (response.status !== 200) expectProblem(response, "service_unavailable");
  });
});

describe("while the database is unavailable", () => {
  let unlucky: System;
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
  beforeAll(async () => {
    unlucky = await openSystem({
      verifiers: [],
      databaseVia: async (url) => {
        proxy = await startDatabaseProxy(url);
        return proxy.url;
      },
    });
  });
  afterAll(async () => {
    await unlucky.stop();
    await proxy.close();
  });

  async function expectUnavailable(account: TestAccount): Promise<void> {
    const get = (path: string) => unlucky.call("get", path, account);
    expectProblem(await unlucky.verify(account, aReceipt()), "service_unavailable");
    expectProblem(await get("/api/verify/ver_00000000000000000000000000"), "service_unavailable");
    expectProblem(await get("/api/verify/history"), "service_unavailable");
    expectProblem(await get("/api/credits/balance"), "service_unavailable");
    await unlucky.call("get", "/health/live").expect(200);
    const ready = await unlucky.call("get", "/health/ready").expect(200);
    expect(ready.body.dependencies.postgresql.state).toBe("down");
  }

  it("every route reports it, the process survives, and recovers afterwards", async () => {
    const account = await unlucky.account();
    await unlucky.verify(account, aReceipt()).expect(202);
    proxy.cut();
    try {
      await expectUnavailable(account);
    } finally {
      proxy.restore();
    }
    await until(async () => (await unlucky.verify(account, aReceipt())).status === 202);
  });

  it("a database in maintenance counts as unavailable", async () => {
    const account = await unlucky.account();
    const name = new URL(unlucky.database.url).pathname.slice(1);
    const admin = createPool({
      connectionString: process.env[ADMIN_URL_VARIABLE] ?? "",
      applicationName: "test",
      maxConnections: 1,
    });
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'gateway'",
      [name],
    );
    try {
      await expectUnavailable(account);
    } finally {
      await admin.query(`alter database ${name} with allow_connections true`);
      await admin.end();
    }
    await until(async () => (await unlucky.verify(account, aReceipt())).status === 202);
  });

  it("a locked table counts as unavailable", async () => {
    const account = await unlucky.account();
    const client = await unlucky.database.pool.connect();
    await client.query("begin; lock table credit_accounts in access exclusive mode");
    const response = await unlucky.call("get", "/api/credits/balance", account);
    await client.query("rollback");
    client.release();
    expectProblem(response, "service_unavailable");
  });

  it("an unexpected error reveals no internals", async () => {
    const account = await unlucky.account();
    await unlucky.sql("alter table credit_accounts rename to moved");
    const response = await unlucky.call("get", "/api/credits/balance", account);
    const submitted = await unlucky.verify(account, aReceipt());
    await unlucky.sql("alter table moved rename to credit_accounts");
    expectProblem(response, "internal_error");
    expectProblem(submitted, "internal_error");
    await expectNoTrace(account, unlucky);
  });
});

it("each code of limits and outages occurred above", () => {
  expect(codesOfLimits.filter((code) => !seenCodes.has(code))).toEqual([]);
});

/** Starts a proxy to the database. After `cut` it closes all connections and each new one. */
async function startDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const callers = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((caller) => {
    callers.add(caller);
    caller.on("error", () => undefined);
    caller.once("close", () => callers.delete(caller));
    if (isCut) {
      caller.resume().end();
      return;
    }
    const database = net.connect(Number(target.port), target.hostname);
    database.on("error", () => undefined);
    database.once("close", () => caller.end());
    caller.once("close", () => database.destroy());
    caller.pipe(database).pipe(caller);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const caller of callers) caller.end();
    },
    restore: () => {
      isCut = false;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const caller of callers) caller.destroy();
      }),
  };
}
