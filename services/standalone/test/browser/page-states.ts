import type { Deposit } from "@receipts/contracts";
import { openPage, pathOf } from "../checkout-page-client.ts";
import { freshKey, openShop, type Shop } from "../shop.ts";
import type { System } from "../system.ts";

/** A page to open, with the actions that lead to its state. */
export interface PageState {
  readonly path: string;
  /** Further parameters of the address. */
  readonly parameters?: string;
  /** Typed into the form and sent. */
  readonly typed?: string;
  /** Sent by a form that leads to another page, from our own page or a foreign one. */
  readonly posts?: { readonly receipt: string; readonly from: "own page" | "foreign page" };
  /** HTTP status, if browsers report it as an error. */
  readonly status?: number;
  /** Ends the state after the test. */
  readonly close?: () => Promise<void>;
}

/** Every state of the checkout page, as deposits of the shop. */
export function pageStates(system: System, shop: Shop): Readonly<Record<string, () => Promise<PageState>>> {
  const sql = (text: string, values: unknown[]) => system.sql(text, ...values);
  const addresses = { returnUrl: "https://shop.example/done", cancelUrl: "https://shop.example/cart" };
  const fresh = () => shop.deposit({ ...addresses, description: "Two chairs, a table and a lamp" });
  const at = (deposit: Deposit) => ({ path: pathOf(deposit), parameters: "&from=telebirr" });
  const rejected = (reason: string) => async () => {
    const deposit = await fresh();
    await sql("update deposits set last_error = $2, tries = 1, event_count = 3 where id = $1", [
      deposit.id,
      reason,
    ]);
    return at(deposit);
  };
  const expired = async (interval = "1 minute") => {
    const deposit = await fresh();
    await sql("update deposits set expires_at = now_ms() - $2::interval where id = $1", [
      deposit.id,
      interval,
    ]);
    return deposit;
  };
  const paidInPart = async () => {
    const deposit = await shop.deposit({ ...addresses, allowPartial: true });
    await shop.submitAndSettle(deposit.id, await shop.pay({ amount: "1000.00" }));
    return deposit;
  };
  return {
    "which-bank": async () => ({ path: pathOf(await fresh()) }),
    "which-bank-after-a-fault": async () => ({ path: pathOf(await fresh()), typed: "good morning" }),
    waiting: async () => at(await fresh()),
    "waiting-bank-down": async () => ({ ...at(await fresh()), parameters: "&from=boa" }),
    "paid-in-part": async () => at(await paidInPart()),
    "expired-with-part": async () => {
      const deposit = await paidInPart();
      await shop.expire(deposit.id, "1 minute");
      return at(deposit);
    },
    "waiting-two-days": async () => at(await shop.deposit({ expiresInMinutes: 2_881 })),
    "not-found-at-bank": rejected("receipt_not_found"),
    "already-used": rejected("receipt_already_used"),
    "wrong-receiver": rejected("wrong_receiver"),
    "amount-too-low": rejected("amount_too_low"),
    "paid-before": rejected("paid_before_created"),
    "bank-unavailable": rejected("bank_unavailable"),
    "no-attempts-left": async () => {
      const deposit = await fresh();
      await sql("update deposits set last_error = 'receipt_not_found', tries = 10 where id = $1", [
        deposit.id,
      ]);
      return at(deposit);
    },
    "form-empty-of-receipts": async () => ({ ...at(await fresh()), typed: "good morning" }),
    "form-missing-digits": async () => ({
      path: pathOf(await shop.deposit({ banks: ["boa"] })),
      typed: "FT26151AB12C",
    }),
    "form-missing-phone": async () => ({
      path: pathOf(await shop.deposit({ banks: ["cbebirr"] })),
      typed: "DJ57QK2M41",
    }),
    verifying: async () => {
      const deposit = await fresh();
      await sql("update deposits set status = 'verifying', tries = 1 where id = $1", [deposit.id]);
      return at(deposit);
    },
    confirmed: async () => {
      const deposit = await fresh();
      await openPage(system, deposit).send({ receipt: await shop.pay() });
      return at(deposit);
    },
    overpaid: async () => {
      const deposit = await fresh();
      await openPage(system, deposit).send({ receipt: await shop.pay({ amount: "1300.00" }) });
      return at(deposit);
    },
    expired: async () => at(await expired()),
    "expired-unfit": async () => {
      const deposit = await expired();
      await sql("update deposits set last_error = 'wrong_receiver' where id = $1", [deposit.id]);
      return at(deposit);
    },
    "expired-long-ago": async () => at(await expired("8 days")),
    late: async () => {
      const deposit = await expired();
      await openPage(system, deposit).send({ receipt: await shop.pay() });
      return at(deposit);
    },
    canceled: async () => {
      const deposit = await fresh();
      await shop
        .call("post", `/v1/deposits/${deposit.id}/cancel`)
        .set("idempotency-key", freshKey())
        .expect(200);
      return at(deposit);
    },
    "form-second-receipt": async () => {
      const deposit = await fresh();
      await sql("update deposits set status = 'verifying', tries = 1 where id = $1", [deposit.id]);
      await sql(
        `insert into deposit_submissions (verification_id, deposit_id, user_id, bank, reference, http_request_id, traceparent, poll_after)
         values ($1, $2, $3, 'telebirr', 'DJ57QK2M41', 'looks', '', now() + interval '1 hour')`,
        [`ver_${deposit.id.slice(4)}`, deposit.id, shop.account.userId],
      );
      return { ...at(deposit), posts: { receipt: "DJ57QK2M42", from: "own page" } };
    },
    suspended: async () => {
      const other = await openShop(system);
      const deposit = await other.deposit(addresses);
      await sql("update users set disabled_at = now() where id = $1", [other.account.userId]);
      return at(deposit);
    },
    "no-such-payment": async () => ({ path: `/checkout/${"A".repeat(32)}`, status: 404 }),
    "problem-foreign-form": async () => ({
      ...at(await fresh()),
      posts: { receipt: "DJ57QK2M41", from: "foreign page" },
      status: 403,
    }),
    "problem-too-long": async () => ({
      ...at(await fresh()),
      posts: { receipt: "x".repeat(25_000), from: "own page" },
      status: 413,
    }),
    "problem-too-often": async () => {
      const deposit = await fresh();
      const { send } = openPage(system, deposit);
      while ((await send({ receipt: "" })).status !== 429);
      return { ...at(deposit), posts: { receipt: "DJ57QK2M41", from: "own page" }, status: 429 };
    },
    "problem-database-away": async () => {
      const deposit = await fresh();
      const client = await system.database.pool.connect();
      await client.query("begin");
      // Requests for the row wait for 5 s and fail.
      await client.query("select from deposits where id = $1 for update", [deposit.id]);
      return {
        ...at(deposit),
        posts: { receipt: "DJ57QK2M41", from: "own page" },
        status: 503,
        close: async () => {
          await client.query("rollback");
          client.release();
        },
      };
    },
    "problem-ours": async () => {
      const deposit = await fresh();
      // An unknown bank makes the page fail.
      await sql(
        `update deposits set payment_options = '[{"bank":"none","accountNumber":"1","accountName":"A"}]' where id = $1`,
        [deposit.id],
      );
      return { ...at(deposit), status: 500 };
    },
  };
}
