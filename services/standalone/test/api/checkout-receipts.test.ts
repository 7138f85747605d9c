import { inTransaction } from "@receipts/database";
import { until } from "@receipts/testing";
import { setDefaultWebhook } from "../default-webhook.ts";
import { startReceiver } from "../receiver.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: ["telebirr", "cbe"], env: { BANK_ATTEMPTS: "1" } });
beforeEach(async () => {
  shop = await openShop(system);
});
const metrics = async () => (await fetch(`${system.url}/metrics`)).text();
const makeLate = (id: string, interval = "1 minute") =>
  system.sql(
    `update deposits set expires_at = now_ms() - $2::interval
      where id = $1`,
    id,
    interval,
  );

describe("a matching receipt", () => {
  it("confirms its deposit by SMS, by reference and by link", async () => {
    const paid = await system.pay({
      bank: "telebirr",
      amount: "1250.00",
      receiverAccount: (await shop.deposit()).paymentOptions[0]?.accountNumber,
      receiverName: "Test Merchant",
      senderName: "Hana Girma",
    });
    const [first, second] = [await shop.deposit(), await shop.deposit()];
    const confirmed = await shop.submitAndSettle(first.id, paid.smsText);
    expect(confirmed).toMatchObject({
      status: "confirmed",
      amountReceived: "1250.00",
      lastError: null,
      attemptsLeft: 9,
      confirmedAt: expect.any(String),
      receipt: { bank: "telebirr", referenceNumber: paid.referenceNumber, senderName: "Hana Girma" },
    });
    for (const text of [paid.referenceNumber, paid.receiptUrl]) {
      expect(await shop.submitAndSettle(second.id, text)).toMatchObject({
        lastError: "receipt_already_used",
      });
    }
    expect(await shop.eventTypes(first.id)).toEqual([
      "deposit.created",
      "deposit.receipt_submitted",
      "deposit.confirmed",
    ]);
  });

  it("is in the account's history with source checkout, costs a credit, and is the first confirmation", async () => {
    const { id } = await shop.deposit();
    const { receipt } = await shop.submitAndSettle(id, await shop.pay());
    const { body } = await system
      .call("get", `/api/verify/${receipt?.verificationRequestId}`, shop.account)
      .expect(200);
    expect(body.data.result.confirmationHistory).toMatchObject({
      isFirstConfirmation: true,
      confirmationCount: 1,
    });
    const rows = await system.sql(
      "select source, webhook_url from verification_requests where user_id = $1",
      shop.account.userId,
    );
    expect(rows).toEqual([{ source: "checkout", webhook_url: null }]);
    const balance = await system.sql(
      "select balance from credit_accounts where user_id = $1",
      shop.account.userId,
    );
    expect(Number(balance[0]?.balance)).toBe(999);
  });

  it("for a higher amount confirms, and reports the received amount", async () => {
    const { id } = await shop.deposit();
    expect(await shop.submitAndSettle(id, await shop.pay({ amount: "1300.50" }))).toMatchObject({
      status: "confirmed",
      amount: "1250.00",
      amountReceived: "1300.50",
    });
  });

  it("that is cached is queried at the bank again", async () => {
    const sms = await shop.pay();
    const other = await system.account();
    await system.verify(other, { bank: "telebirr", reference: sms }, { waitMs: 10_000 }).expect(200);
    const queries = await system.receiptQueries("telebirr");
    const { id } = await shop.deposit();
    expect((await shop.submitAndSettle(id, sms)).status).toBe("confirmed");
    expect(await system.receiptQueries("telebirr")).toBe(queries + 1);
  });

  it("that the bank has reversed does not confirm, even if it is cached", async () => {
    const { referenceNumber: reference, smsText } = await system.pay({
      ...{ bank: "telebirr", amount: "1250.00", receiverName: "Test Merchant" },
      receiverAccount: (await shop.deposit()).paymentOptions[0]?.accountNumber,
    });
    const other = await system.account();
    const verified = await system.verify(other, { bank: "telebirr", reference }, { waitMs: 10_000 });
    expect(verified.body.data[0].verified).toBe(true);
    await system.reverse("telebirr", reference);
    const { id } = await shop.deposit();
    expect(await shop.submitAndSettle(id, smsText)).toMatchObject({
      ...{ status: "awaiting_payment", lastError: "receipt_not_found", receipt: null },
    });
    // The reversal also replaces the cached verdict.
    const again = await system.verify(other, { bank: "telebirr", reference }, { waitMs: 10_000 });
    expect(again.body.data[0]).toMatchObject({ verified: false, decision: "reject" });
  });
});

describe("a receipt that does not match", () => {
  const rejected = async (id: string, text: string) => {
    const deposit = await shop.submitAndSettle(id, text);
    expect(deposit).toMatchObject({ status: "awaiting_payment", receipt: null, amountReceived: null });
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.receipt_rejected");
    return deposit.lastError;
  };

  it("is rejected with receipt_not_found if the bank does not know it", async () => {
    expect(await rejected((await shop.deposit()).id, "DJ57QK2MNF")).toBe("receipt_not_found");
  });

  it("is rejected with wrong_receiver if another account was paid", async () => {
    const sms = await shop.pay({ receiverAccount: "0999887766" });
    expect(await rejected((await shop.deposit()).id, sms)).toBe("wrong_receiver");
  });

  /** One payment has two unrelated receipts: if both counted, it would pay for two orders. */
  it("is put in review if telebirr paid to a bank, whose own receipt then confirms", async () => {
    await system.saveBankAccount(shop.account, "cbe", "1000412270936");
    const order = { amount: "1250.00", receiverAccount: "1000412270936", receiverName: "Test Merchant" };
    const wallets = await system.pay({
      bank: "telebirr",
      receiverBank: "Commercial Bank of Ethiopia",
      ...order,
    });
    const banks = await system.pay({ bank: "cbe", ...order });
    const { id } = await shop.deposit();
    expect((await shop.submitAndSettle(id, wallets.referenceNumber)).review).toMatchObject({
      ...{ reasons: ["receiver_not_proven"], receiverAccount: "1000412270936" },
      paymentOption: { bank: "cbe", accountNumber: "1000412270936" },
    });
    expect((await shop.submitAndSettle(id, banks.referenceNumber)).status).toBe("confirmed");
  });

  it("is rejected with amount_too_low if one santim is missing", async () => {
    expect(await rejected((await shop.deposit()).id, await shop.pay({ amount: "1249.99" }))).toBe(
      "amount_too_low",
    );
  });

  it("is rejected with paid_before_created if it is older than the deposit", async () => {
    const sms = await shop.pay({ paidAt: new Date(Date.now() - 11 * 60_000).toISOString() });
    expect(await rejected((await shop.deposit()).id, sms)).toBe("paid_before_created");
    const near = await shop.pay({ paidAt: new Date(Date.now() - 9 * 60_000).toISOString() });
    expect((await shop.submitAndSettle((await shop.deposit()).id, near)).status).toBe("confirmed");
  });

  it("is rejected with receipt_already_used after a request of the account confirmed it", async () => {
    const sms = await shop.pay();
    await system.verify(shop.account, { bank: "telebirr", reference: sms }, { waitMs: 10_000 }).expect(200);
    expect(await rejected((await shop.deposit()).id, sms)).toBe("receipt_already_used");
  });

  it("is rejected with bank_unavailable during an outage, with a refund", async () => {
    expect(await rejected((await shop.deposit()).id, "DJ57QK2MDN")).toBe("bank_unavailable");
    const balance = await system.sql(
      "select balance from credit_accounts where user_id = $1",
      shop.account.userId,
    );
    expect(Number(balance[0]?.balance)).toBe(1_000);
  });

  it("may be followed by one that matches", async () => {
    const { id } = await shop.deposit();
    await rejected(id, "DJ57QK3MNF");
    expect(await shop.submitAndSettle(id, await shop.pay())).toMatchObject({
      status: "confirmed",
      lastError: null,
      attemptsLeft: 8,
    });
  });
});

describe("a receipt that is not queried", () => {
  it("uses no attempt if it is unreadable, of another bank, or for an unknown deposit", async () => {
    const { id } = await shop.deposit();
    expect(await shop.submit(id, "good morning")).toMatchObject({ kind: "unreadable" });
    const { smsText } = await system.pay({
      bank: "dashen",
      amount: "1250.00",
      receiverAccount: "5000123456011",
      receiverName: "Another Shop",
    });
    expect(await shop.submit(id, smsText)).toEqual({ kind: "other_bank" });
    expect(await shop.submit("dep_00000000000000000000000000", "DJ57QK2M41")).toEqual({
      kind: "unknown_deposit",
    });
    expect(await shop.read(id)).toMatchObject({ attemptsLeft: 10, lastError: null });
  });

  it("is refused after ten attempts", async () => {
    const { id } = await shop.deposit();
    await system.sql("update deposits set tries = 10 where id = $1", id);
    expect(await shop.submit(id, "DJ57QK2M41")).toEqual({ kind: "refused", refusal: "no_tries_left" });
    expect((await shop.read(id)).attemptsLeft).toBe(0);
  });

  it("uses no attempt if the merchant has no credit, and reports bank_unavailable", async () => {
    const poor = await openShop(system, { credits: 0 });
    const { id } = await poor.deposit();
    expect(await poor.submitAndSettle(id, "DJ57QK2M41")).toMatchObject({
      status: "awaiting_payment",
      lastError: "bank_unavailable",
      attemptsLeft: 10,
    });
    expect(await metrics()).toContain('deposit_receipts_not_verified_total{reason="credits_exhausted"} 1');
  });
});

describe("a receipt after expiry", () => {
  it("is recorded as late within 7 days, counts as used, and keeps the status", async () => {
    const { id } = await shop.deposit();
    await makeLate(id);
    const sms = await shop.pay();
    const late = await shop.submitAndSettle(id, sms);
    expect(late).toMatchObject({
      status: "expired",
      receipt: null,
      lateReceipt: { bank: "telebirr", amount: "1250.00" },
    });
    expect(await shop.eventTypes(id)).toEqual([
      "deposit.created",
      "deposit.expired",
      "deposit.receipt_submitted",
      "deposit.late_receipt",
    ]);
    expect(await shop.submitAndSettle((await shop.deposit()).id, sms)).toMatchObject({
      lastError: "receipt_already_used",
    });
    expect(await shop.submit(id, await shop.pay())).toEqual({ kind: "refused", refusal: "closed" });
    const { body } = await system.verify(shop.account, { reference: sms }, { waitMs: 15_000 }).expect(200);
    expect(body.data[0]).toMatchObject({
      confirmationHistory: { isFirstConfirmation: false, confirmedBefore: true },
      decisionReasons: ["already_confirmed"],
    });
  });

  it("is refused after 7 days", async () => {
    const { id } = await shop.deposit();
    await makeLate(id, "7 days 1 second");
    expect(await shop.submit(id, await shop.pay())).toEqual({ kind: "refused", refusal: "closed" });
  });

  it("confirms if it was submitted in time", async () => {
    const { id } = await shop.deposit();
    const sms = await shop.pay();
    system.bus.setAvailable(false);
    expect((await shop.submit(id, sms)).kind).toBe("submitted");
    await makeLate(id, "1 second");
    expect(await shop.read(id)).toMatchObject({ status: "verifying" });
    system.bus.setAvailable(true);
    await until(async () => (await shop.read(id)).status === "confirmed");
  });
});

describe("a crash between submission and bank query", () => {
  /** Writes the rows that a process left when it crashed. */
  const crashed = (id: string, verificationId: string, reference: string, ago = "0 s") =>
    inTransaction(system.database.pool, async (client) => {
      await client.query(
        "update deposits set status = 'verifying', tries = 1, event_count = event_count + 1 where id = $1",
        [id],
      );
      await client.query(
        `insert into deposit_submissions (verification_id, deposit_id, user_id, bank, reference, http_request_id, traceparent,
                                          submitted_at, poll_after)
         values ($1, $2, $3, 'telebirr', $4, 'crashed', '', now() - $5::interval, now())`,
        [verificationId, id, shop.account.userId, reference, ago],
      );
    });

  it("loses nothing, as another process queries the bank", async () => {
    const { id, paymentOptions } = await shop.deposit();
    const paid = await system.pay({
      bank: "telebirr",
      amount: "1250.00",
      receiverAccount: paymentOptions[0]?.accountNumber,
      receiverName: "Test Merchant",
    });
    await crashed(id, "ver_01k00000000000000000000000", paid.referenceNumber);
    await until(async () => (await shop.read(id)).status === "confirmed");
  });

  it("ends after five minutes, is counted, and uses no attempt", async () => {
    const { id } = await shop.deposit();
    await crashed(id, "ver_01k00000000000000000000001", "DJ57QK2M41", "6 min");
    await until(async () =>
      (await metrics()).includes('deposit_receipts_not_verified_total{reason="overdue"} 1'),
    );
    expect(await shop.read(id)).toMatchObject({
      status: "awaiting_payment",
      lastError: "bank_unavailable",
      attemptsLeft: 10,
    });
  });
});

describe("webhooks of deposits", () => {
  it("go to the deposit's URL, else to the profile's, with the event as in the API", async () => {
    const receiver = await startReceiver();
    await setDefaultWebhook(system.database.pool, shop.account.userId, `${receiver.url}?default`);
    const { id } = await shop.deposit({ webhookUrl: receiver.url });
    await shop.submitAndSettle(id, await shop.pay());
    await until(() => receiver.received.length === 3);
    const { body } = await shop.call("get", `/v1/deposits/${id}/events`).expect(200);
    const sent = receiver.received.map((webhook) => ({
      event: JSON.parse(webhook.body),
      name: webhook.headers["x-webhook-event"],
    }));
    for (const event of body.data.items) expect(sent).toContainEqual({ event, name: event.type });
    await shop.deposit();
    await until(() => receiver.received.length === 4);
    const rows = await system.sql(
      "select url from webhook_deliveries where user_id = $1 order by id desc limit 1",
      shop.account.userId,
    );
    expect(rows).toEqual([{ url: `${receiver.url}?default` }]);
    await receiver.close();
  });
});
