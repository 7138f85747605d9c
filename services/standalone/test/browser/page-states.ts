import type { Deposit } from "@receipts/contracts";
import { openPage, pathOf } from "../checkout-page-client.ts";
import { freshKey, type Shop } from "../shop.ts";
import type { System } from "../system.ts";

/** A page to open, and what is typed into it where the state is one of a form that was sent. */
export interface PageState {
  readonly path: string;
  readonly typed?: string;
}

/** Every state in which a payer can find the page, as deposits of the shop. */
export function pageStates(system: System, shop: Shop): Readonly<Record<string, () => Promise<PageState>>> {
  const sql = (text: string, values: unknown[]) => system.database.pool.query(text, values);
  const addresses = { returnUrl: "https://shop.example/done", cancelUrl: "https://shop.example/cart" };
  const fresh = () => shop.deposit({ ...addresses, description: "Two chairs, a table and a lamp" });
  const at = (deposit: Deposit) => ({ path: pathOf(deposit) });
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
  return {
    waiting: async () => at(await fresh()),
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
      ...at(await shop.deposit({ banks: ["boa"] })),
      typed: "FT26151AB12C",
    }),
    "form-missing-phone": async () => ({
      ...at(await shop.deposit({ banks: ["cbebirr"] })),
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
    "no-such-payment": async () => ({ path: `/checkout/${"A".repeat(32)}` }),
  };
}
