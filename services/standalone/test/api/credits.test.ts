import { refusedAs } from "../refusals.ts";
import { aReceipt, aReceiptWithoutVerdict, system, type TestAccount, useSystem } from "../system.ts";
import { expectTenCallersToSpendAll } from "../ten-callers.ts";

useSystem({
  verifiers: ["telebirr", "boa"],
  env: { BANK_ATTEMPTS: "1", CREDIT_PACKAGES: "small:10:12.5,large:1000:900" },
});

const get = (account: TestAccount, path: string) => system.call("get", `/api/credits/${path}`, account);

const today = () => new Date().toISOString().slice(0, 10);

interface Line {
  readonly type: string;
  readonly amount: number;
  readonly balanceAfter: number;
}

describe("the ledger of an account", () => {
  it("lists each credit change with its balance, newest first", async () => {
    const account = await system.account({ credits: 5 });
    const kept = await system.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200);
    const refunded = await system.verify(account, aReceiptWithoutVerdict(), { waitMs: 15_000 }).expect(200);
    const { body } = await get(account, "transactions").expect(200);
    expect(body.data).toEqual([
      line({ type: "refund", amount: 1, balanceAfter: 4, requestId: refunded.body.requestId }),
      line({ type: "debit", amount: -1, balanceAfter: 3, requestId: refunded.body.requestId }),
      line({ type: "debit", amount: -1, balanceAfter: 4, requestId: kept.body.requestId }),
      line({ type: "grant", amount: 5, balanceAfter: 5, note: "sign-up" }),
    ]);
    expect(body.meta).toMatchObject({ total: 4, limit: 20, offset: 0, hasMore: false });
    expect((await get(account, "balance")).body.data).toEqual({ balance: 4 });
  });

  it("records each refund once in the audit log with its balance, and no verdict", async () => {
    const account = await system.account({ credits: 5 });
    await system.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200);
    const responses = await Promise.all(
      [aReceiptWithoutVerdict(), aReceiptWithoutVerdict()].map((receipt) =>
        system.verify(account, receipt, { waitMs: 15_000 }).expect(200),
      ),
    );
    const rows = await system.sql(
      `select a.action, a.actor_kind as kind, a.actor_id as by, a.subject, d.before, d.after, c.balance_after as left
         from audit_log a join audit_details d on d.audit_id = a.id
         join credit_transactions c on c.verification_id = a.subject and c.type = 'refund'
        where a.user_id = $1`,
      account.userId,
    );
    // One may be refunded before the other is debited: the ledger has the balance after each.
    expect(rows).toEqual(
      rows.map(({ left }) => ({
        action: "credits.refunded",
        kind: "system",
        by: null,
        subject: expect.stringMatching(/^ver_/),
        before: { balance: left - 1 },
        after: { balance: left },
        left,
      })),
    );
    expect((await get(account, "balance")).body.data).toEqual({ balance: 4 });
    expect(rows.map(({ subject }) => subject).sort()).toEqual(
      responses.map(({ body }) => body.requestId).sort(),
    );
  });

  function line(fields: object) {
    return {
      id: expect.stringMatching(/^ctx_/),
      requestId: null,
      note: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ...fields,
    };
  }

  it("has pages that together contain every line", async () => {
    const account = await system.account({ credits: 30 });
    await Promise.all(Array.from({ length: 6 }, () => system.verify(account, aReceipt()).expect(202)));
    const whole: Line[] = (await get(account, "transactions?limit=100")).body.data;
    const pages = await Promise.all(
      [0, 3, 6, 9].map(async (offset) => (await get(account, `transactions?limit=3&offset=${offset}`)).body),
    );
    expect(pages.flatMap(({ data }) => data)).toEqual(whole);
    expect(pages.map(({ meta }) => meta.total)).toEqual([7, 7, 7, 7]);
    expect(whole.map(({ balanceAfter }) => balanceAfter)).toEqual([24, 25, 26, 27, 28, 29, 30]);
  });

  it("shows nothing of another account", async () => {
    const [owner, stranger] = [await system.account(), await system.account({ credits: 0 })];
    await system.verify(owner, aReceipt(), { waitMs: 15_000 }).expect(200);
    expect((await get(stranger, "transactions")).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await get(stranger, "usage")).body.data).toEqual({
      days: [],
      totals: { debits: 0, refunds: 0, net: 0 },
    });
  });

  it.each(["limit=0", "limit=101", "limit=x", "offset=-1", "limit=5&limit=6"])(
    "refuses %s with 422",
    async (query) => {
      await get(await system.account(), `transactions?${query}`).expect(refusedAs("invalid_payload"));
    },
  );
});

describe("the usage", () => {
  it("counts debits and refunds by day and bank, and matches the ledger", async () => {
    const account = await system.account({ credits: 10 });
    await system.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200);
    await system.verify(account, aReceiptWithoutVerdict(), { waitMs: 15_000 }).expect(200);
    const boa = { bank: "boa", reference: "FT26278QM4T1", suffix: "58203" };
    await system.verify(account, boa, { waitMs: 15_000 }).expect(200);
    const { body } = await get(account, "usage").expect(200);
    expect(body.data).toEqual({
      days: [
        { date: today(), bank: "boa", debits: 1, refunds: 0, net: 1 },
        { date: today(), bank: "telebirr", debits: 2, refunds: 1, net: 1 },
      ],
      totals: { debits: 3, refunds: 1, net: 2 },
    });
    expect((await get(account, "balance")).body.data.balance).toBe(10 - body.data.totals.net);
    expect((await get(account, "usage?endDate=2020-01-01")).body.data.days).toEqual([]);
  });

  it.each([
    ["startDate=yesterday", "startDate"],
    ["startDate=2026-03-02&endDate=2026-03-01", "endDate"],
    ["startDate=2020-01-01&endDate=2026-03-01", "startDate"],
    ["startDate=9999-01-01", "startDate"],
  ])("refuses %s with 422", async (query, field) => {
    await get(await system.account(), `usage?${query}`).expect(refusedAs("invalid_payload", field));
  });
});

describe("the packages", () => {
  it("match the configuration", async () => {
    const { body } = await get(await system.account(), "packages").expect(200);
    expect(body.data).toEqual([
      { id: "small", credits: 10, price: "12.50", currency: "ETB" },
      { id: "large", credits: 1_000, price: "900.00", currency: "ETB" },
    ]);
    expect(body.meta).toMatchObject({ total: 2, limit: 2, offset: 0, hasMore: false });
  });
});

describe("ten callers on three gateways", () => {
  const CREDITS = 60;

  /** Credits are money: one admission too many is a loss, one too few an outage. A refund may be spent again. */
  it("spend exactly the balance and refunds, and the ledger always matches the balance", async () => {
    const others = [await system.startGateway(), await system.startGateway()];
    const urls = [system.url, ...others.map(({ port }) => `http://127.0.0.1:${port}`)];
    const account = await system.account({ credits: CREDITS });
    await expectTenCallersToSpendAll({ urls, pool: system.database.pool, account, credits: CREDITS });
  });
});
