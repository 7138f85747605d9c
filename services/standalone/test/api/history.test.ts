import { type BankCode, newId, type ProcessingStatus, type VerificationStatus } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { unchecked } from "../expected-result.ts";
import { refusedAs } from "../refusals.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

interface Recorded {
  readonly id: string;
  readonly bank: BankCode;
  readonly processingStatus: ProcessingStatus;
  readonly status: VerificationStatus;
  readonly createdAt: string;
}

const history = (account: TestAccount, query: Record<string, string> | string = {}) =>
  system.call("get", `/api/verify/history?${new URLSearchParams(query)}`, account);

async function idsOf(account: TestAccount, query: Record<string, string>): Promise<string[]> {
  const { body } = await history(account, { limit: "100", ...query }).expect(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ requestId }: { requestId: string }) => requestId);
}

/** Inserts a request of the past. */
async function record(account: TestAccount, draft: Partial<Recorded> = {}): Promise<Recorded> {
  const row: Recorded = {
    id: newId("verification"),
    bank: "telebirr",
    processingStatus: "completed",
    status: "success",
    createdAt: "2026-03-10T12:00:00.000Z",
    ...draft,
  };
  await system.sql(
    `insert into verification_requests
       (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, failure_reason,
        result, claimed_until, requeue_after, deadline_at, http_request_id, created_at, completed_at)
     values ($1, $2, $3, 'DJ57QK2M41', 'k', 'MISS', $4, $5, $5 = 'success',
             case when $4 = 'failed' then 'bank_unavailable' end, case when $5 <> 'pending' then '{}'::jsonb end,
             now() + interval '1 day', now() + interval '1 day', now() + interval '1 day', 'r', $6,
             case when $5 <> 'pending' then $6::timestamptz + interval '1500 milliseconds' end)`,
    row.id,
    account.userId,
    row.bank,
    row.processingStatus,
    row.status,
    row.createdAt,
  );
  return row;
}

/** Inserts rows one at a time: each gets a later id. */
async function recordAll(account: TestAccount, drafts: readonly Partial<Recorded>[]): Promise<Recorded[]> {
  const rows: Recorded[] = [];
  for (const draft of drafts) rows.push(await record(account, draft));
  return rows;
}

function receiptOf(item: Record<string, unknown>) {
  const { referenceNumber, amount, currency, senderName, receiverName, receiverAccount, timestamp } = item;
  return { referenceNumber, amount, currency, senderName, receiverName, receiverAccount, timestamp };
}

describe("GET /api/verify/history", () => {
  it("lists the account's requests with their states, newest first", async () => {
    const account = await system.account();
    const done = await system.verify(account, aReceipt(), { waitMs: 10_000 }).expect(200);
    const pending = await record(account, {
      processingStatus: "running",
      status: "pending",
      createdAt: new Date(Date.now() + 1_000).toISOString(),
    });
    const response = await history(account).expect(200);
    const status = await system.call("get", `/api/verify/${done.body.requestId}`, account);
    const { createdAt, durationMs } = status.body.data;
    expect(response.body).toEqual({
      success: true,
      message: expect.any(String),
      data: [
        {
          requestId: pending.id,
          bank: "telebirr",
          livemode: false,
          processingStatus: "running",
          status: "pending",
          verified: false,
          source: "api",
          durationMs: null,
          createdAt: pending.createdAt,
          decision: null,
          decisionReasons: [],
          ...{ referenceNumber: null, amount: null, currency: null, senderName: null },
          ...{ receiverName: null, receiverAccount: null, timestamp: null },
        },
        {
          requestId: done.body.requestId,
          bank: "telebirr",
          livemode: false,
          processingStatus: "completed",
          status: "success",
          verified: true,
          source: "api",
          durationMs,
          createdAt,
          ...unchecked,
          ...receiptOf(done.body.data[0]),
        },
      ],
      meta: { total: 2, limit: 20, offset: 0, hasMore: false, nextCursor: null },
    });
  });

  it("is empty for a new account", async () => {
    const response = await history(await system.account()).expect(200);
    expect(response.body).toMatchObject({ data: [], meta: { total: 0, limit: 20, offset: 0 } });
  });

  it("is sorted by time, not by insertion", async () => {
    const account = await system.account();
    const rows = await recordAll(
      account,
      ["03-02T00", "03-03T00", "03-01T00"].map((hour) => ({ createdAt: `2026-${hour}:00:00.000Z` })),
    );
    expect(await idsOf(account, {})).toEqual([rows[1]?.id, rows[0]?.id, rows[2]?.id]);
  });

  it("shows nothing of another account with any filter", async () => {
    const [account, stranger] = [await system.account(), await system.account()];
    await record(stranger);
    const own = await record(account);
    for (const query of [{}, { bank: "telebirr" }, { status: "success" }, { startDate: "2000-01-01" }]) {
      expect(await idsOf(account, query)).toEqual([own.id]);
    }
  });
});

describe("the filters of the history", () => {
  let account: TestAccount;
  let rows: Recorded[];
  const states = [
    ["queued", "pending"],
    ["running", "pending"],
    ["completed", "success"],
    ["completed", "failed"],
    ["completed", "not_found"],
    ["failed", "failed"],
  ] as const;

  beforeAll(async () => {
    account = await system.account();
    rows = await recordAll(
      account,
      (["telebirr", "cbe", "awash"] as const).flatMap((bank) =>
        states.flatMap(([processingStatus, status]) =>
          ["2026-03-09T23:59:59.999Z", "2026-03-10T00:00:00.000Z"].map((createdAt) => ({
            bank,
            processingStatus,
            status,
            createdAt,
          })),
        ),
      ),
    );
  });

  it.each([
    {},
    { bank: "cbe" },
    { bank: "zemen" },
    { status: "failed" },
    { status: "pending" },
    { status: "not_found" },
    { processingStatus: "failed" },
    { processingStatus: "queued" },
    { bank: "telebirr", status: "failed" },
    { status: "failed", processingStatus: "completed" },
    { status: "success", processingStatus: "failed" },
    { bank: "awash", status: "failed", processingStatus: "failed", startDate: "2026-03-10" },
    { bank: "cbe", processingStatus: "completed", endDate: "2026-03-09" },
    { bank: "cbe", startDate: "2026-03-09", endDate: "2026-03-10" },
  ])(
    "return the matching requests for %j",
    async (query: Partial<Record<keyof Recorded | "startDate" | "endDate", string>>) => {
      const { startDate = "", endDate = "9", ...equal } = query;
      const expected = rows
        .filter((row) =>
          Object.entries(equal).every(([name, value]) => row[name as keyof Recorded] === value),
        )
        .filter(({ createdAt }) => createdAt.slice(0, 10) >= startDate && createdAt.slice(0, 10) <= endDate);
      expect((await idsOf(account, query)).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    },
  );
});

describe("the date filters of the history", () => {
  const moments = [
    "2026-03-09T20:59:59.999Z",
    "2026-03-09T21:00:00.000Z",
    "2026-03-10T00:00:00.000Z",
    "2026-03-10T12:34:56.789Z",
    "2026-03-10T23:59:59.999Z",
    "2026-03-11T00:00:00.000Z",
  ];
  let account: TestAccount;
  let rows: Recorded[];
  beforeAll(async () => {
    account = await system.account();
    rows = await recordAll(
      account,
      moments.map((createdAt) => ({ createdAt })),
    );
  });

  /** A date includes the whole day, to its last millisecond. */
  it.each([
    [{ startDate: "2026-03-10", endDate: "2026-03-10" }, [2, 3, 4]],
    [{ startDate: "2026-03-10" }, [2, 3, 4, 5]],
    [{ endDate: "2026-03-09" }, [0, 1]],
    [{ startDate: "2026-03-11", endDate: "2026-03-12" }, [5]],
    [{ startDate: "2026-03-10T00:00:00+03:00", endDate: "2026-03-10T03:00:00+03:00" }, [1, 2]],
    [{ startDate: "2026-03-10T12:34:56.789Z", endDate: "2026-03-10T12:34:56.789Z" }, [3]],
    [{ startDate: "2026-03-10T12:34:56.790Z" }, [4, 5]],
    [{ endDate: "2026-03-10T12:34:56.788Z" }, [0, 1, 2]],
    [{ startDate: "2026-03-09T19:00:00-05:00", endDate: "2026-03-10" }, [2, 3, 4]],
    [{ startDate: "2026-03-10T00:00:00 03:00", endDate: "2026-03-10T03:00" }, [1, 2]],
    [{ startDate: "2026-03-10T12:34:56.789", endDate: " 2026-03-10 " }, [3, 4]],
    [{ startDate: "", endDate: "2026-03-09", limit: "100" }, [0, 1]],
    [{ startDate: "0001-01-01", endDate: "9999-12-31" }, [0, 1, 2, 3, 4, 5]],
    [{ startDate: "2026-03-10", endDate: "2026-03-10", timeZone: "Africa/Addis_Ababa" }, [1, 2, 3]],
    [{ endDate: "2026-03-09", timeZone: "America/New_York" }, [0, 1, 2]],
    [{ startDate: "2026-03-10T21:00:00Z", timeZone: "Africa/Addis_Ababa" }, [4, 5]],
    [{ startDate: "0001-01-01", endDate: "9999-12-31", timeZone: "Asia/Dubai" }, [0, 1, 2, 3, 4, 5]],
    [{ startDate: "2027-01-01" }, []],
  ])("return the matching requests for %j", async (query, expected) => {
    const ids = await idsOf(account, query as Record<string, string>);
    expect(ids).toEqual(expected.map((index) => rows[index]?.id).toReversed());
  });
});

/** The question of a merchant: a payer claims to have paid 1,250 to Sara. */
describe("the receipt filters of the history", () => {
  let account: TestAccount;
  const requests: Record<string, string> = {};
  let ownId: string;
  const found = async (query: Record<string, string>) => {
    const names = new Map(Object.entries(requests).map(([name, id]) => [id, name]));
    return (await idsOf(account, query)).map((id) => names.get(id)).sort();
  };

  beforeAll(async () => {
    account = await system.account();
    await system.saveBankAccount(account, "telebirr", "0911005678");
    const pay = async (name: string, order: object) => {
      const { referenceNumber: reference } = await system.pay({
        ...{ bank: "telebirr", receiverAccount: "0911005678", receiverName: "Sara Coffee Trading", ...order },
      });
      const { body } = await system.verify(account, { bank: "telebirr", reference }, { waitMs: 10_000 });
      requests[name] = body.requestId;
      return body.data[0].referenceNumber as string;
    };
    ownId = await pay("small", { amount: "99.99" });
    await pay("exact", { amount: "1250.00" });
    await pay("large", { amount: "20000.00", receiverName: "Abel Girma" });
    const { body } = await system.verify(
      account,
      { bank: "telebirr", reference: "DJ57QK2MNF" },
      { waitMs: 10_000 },
    );
    requests["unknown"] = body.requestId;
  });

  it.each([
    [{ amountMin: "1250" }, ["exact", "large"]],
    [{ amountMin: "1250.01" }, ["large"]],
    [{ amountMax: "1250.00" }, ["exact", "small"]],
    [{ amountMin: "100", amountMax: "1250.0" }, ["exact"]],
    [{ receiver: "sara" }, ["exact", "small"]],
    [{ receiver: "ABEL GIRMA" }, ["large"]],
    [{ receiver: "5678" }, ["exact", "large", "small"]],
    [{ receiver: "%" }, []],
    [{ receiver: "" }, ["exact", "large", "small", "unknown"]],
    [{ decision: "reject" }, ["unknown"]],
    [{ decision: "review", amountMax: "100" }, ["small"]],
    [{ reference: "dj57qk2mnf" }, ["unknown"]],
    [{ bank: " TeleBirr ", amountMin: "1250", receiver: "Sara" }, ["exact"]],
  ])("return the matching requests for %j", async (query, expected) => {
    expect(await found(query as Record<string, string>)).toEqual(expected);
  });

  it("find the bank's own reference in any case, and nothing of another account", async () => {
    expect(await found({ reference: ` ${ownId.toLowerCase()} ` })).toEqual(["small"]);
    const other = await history(await system.account(), { reference: ownId }).expect(200);
    expect(other.body.data).toEqual([]);
  });
});

it("searches of several accounts wait for each other, a few at once, and none is refused for the others", async () => {
  const accounts = await Promise.all(Array.from({ length: 7 }, () => system.account()));
  const client = await system.database.pool.connect();
  try {
    await client.query("begin; lock table verification_requests in access exclusive mode");
    const statuses = accounts.map(
      async (account) => (await history(account, { reference: "DJ57QK2M41" })).status,
    );
    const statements = async () =>
      (
        await client.query(
          "select from pg_locks where not granted and relation = 'verification_requests'::regclass",
        )
      ).rowCount ?? 0;
    await until(async () => (await statements()) > 0);
    // A page and its total each.
    expect(await statements()).toBeLessThanOrEqual(8);
    await client.query("rollback");
    // One that waited for the lock longer than a statement may is not refused for the others either.
    for (const status of await Promise.all(statuses)) expect([200, 503]).toContain(status);
  } finally {
    client.release(true);
  }
});

describe("an invalid filter", () => {
  it.each([
    ["bank", "nobank"],
    ["status", "done"],
    ["status", "queued"],
    ["processingStatus", "pending"],
    ["timeZone", "Mars/Base"],
    ["startDate", "yesterday"],
    ["startDate", "2026-13-01"],
    ["startDate", "2026-02-30"],
    ["startDate", "2026-1-1"],
    ["startDate", "10/03/2026"],
    ["startDate", "1741600000"],
    ["startDate", "2026-03-10T25:00:00Z"],
    ["startDate", "2026-03-10T00:00:00+99:00"],
    ["endDate", "2026-03-10T"],
    ["endDate", "2026-03-10; drop table users"],
    ["endDate", "2026-03-10\u0000"],
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "abc"],
    ["limit", "1e1"],
    ["limit", "0x10"],
    ["limit", " 5"],
    ["limit", "99999999999999999999"],
    ["offset", "-1"],
    ["offset", "1.5"],
    ["offset", "abc"],
    ["decision", "yes"],
    ["amountMin", "-1"],
    ["amountMin", "1.234"],
    ["amountMax", "1e3"],
    ["amountMax", "Infinity"],
    ["reference", "x".repeat(201)],
    ["receiver", "x".repeat(201)],
    ["reference", "a\u0000"],
    ["receiver", "\u0000"],
  ])("is refused with 422 and the field: %s=%j", async (field, value) => {
    await history(await system.account(), { [field]: value }).expect(refusedAs("invalid_payload", field));
  });

  it.each([
    "bank=cbe&bank=boa",
    "limit=5&limit=5",
    "offset=0&offset=0",
    "startDate=2026-01-01&startDate=2026-01-01",
  ])("is refused if a parameter is repeated: %s", async (query) => {
    expect((await history(await system.account(), query)).status).toBe(422);
  });

  it("is refused if the end is before the start", async () => {
    const query = { startDate: "2026-03-11", endDate: "2026-03-10" };
    const response = await history(await system.account(), query);
    expect([response.status, response.body.error?.details?.[0]?.field]).toEqual([422, "endDate"]);
  });
});

describe("the pages of the history", () => {
  let account: TestAccount;
  let newestFirst: string[];
  beforeAll(async () => {
    account = await system.account();
    // All of one millisecond: only the ids differ.
    const rows = await recordAll(
      account,
      Array.from({ length: 105 }, () => ({})),
    );
    newestFirst = rows
      .map(({ id }) => id)
      .toSorted()
      .toReversed();
  });

  const page = async (query: Record<string, string>) => {
    const { body } = await history(account, query).expect(200);
    return { ids: body.data.map(({ requestId }: { requestId: string }) => requestId), meta: body.meta };
  };

  it.each([
    [{}, 0, 20],
    [{ limit: "1" }, 0, 1],
    [{ limit: "100" }, 0, 100],
    [{ offset: "100" }, 100, 105],
    [{ limit: "3", offset: "7" }, 7, 10],
    [{ offset: "105" }, 105, 105],
    [{ offset: "5000000" }, 105, 105],
  ])("contain the right requests for %j", async (query: { limit?: string; offset?: string }, from, to) => {
    const { ids, meta } = await page(query);
    expect(ids).toEqual(newestFirst.slice(from, to));
    expect(meta).toEqual({
      ...{ total: 105, limit: Number(query.limit ?? 20), offset: Number(query.offset ?? 0) },
      ...{ hasMore: to < 105, nextCursor: to < 105 ? expect.any(String) : null },
    });
  });

  it("together contain each request once", async () => {
    const pages = await Promise.all(
      [0, 25, 50, 75, 100].map((offset) => page({ limit: "25", offset: String(offset) })),
    );
    expect(pages.flatMap(({ ids }) => ids)).toEqual(newestFirst);
  });

  it("report the total of the filter, not of the page", async () => {
    const { ids, meta } = await page({ status: "success", limit: "2" });
    expect([ids.length, meta.total]).toEqual([2, 105]);
    expect((await page({ status: "failed", limit: "2" })).meta.total).toBe(0);
  });
});

describe("GET /api/verify/:id", () => {
  /** The response must not reveal whether another account's request exists. */
  it("responds alike to another account's request and to an unknown id", async () => {
    const [owner, stranger] = [await system.account(), await system.account()];
    const { requestId } = (await system.verify(owner, aReceipt(), { waitMs: 10_000 }).expect(200)).body;
    const ids = [requestId, newId("verification"), "ver_00000000000000000000000000", "nonsense"];
    const responses = await Promise.all(
      ids.map((id) =>
        system
          .call("get", `/api/verify/${id}`)
          .set({ "x-api-key": stranger.apiKey, "x-request-id": "one-for-all" })
          .expect(404),
      ),
    );
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(new Set(responses.map(({ headers }) => headers["content-length"])).size).toBe(1);
    expect(responses[0]?.body.error.code).toBe("not_found");
    await system.call("get", `/api/verify/${requestId}`, owner).expect(200);
  });
});
