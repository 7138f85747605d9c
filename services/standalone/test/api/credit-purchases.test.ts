import type { CreditPurchaseView } from "@receipts/contracts";
import { refusedAs } from "../refusals.ts";
import { openPlatform, type Shop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { openSystem, system, type TestAccount, useSystem } from "../system.ts";

let platform: Shop;
useSystem({
  verifiers: ["telebirr"],
  env: { CREDIT_PACKAGES: "small:10:12.50,large:1000:900" },
});
beforeAll(async () => {
  platform = await openPlatform(system);
});

let buyer: TestAccount;
let person: CallSignedIn;
beforeEach(async () => {
  buyer = await system.account({ credits: 0 });
  person = await signIn(system, buyer);
});

const buy = (packageId = "small") => person("post", "/api/credits/purchases").send({ packageId });
const bought = async (packageId?: string): Promise<CreditPurchaseView> =>
  (await buy(packageId).expect(201)).body.data;
const purchases = async (query = "") =>
  (await person("get", `/api/credits/purchases${query}`).expect(200)).body;
const ledger = async () =>
  (await person("get", "/api/credits/transactions").expect(200)).body.data.map(
    ({ type, amount, balanceAfter, note }: Record<string, unknown>) => ({ type, amount, balanceAfter, note }),
  );
const line = (balanceAfter: number) => ({
  type: "purchase",
  amount: 10,
  balanceAfter,
  note: "package small",
});
const audited = async (action: string) =>
  (await person("get", `/api/audit?action=${action}`).expect(200)).body.data;

/** An account with an earlier purchase may have several unpaid ones. */
async function hasBoughtBefore(): Promise<void> {
  const { id } = await bought();
  await platform.submitAndSettle(id, await platform.pay({ amount: "12.50" }));
}

/** Creates more purchases than may be unpaid at once: each is moved to another account until all exist. */
async function boughtMany(count: number): Promise<CreditPurchaseView[]> {
  const other = await system.account();
  const give = (from: string, to: string) =>
    system.sql("update credit_purchases set user_id = $2 where user_id = $1", from, to);
  const many: CreditPurchaseView[] = [];
  while (many.length < count) {
    many.push(await bought());
    await give(buyer.userId, other.userId);
  }
  await give(other.userId, buyer.userId);
  return many;
}

describe("buying credits", () => {
  it("creates a deposit of the platform's account, and adds the credits when it is paid", async () => {
    const purchase = await bought();
    expect(purchase).toMatchObject({
      packageId: "small",
      credits: 10,
      amount: "12.50",
      currency: "ETB",
      status: "awaiting_payment",
      checkoutUrl: expect.stringMatching(/^https:\/\/pay\.example\.test\/checkout\/[\w-]{32}$/),
      creditedAt: null,
    });
    expect(Date.parse(purchase.expiresAt) - Date.parse(purchase.createdAt)).toBe(60 * 60_000);
    expect(await platform.read(purchase.id)).toMatchObject({
      amount: "12.50",
      reference: "credits-small",
      description: "10 verification credits",
      checkoutUrl: purchase.checkoutUrl,
      customer: null,
      metadata: { buyer: buyer.userId, packageId: "small", credits: "10" },
    });
    expect(await ledger()).toEqual([]);

    await platform.submitAndSettle(purchase.id, await platform.pay({ amount: "12.50" }));
    const list = await purchases();
    expect(list.data).toEqual([{ ...purchase, status: "confirmed", creditedAt: expect.any(String) }]);
    expect(list.meta).toEqual({ total: 1, limit: 20, offset: 0, hasMore: false, nextCursor: null });
    expect(await ledger()).toEqual([line(10)]);
  });

  it("is in the buyer's audit log when it is created and when it is paid", async () => {
    const { id } = await bought();
    await platform.submitAndSettle(id, await platform.pay({ amount: "12.50" }));
    expect(await audited("credit_purchase.created")).toMatchObject([
      {
        actor: { kind: "session" },
        subject: id,
        after: { packageId: "small", credits: 10, amount: "12.50" },
      },
    ]);
    expect(await audited("credit_purchase.credited")).toMatchObject([
      { actor: { kind: "system", id: null }, subject: id, before: { balance: 0 }, after: { balance: 10 } },
    ]);
  });

  it("keeps the credits and the price of the package at the time of purchase", async () => {
    const { id } = await bought();
    await platform.submitAndSettle(id, await platform.pay({ amount: "12.49" }));
    expect(await ledger()).toEqual([]);
    await system.sql("update credit_purchases set credits = 7 where deposit_id = $1", id);
    await platform.submitAndSettle(id, await platform.pay({ amount: "20.00" }));
    expect(await ledger()).toEqual([{ ...line(7), amount: 7 }]);
  });

  /** An operator decides about late money: it adds no credits at a price that may have changed. */
  it("adds no credits for a late payment", async () => {
    const { id } = await bought();
    await platform.expire(id);
    expect((await purchases()).data).toMatchObject([{ id, status: "expired" }]);
    const late = await platform.submitAndSettle(id, await platform.pay({ amount: "12.50" }));
    expect(late.lateReceipt).toMatchObject({ amount: "12.50" });
    expect(await ledger()).toEqual([]);
    expect((await purchases()).data).toMatchObject([{ id, status: "expired", creditedAt: null }]);
  });

  it("lists the account's own purchases in pages, newest first", async () => {
    const other = await signIn(system, await system.account());
    await other("post", "/api/credits/purchases").send({ packageId: "large" }).expect(201);
    const ids = (await boughtMany(3)).map(({ id }) => id);
    const page = async (query: string) => (await purchases(query)).data.map(({ id }: { id: string }) => id);
    const newestFirst = ids.sort().toReversed();
    expect(await page("?limit=2")).toEqual(newestFirst.slice(0, 2));
    expect(await page("?limit=2&offset=2")).toEqual(newestFirst.slice(2));
  });

  it("refuses a package that is not sold", async () => {
    const { body } = await buy("gold").expect(422);
    expect(body.error.details).toEqual([{ field: "packageId", message: "must be one of small, large" }]);
  });
});

/** Receipts submitted for a purchase cost the platform's account credits. */
describe("unpaid purchases", () => {
  it("are limited to three, also under concurrent calls", async () => {
    await hasBoughtBefore();
    const responses = await Promise.all(Array.from({ length: 8 }, () => buy()));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    expect((await purchases()).meta.total).toBe(4);
    const { body, headers } = await buy().expect(refusedAs("rate_limited"));
    expect(body.message).toMatch(/pay one of them at its checkoutUrl .*or wait until one expires/);
    expect(Number(headers["retry-after"])).toBeGreaterThan(3_000);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(3_600);
    const other = await signIn(system, await system.account());
    await other("post", "/api/credits/purchases").send({ packageId: "small" }).expect(201);
  });

  it("are limited to one for an account without an earlier purchase", async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => buy()));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429, 429]);
    expect((await buy().expect(429)).body.message).toMatch(
      /^1 purchase is unpaid: pay it at its checkoutUrl/,
    );
  });

  it("allow three receipts each, as the page and the deposit show", async () => {
    const { id, checkoutUrl } = await bought();
    expect((await platform.read(id)).attemptsLeft).toBe(3);
    const page = async () => (await fetch(new URL(new URL(checkoutUrl).pathname, system.url))).text();
    expect(await page()).toContain("3 of 3 attempts left");
    for (const left of [2, 1, 0]) {
      const tried = await platform.submitAndSettle(id, await platform.pay({ amount: "1.00" }));
      expect(tried).toMatchObject({ lastError: "amount_too_low", attemptsLeft: left });
    }
    const queries = await system.receiptQueries("telebirr");
    expect(await platform.submit(id, await platform.pay({ amount: "12.50" }))).toEqual({
      kind: "refused",
      refusal: "no_tries_left",
    });
    expect(await system.receiptQueries("telebirr")).toBe(queries);
  });

  it("charge attempts to the buyer, or to the platform if the buyer has no credits", async () => {
    const balances = async () => {
      const rows = await system.sql(
        `select coalesce((select balance from credit_accounts where user_id = $1), 0)::int as buyer,
                (select balance from credit_accounts where user_id = $2)::int as platform`,
        buyer.userId,
        platform.account.userId,
      );
      return rows[0];
    };
    buyer = await system.account({ credits: 1 });
    person = await signIn(system, buyer);
    const { id } = await bought();
    const before = await balances();
    await platform.submitAndSettle(id, await platform.pay({ amount: "1.00" }));
    expect(await balances()).toEqual({ buyer: 0, platform: before.platform });
    expect(await ledger()).toMatchObject([
      { type: "debit", amount: -1, balanceAfter: 0, note: "receipt of a credit purchase" },
      { type: "grant" },
    ]);
    await platform.submitAndSettle(id, await platform.pay({ amount: "1.00" }));
    expect(await balances()).toEqual({ buyer: 0, platform: before.platform - 1 });
    expect((await person("get", "/api/credits/usage").expect(200)).body.data.totals).toEqual({
      ...{ debits: 1, refunds: 0, net: 1 },
    });
  });

  it("refund the buyer for attempts during a bank outage", async () => {
    buyer = await system.account({ credits: 1 });
    person = await signIn(system, buyer);
    const { id } = await bought();
    await platform.submitAndSettle(id, "DJ57QK2MDN");
    expect(
      (await ledger()).map(({ type, amount }: { type: string; amount: number }) => [type, amount]),
    ).toEqual([
      ["refund", 1],
      ["debit", -1],
      ["grant", 1],
    ]);
  });

  it("allow another one after a payment or an expiry, but not during verification", async () => {
    await hasBoughtBefore();
    const [paid, expired, tried] = await boughtMany(3);
    await buy().expect(429);
    await platform.submitAndSettle(paid?.id ?? "", await platform.pay({ amount: "12.50" }));
    await bought();
    await buy().expect(429);
    await platform.expire(expired?.id ?? "");
    await bought();
    await system.sql("update deposits set status = 'verifying' where id = $1", tried?.id);
    await buy().expect(429);
  });
});

describe("a purchase and its credits", () => {
  it("are added once for one receipt that is submitted for several purchases at once", async () => {
    const wanted = await boughtMany(20);
    const sms = await platform.pay({ amount: "12.50" });
    await Promise.all(wanted.map(({ id }) => platform.submitAndSettle(id, sms)));
    const added = (await ledger()).filter(({ type }: { type: string }) => type === "purchase");
    expect(added).toEqual([line(10)]);
    const { data } = await purchases("?limit=100");
    expect(data.filter(({ status }: CreditPurchaseView) => status === "confirmed")).toHaveLength(1);
    expect(data.filter(({ creditedAt }: CreditPurchaseView) => creditedAt !== null)).toHaveLength(1);
  });

  it("add up when many are paid at once while the buyer spends", async () => {
    const paid = await Promise.all(
      (await boughtMany(10)).map(
        async (purchase) => [purchase, await platform.pay({ amount: "12.50" })] as const,
      ),
    );
    await system.sql("update credit_accounts set balance = 100 where user_id = $1", buyer.userId);
    await system.sql(
      `insert into credit_transactions (id, user_id, type, amount, balance_after, note)
       values ('ctx_' || md5($1), $1, 'grant', 100, 100, 'test')`,
      buyer.userId,
    );
    await Promise.all([
      ...paid.map(([{ id }, sms]) => platform.submitAndSettle(id, sms)),
      ...Array.from({ length: 20 }, (_, n) =>
        system.verify(
          buyer,
          { bank: "telebirr", reference: `DJ5${(46_656 + n).toString(36).toUpperCase()}Q01` },
          { waitMs: 15_000 },
        ),
      ),
    ]);
    const rows = await system.sql(
      `select (select balance from credit_accounts where user_id = $1) as balance, count(*) as lines,
              sum(amount)::bigint as sum, bool_and(follows) as follows
         from (select amount, balance_after = amount + lag(balance_after, 1, 0::bigint) over (order by sequence) as follows
                 from credit_transactions where user_id = $1) l`,
      buyer.userId,
    );
    // The buyer was charged for each of the ten receipts.
    expect(rows).toEqual([{ balance: 170, lines: 41, sum: 170, follows: true }]);
  });

  /** The database refuses a second ledger line from any process. */
  it("cannot be written twice", async () => {
    const { id } = await bought();
    await platform.submitAndSettle(id, await platform.pay({ amount: "12.50" }));
    const again = system.sql(
      `insert into credit_transactions (id, user_id, type, amount, balance_after, deposit_id)
       values ('ctx_again', $1, 'purchase', 10, 20, $2)`,
      buyer.userId,
      id,
    );
    await expect(again).rejects.toMatchObject({ constraint: "credit_transactions_of_deposit" });
  });
});

describe("credits that cannot be bought", () => {
  const refusal = async () => {
    const { body, headers } = await buy().expect(refusedAs("service_unavailable"));
    expect(headers["retry-after"]).toBe("3600");
    expect((await purchases()).data).toEqual([]);
    return body.message;
  };

  it("are refused if the platform account is disabled or has no bank account", async () => {
    await system.sql("update users set disabled_at = now() where id = $1", platform.account.userId);
    expect(await refusal()).toMatch(/no active account PLATFORM_ACCOUNT/);
    await system.sql("update users set disabled_at = null where id = $1", platform.account.userId);
    await system.sql(
      "update bank_accounts set user_id = $2 where user_id = $1",
      platform.account.userId,
      buyer.userId,
    );
    expect(await refusal()).toMatch(/PLATFORM_ACCOUNT has no saved bank account/);
    await system.sql(
      "update bank_accounts set user_id = $1 where user_id = $2",
      platform.account.userId,
      buyer.userId,
    );
    await buy().expect(201);
  });

  it("are refused if the platform account is not configured", async () => {
    const unset = await openSystem({ verifiers: [], env: { PLATFORM_ACCOUNT: "" } });
    const visitor = await signIn(unset, await unset.account());
    const { body } = await visitor("post", "/api/credits/purchases")
      .send({ packageId: "starter" })
      .expect(503);
    expect(body.message).toMatch(/the setting PLATFORM_ACCOUNT is not set/);
    await unset.stop();
  });
});
