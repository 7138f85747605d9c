import {
  type BankCode,
  bankCodes,
  newId,
  type VerificationCounts,
  type VerificationStatus,
} from "@receipts/contracts";
import { refusedAs } from "../refusals.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

const get = (account: TestAccount, path: string) => system.call("get", `/api/${path}`, account);

interface Recorded {
  readonly bank?: BankCode;
  readonly status?: VerificationStatus;
  readonly createdAt: string;
  readonly durationMs?: number;
}

/** Inserts a request of the past. */
async function record(account: TestAccount, row: Recorded): Promise<void> {
  const { bank = "telebirr", status = "success", createdAt, durationMs = 1_500 } = row;
  await system.sql(
    `insert into verification_requests
       (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, result,
        claimed_until, requeue_after, deadline_at, http_request_id, created_at, completed_at)
     values ($1, $2, $3, 'DJ57QK2M41', 'k', 'MISS', case when $4 = 'pending' then 'running' else 'completed' end, $4,
             $4 = 'success', case when $4 <> 'pending' then '{}'::jsonb end, now() + interval '1 day',
             now() + interval '1 day', now() + interval '1 day', 'r', $5,
             case when $4 <> 'pending' then $5::timestamptz + make_interval(secs => $6 / 1000.0) end)`,
    newId("verification"),
    account.userId,
    bank,
    status,
    createdAt,
    durationMs,
  );
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const MINUTE = 60_000;

const none: VerificationCounts = {
  total: 0,
  success: 0,
  failed: 0,
  not_found: 0,
  pending: 0,
  successRate: null,
};
const counts = (fields: Partial<VerificationCounts>) => ({ ...none, ...fields });

describe("GET /api/metrics", () => {
  it("counts by bank and status, for every bank", async () => {
    const account = await system.account();
    const createdAt = ago(5 * MINUTE);
    for (const status of ["success", "success", "success", "failed", "not_found", "pending"] as const) {
      await record(account, { status, createdAt });
    }
    await record(account, { bank: "cbe", status: "failed", createdAt });
    const { data } = (await get(account, "metrics").expect(200)).body;
    const telebirr = { total: 6, success: 3, failed: 1, not_found: 1, pending: 1, successRate: 0.6 };
    expect(data).toMatchObject({ window: "24h", total: 7, success: 3, failed: 2, successRate: 0.5 });
    expect(data.banks.map(({ bank }: { bank: string }) => bank)).toEqual(bankCodes);
    expect(bankOf(data, "telebirr")).toMatchObject(telebirr);
    expect(bankOf(data, "cbe")).toMatchObject(counts({ total: 1, failed: 1, successRate: 0 }));
    expect(bankOf(data, "zemen")).toEqual({
      bank: "zemen",
      ...none,
      durationMs: { p50: null, p95: null, p99: null },
    });
  });

  const bankOf = (data: { banks: { bank: string }[] }, bank: BankCode) =>
    data.banks.find((one) => one.bank === bank);

  it("returns the durations at the 50th, 95th and 99th percentile", async () => {
    const account = await system.account();
    const createdAt = ago(5 * MINUTE);
    for (let place = 1; place <= 100; place += 1) {
      await record(account, { createdAt, durationMs: place * 9, bank: place <= 50 ? "boa" : "awash" });
    }
    await record(account, { createdAt, status: "pending" });
    const { data } = (await get(account, "metrics?window=1h").expect(200)).body;
    expect(data.durationMs).toEqual({ p50: 450, p95: 855, p99: 891 });
    expect(bankOf(data, "boa")).toMatchObject({ durationMs: { p50: 225, p95: 432, p99: 450 } });
  });

  /** The request waited for a bank that was down for a month. */
  it("handles a request that took 29 days", async () => {
    const account = await system.account();
    const durationMs = 29 * 24 * 60 * MINUTE;
    await record(account, { createdAt: ago(durationMs + MINUTE), durationMs });
    const { data } = (await get(account, "metrics?window=30d").expect(200)).body;
    expect(data.durationMs).toEqual({ p50: durationMs, p95: durationMs, p99: durationMs });
    const { body } = await get(account, "verify/history");
    expect(body.data).toMatchObject([{ durationMs }]);
    await get(account, "reports/verifications/overview").set("accept", "text/csv").expect(200);
  });

  it("covers the requested window", async () => {
    const account = await system.account();
    for (const minutes of [30, 23 * 60, 6 * 24 * 60, 29 * 24 * 60, 31 * 24 * 60]) {
      await record(account, { createdAt: ago(minutes * MINUTE) });
    }
    const totals = await Promise.all(
      ["1h", "24h", "7d", "30d"].map(async (window) => {
        const { body } = await get(account, `metrics?window=${window}`).expect(200);
        return body.data.total;
      }),
    );
    expect(totals).toEqual([1, 2, 3, 4]);
  });

  it("includes the latest verification, and nothing of another account", async () => {
    const [account, stranger] = [await system.account(), await system.account()];
    await system.verify(account, aReceipt(), { waitMs: 10_000 }).expect(200);
    expect((await get(account, "metrics")).body.data).toMatchObject({ total: 1, successRate: 1 });
    expect((await get(stranger, "metrics")).body.data).toMatchObject(none);
  });

  it.each(["window=2h", "window=1h&window=7d"])("refuses %s with 422", async (query) => {
    const response = await get(await system.account(), `metrics?${query}`);
    expect([response.status, response.body.error?.details?.[0]?.field]).toEqual([422, "window"]);
  });

  it.each(["metrics", "reports/verifications/overview", "reports/banks/cbe"])(
    "requires the permission metrics:read for %s",
    async (path) => {
      const account = await system.account({ permissions: { verification: ["read", "write"] } });
      await get(account, path).expect(refusedAs("permission_denied"));
    },
  );
});

describe("a report", () => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await system.account();
    await record(account, { createdAt: "2026-03-08T23:59:59.999Z" });
    await record(account, { createdAt: "2026-03-09T00:00:00.000Z" });
    await record(account, { createdAt: "2026-03-09T23:59:59.999Z", status: "failed" });
    await record(account, { createdAt: "2026-03-11T12:00:00.000Z", bank: "cbe", status: "not_found" });
    await record(account, { createdAt: "2026-03-11T12:00:00.000Z", bank: "cbe", status: "pending" });
    await record(account, { createdAt: "2026-03-12T00:00:00.000Z" });
  });

  const period = "startDate=2026-03-09&endDate=2026-03-11";
  const csv = (path: string) => get(account, path).set("accept", "text/csv").expect(200);

  it("has every UTC day of the period, including empty ones, and the totals", async () => {
    const { data } = (await get(account, `reports/verifications/overview?${period}`).expect(200)).body;
    expect(data).toMatchObject({
      from: "2026-03-09T00:00:00.000Z",
      to: "2026-03-12T00:00:00.000Z",
      totals: counts({ total: 4, success: 1, failed: 1, not_found: 1, pending: 1, successRate: 0.3333 }),
    });
    expect(data.days).toEqual([
      { date: "2026-03-09", ...counts({ total: 2, success: 1, failed: 1, successRate: 0.5 }) },
      { date: "2026-03-10", ...none },
      { date: "2026-03-11", ...counts({ total: 2, not_found: 1, pending: 1, successRate: 0 }) },
    ]);
    expect(data.banks).toHaveLength(bankCodes.length);
    expect(data.banks[0]).toEqual({
      bank: "cbe",
      ...counts({ total: 2, not_found: 1, pending: 1, successRate: 0 }),
    });
  });

  it("has the days of the requested time zone, in which its dates are read too", async () => {
    const query = "startDate=2026-03-09&endDate=2026-03-12&timeZone=Africa/Addis_Ababa";
    const { data } = (await get(account, `reports/verifications/overview?${query}`).expect(200)).body;
    expect([data.from, data.to]).toEqual(["2026-03-08T21:00:00.000Z", "2026-03-12T21:00:00.000Z"]);
    const days = data.days.map(({ date, total }: { date: string; total: number }) => [date, total]);
    expect(days).toEqual([
      ["2026-03-09", 2],
      ["2026-03-10", 1],
      ["2026-03-11", 2],
      ["2026-03-12", 1],
    ]);
    const usage = (await get(account, `credits/usage?${query}`).expect(200)).body.data.days;
    expect(usage.map(({ date, bank, debits }: Record<string, unknown>) => [date, bank, debits])).toEqual([
      ["2026-03-09", "telebirr", 2],
      ["2026-03-10", "telebirr", 1],
      ["2026-03-11", "cbe", 2],
      ["2026-03-12", "telebirr", 1],
    ]);
  });

  it.each(["%2B03:00", "Africa/Addis", "GMT0%27"])("refuses the time zone %j", async (zone) => {
    for (const path of ["reports/verifications/overview", "reports/banks/cbe", "credits/usage"]) {
      const response = await get(account, `${path}?timeZone=${zone}`);
      expect([response.status, response.body.error?.details?.[0]?.field]).toEqual([422, "timeZone"]);
    }
  });

  it("of one bank contains only that bank", async () => {
    const { data } = (await get(account, `reports/banks/cbe?${period}`).expect(200)).body;
    expect(data.bank).toBe("cbe");
    expect(data.days.map(({ total }: { total: number }) => total)).toEqual([0, 0, 2]);
    expect(data.totals.total).toBe(2);
  });

  it("of zemen exists with zeros", async () => {
    const { data } = (await get(account, `reports/banks/zemen?${period}`).expect(200)).body;
    expect(data.totals).toEqual(none);
    expect(data.days).toHaveLength(3);
  });

  it("covers the last 30 days by default, including today", async () => {
    const { data } = (await get(account, "reports/verifications/overview").expect(200)).body;
    const today = new Date().toISOString().slice(0, 10);
    expect([data.days.length, data.days.at(-1).date]).toEqual([30, today]);
  });

  it("is CSV if the caller accepts that", async () => {
    const response = await csv(`reports/banks/cbe?${period}`);
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toBe(
      "attachment; filename=cbe_2026-03-09_2026-03-11.csv",
    );
    expect(response.headers["vary"]).toContain("Accept");
    expect(response.text).toBe(
      "date,total,success,failed,not_found,pending,successRate\r\n2026-03-09,0,0,0,0,0,\r\n2026-03-10,0,0,0,0,0,\r\n2026-03-11,2,0,0,1,1,0\r\n",
    );
    const overview = await csv(`reports/verifications/overview?${period}`);
    expect(overview.text.split("\r\n")[1]).toBe("2026-03-09,2,1,1,0,0,0.5");
  });

  it.each(["application/json", "*/*", "text/html", "text/csv;q=0.1, application/json"])(
    "is JSON with Accept: %s",
    async (accept) => {
      const response = await get(account, `reports/banks/cbe?${period}`).set("accept", accept).expect(200);
      expect(response.body.data.bank).toBe("cbe");
    },
  );

  it("covers at most 400 days", async () => {
    const path = "reports/verifications/overview?endDate=2026-03-11&startDate=";
    expect((await get(account, `${path}2025-02-05`).expect(200)).body.data.days).toHaveLength(400);
    const response = await get(account, `${path}2025-02-04`);
    expect([response.status, response.body.error?.details?.[0]?.field]).toEqual([422, "startDate"]);
  });

  it.each(["startDate=x", "endDate=2026-02-30", "startDate=2026-03-02&endDate=2026-03-01"])(
    "is refused with 422, as CSV too: %s",
    async (query) => {
      await get(account, `reports/banks/cbe?${query}`)
        .set("accept", "text/csv")
        .expect(refusedAs("invalid_payload"));
    },
  );

  it.each(["nobank", "%2e%2e", "toString"])("is not found for the bank %s", async (bank) => {
    await get(account, `reports/banks/${bank}`).expect(refusedAs("not_found"));
  });
});
