import { until } from "@receipts/testing";
import { bringForward } from "../bring-forward.ts";
import { openPage } from "../checkout-page-client.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { openShop } from "../shop.ts";
import { aPerson } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { openCounter } from "../tills.ts";

/** The test has the clock: it brings looks forward. */
useSystem({ verifiers: ["telebirr", "boa"], env: { RECHECK_SHARE: "3", CHECKOUT_RECHECK_MINUTES: "10" } });
useReceiver();

const receiverAccount = "0900127436";

/** A payment whose screen comes before the bank's record. */
async function unbooked(bank: "telebirr" | "boa" = "telebirr") {
  const { referenceNumber, suffix } = await system.pay({
    ...{ bank, amount: "1250.00", receiverName: "Sara Coffee Trading", bookedAfterSeconds: 3_600 },
    receiverAccount: bank === "boa" ? "104273658" : receiverAccount,
  });
  return { bank, reference: referenceNumber, ...(suffix !== undefined && { suffix }) };
}

async function submit(account: TestAccount, body: object, minutes = 10): Promise<string> {
  const response = await system.verify(account, { ...body, recheckForMinutes: minutes });
  expect(response.status).toBe(202);
  return response.body.requestId;
}

const record = async (account: TestAccount, id: string) => await system.statusOf(account, id);

/** Until the bank has said `tries` times that it has no such receipt. */
async function waitsAfter(account: TestAccount, id: string, tries: number) {
  await until(async () => (await record(account, id))["recheck"]?.tries === tries);
}

async function endTheTime(id: string): Promise<void> {
  await system.sql("update verification_requests set recheck_until = now() where id = $1", id);
  await bringForward(system.sql, id);
}

const ended = async (account: TestAccount, id: string) => {
  await until(async () => (await record(account, id)).completedAt !== undefined);
  return await record(account, id);
};

describe("a receipt that the bank does not have yet", () => {
  it("is found by a later look: one verdict, one credit, one webhook, one confirmation", async () => {
    const account = await system.account();
    const before = await system.balanceOf(account);
    const webhookUrl = `${receiver.url}/recheck-${account.userId}`;
    const payment = await unbooked();
    const id = await submit(account, { ...payment, webhookUrl });
    await waitsAfter(account, id, 1);
    const waiting = await record(account, id);
    expect(waiting).toMatchObject({
      ...{
        processingStatus: "running",
        status: "pending",
        decision: "wait",
        decisionReasons: ["not_booked_yet"],
      },
      recheck: { tries: 1 },
    });
    const firstLookMs = Date.parse(waiting.recheck.nextAt) - Date.parse(waiting.createdAt);
    expect(firstLookMs).toBeGreaterThanOrEqual(15_000);
    expect(Date.parse(waiting.recheck.until) - Date.parse(waiting.createdAt)).toBe(600_000);
    expect(waiting.links.pollAfterMs).toBeGreaterThan(5_000);

    await bringForward(system.sql, id);
    await waitsAfter(account, id, 2);
    await system.book("telebirr", payment.reference);
    await bringForward(system.sql, id);
    expect(await ended(account, id)).toMatchObject({
      status: "success",
      result: { amount: 1_250, confirmationHistory: { isFirstConfirmation: true, confirmationCount: 1 } },
    });
    expect((await record(account, id)).recheck).toBeUndefined();
    expect(await system.balanceOf(account)).toBe(before - 1);
    const received = () => receiver.received.filter(({ body }) => JSON.parse(body).requestId === id);
    await until(() => received().length > 0);
    expect(received()).toHaveLength(1);
    expect(await system.sql("select from outbox where value like $1", `%${id}%`)).toEqual([]);
  });

  it("is asked again after 15, 30, 60, 120 and then every 180 seconds, and is not found at the end", async () => {
    const account = await system.account();
    const id = await submit(account, await unbooked(), 60);
    const delays: number[] = [];
    for (const tries of [1, 2, 3, 4, 5, 6]) {
      await waitsAfter(account, id, tries);
      const [row] = await system.sql<{ delay: number }>(
        `select round(extract(epoch from v.recheck_at - (a.entry ->> 0)::bigint * interval '1 millisecond' - 'epoch'::timestamptz))::int as delay
           from verification_requests v, jsonb_array_elements(v.bank_attempts) with ordinality a(entry, place)
          where v.id = $1 order by place desc limit 1`,
        id,
      );
      delays.push(row?.delay ?? 0);
      await bringForward(system.sql, id);
    }
    expect(delays).toEqual([15, 30, 60, 120, 180, 180]);
    await waitsAfter(account, id, 7);
    await endTheTime(id);
    expect(await ended(account, id)).toMatchObject({
      ...{ status: "not_found", decision: "reject", decisionReasons: ["not_verified"] },
      failureReason: null,
    });
  });

  it("ends at once with any other outcome of the bank", async () => {
    const account = await system.account();
    const payment = await unbooked();
    const id = await submit(account, payment);
    await waitsAfter(account, id, 1);
    await system.book("telebirr", payment.reference);
    await system.reverse("telebirr", payment.reference);
    await bringForward(system.sql, id);
    expect(await ended(account, id)).toMatchObject({ status: "failed", decision: "reject" });
  });

  it("without recheckForMinutes is not found at once", async () => {
    const account = await system.account();
    const response = await system.verify(account, await unbooked(), { waitMs: 15_000 });
    expect([response.status, response.body.data[0].status]).toEqual([200, "not_found"]);
  });

  it("is another request for an idempotency key with other minutes", async () => {
    const account = await system.account();
    const payment = await unbooked();
    const send = (recheckForMinutes: number) =>
      system.verify(account, { ...payment, recheckForMinutes }, { idempotencyKey: "recheck" });
    expect((await send(10)).status).toBe(202);
    expect((await send(10)).status).toBe(202);
    expect((await send(11)).body.error.code).toBe("idempotency_conflict");
  });

  it.each([-1, 61, 1.5, "10"])(
    "refuses recheckForMinutes %j, and names the field",
    async (recheckForMinutes) => {
      const account = await system.account();
      const { status, body } = await system.verify(account, { ...(await unbooked()), recheckForMinutes });
      expect([status, body.error.details[0].field]).toEqual([422, "recheckForMinutes"]);
    },
  );
});

describe("requests that wait for the same receipt", () => {
  it("of one account are asked once for all of them, and each has its verdict and its credit", async () => {
    const account = await system.account();
    const before = await system.balanceOf(account);
    const payment = await unbooked("boa");
    const ids = [
      await submit(account, payment),
      await submit(account, payment),
      await submit(account, payment),
    ];
    for (const id of ids) await waitsAfter(account, id, 1);
    const asked = await system.receiptQueries("boa");
    await bringForward(system.sql, ...ids);
    for (const id of ids) await waitsAfter(account, id, 2);
    expect((await system.receiptQueries("boa")) - asked).toBe(1);

    await system.book("boa", payment.reference);
    // Only one of them is due.
    await bringForward(system.sql, ids[1] ?? "");
    const all = await Promise.all(ids.map((id) => ended(account, id)));
    expect(all.map(({ status }) => status)).toEqual(["success", "success", "success"]);
    expect(all.filter(({ result }) => result.confirmationHistory.isFirstConfirmation)).toHaveLength(1);
    expect((await system.receiptQueries("boa")) - asked).toBe(2);
    expect(await system.balanceOf(account)).toBe(before - 3);
  });
});

describe("the share of an account", () => {
  it("ends one more request as not found at once, and leaves other accounts alone", async () => {
    const account = await system.account();
    const ids = await Promise.all([1, 2, 3].map(async () => await submit(account, await unbooked())));
    for (const id of ids) await waitsAfter(account, id, 1);
    const more = await submit(account, await unbooked());
    expect(await ended(account, more)).toMatchObject({ status: "not_found" });
    const other = await system.account();
    const id = await submit(other, await unbooked());
    await waitsAfter(other, id, 1);
    const [first = ""] = ids;
    await endTheTime(first);
    await ended(account, first);
    await waitsAfter(account, await submit(account, await unbooked()), 1);
  });

  it("holds while many arrive at once", async () => {
    const account = await system.account();
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => await submit(account, await unbooked())),
    );
    await until(async () => {
      const all = await Promise.all(ids.map((id) => record(account, id)));
      return all.every(({ status, recheck }) => status === "not_found" || recheck !== undefined);
    });
    const all = await Promise.all(ids.map((id) => record(account, id)));
    expect(all.filter(({ recheck }) => recheck !== undefined)).toHaveLength(3);
  });
});

describe("a waiting request", () => {
  it("is an outbox row without a claim, and no load for the bank's queue", async () => {
    const account = await system.account();
    const id = await submit(account, await unbooked());
    await waitsAfter(account, id, 1);
    // The row of its first message is deleted a moment after it was published.
    await until(async () => {
      const rows = await system.sql("select from outbox where value like $1", `%${id}%`);
      return rows.length === 1;
    });
    const [row] = await system.sql("select claimed_until from verification_requests where id = $1", id);
    expect(row).toEqual({ claimed_until: null });
  });

  it("survives the loss of its outbox row", async () => {
    const account = await system.account();
    const payment = await unbooked();
    const id = await submit(account, payment);
    await waitsAfter(account, id, 1);
    await system.sql("delete from outbox where value like $1", `%${id}%`);
    await system.book("telebirr", payment.reference);
    await system.sql(
      "update verification_requests set recheck_at = now() - interval '1 second', requeue_after = now() where id = $1",
      id,
    );
    expect(await ended(account, id)).toMatchObject({ status: "success" });
  });

  it("ends as not found when no verifier looks any more", async () => {
    const account = await system.account();
    const id = await submit(account, await unbooked());
    await waitsAfter(account, id, 1);
    await system.sql("update verification_requests set deadline_at = now() where id = $1", id);
    expect(await ended(account, id)).toMatchObject({ status: "not_found", failureReason: null });
  });

  it("is told on its stream", async () => {
    const account = await system.account();
    const id = await submit(account, await unbooked());
    const stream = await fetch(`${system.url}/api/verify/${id}/events`, {
      headers: { "x-api-key": account.apiKey },
    });
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk);
      if (text.includes("event: recheck")) break;
    }
    expect(text).toMatch(
      /event: recheck\ndata: \{"requestId":"ver_\w+","until":".+","nextAt":".+","tries":1\}/,
    );
  });
});

describe("a payer whose receipt the bank does not have yet", () => {
  async function aWaitingDeposit() {
    const shop = await openShop(system);
    const deposit = await shop.deposit();
    const [{ accountNumber = "" } = {}] = deposit.paymentOptions;
    const order = { bank: "telebirr", amount: deposit.amount, receiverAccount: accountNumber } as const;
    const pay = (more: object = {}) => system.pay({ ...order, receiverName: "Test Merchant", ...more });
    const payment = await pay({ bookedAfterSeconds: 3_600 });
    const submitted = await shop.submit(deposit.id, payment.referenceNumber);
    if (submitted.kind !== "submitted") throw new Error(submitted.kind);
    await waitsAfter(shop.account, submitted.verificationId, 1);
    return { shop, deposit, pay, payment, id: submitted.verificationId };
  }

  it("is confirmed by a later look, with one attempt", async () => {
    const { shop, deposit, payment, id } = await aWaitingDeposit();
    expect(await shop.read(deposit.id)).toMatchObject({ status: "verifying", attemptsLeft: 9 });
    await system.book("telebirr", payment.referenceNumber);
    await bringForward(system.sql, id);
    await until(async () => (await shop.read(deposit.id)).status === "confirmed");
    expect(await shop.read(deposit.id)).toMatchObject({ attemptsLeft: 9 });
  });

  it("can correct the number: the first ends at once, and a late answer about it confirms nothing", async () => {
    const { shop, deposit, pay, payment, id } = await aWaitingDeposit();
    const right = await pay();
    const submitted = await shop.submit(deposit.id, right.referenceNumber);
    expect(submitted.kind).toBe("submitted");
    await until(async () => (await shop.read(deposit.id)).status === "confirmed");
    await system.book("telebirr", payment.referenceNumber);
    await bringForward(system.sql, id);
    expect(await ended(shop.account, id)).toMatchObject({ status: "not_found" });
    const { receipt, attemptsLeft } = await shop.read(deposit.id);
    expect([receipt?.referenceNumber, attemptsLeft]).toEqual([right.referenceNumber, 8]);
    // The payment itself is still free for its own order.
    const own = await shop.deposit();
    expect(await shop.submitAndSettle(own.id, payment.referenceNumber)).toMatchObject({
      status: "confirmed",
    });
  });

  it("keeps the receipt that waits if no try is left for another one", async () => {
    const { shop, deposit, pay, payment, id } = await aWaitingDeposit();
    await system.sql("update deposits set tries = 10 where id = $1", deposit.id);
    const other = await pay();
    expect(await shop.submit(deposit.id, other.referenceNumber)).toEqual({
      ...{ kind: "refused", refusal: "no_tries_left" },
    });
    await system.book("telebirr", payment.referenceNumber);
    await bringForward(system.sql, id);
    await until(async () => (await shop.read(deposit.id)).status === "confirmed");
  });

  it("changes nothing by sending the same receipt again", async () => {
    const { shop, deposit, payment } = await aWaitingDeposit();
    const again = await shop.submit(deposit.id, payment.smsText);
    expect(again).toEqual({ kind: "refused", refusal: "in_progress" });
    expect(await shop.read(deposit.id)).toMatchObject({ attemptsLeft: 9 });
  });

  it("keeps the shop from canceling meanwhile, as any receipt that is verified", async () => {
    const { shop, deposit } = await aWaitingDeposit();
    await shop.cancel(deposit.id).expect(refusedAs("invalid_state"));
    expect(await shop.read(deposit.id)).toMatchObject({ status: "verifying" });
  });

  it("ends with that receipt when the time to pay is over", async () => {
    const { shop, deposit, payment, id } = await aWaitingDeposit();
    await shop.expire(deposit.id);
    await system.book("telebirr", payment.referenceNumber);
    await bringForward(system.sql, id);
    await until(async () => (await shop.read(deposit.id)).status === "confirmed");
  });

  it("sees on the page that the bank is asked again, and can send another receipt", async () => {
    const { deposit } = await aWaitingDeposit();
    const { text, html } = await openPage(system, deposit).show();
    expect(text).toContain("The bank does not have your payment yet");
    expect(html).toContain("<textarea");
  });
});

describe("a cashier whose customer's receipt the bank does not have yet", () => {
  it("is told so, and corrects the number: the first ends at once", async () => {
    const { account, person } = await aPerson(system);
    await system.saveBankAccount(account, "telebirr", "0922007919");
    const { cashier } = await openCounter(system, person);
    const pay = (more: object) =>
      system.pay({
        ...{ bank: "telebirr", amount: "1250.00", receiverAccount: "0922007919" },
        ...{ receiverName: "Test Merchant", ...more },
      });
    const verify = (body: object) =>
      cashier("post", "/api/till/verify?waitMs=10000").send({
        amount: "1250.00",
        recheckForMinutes: 10,
        ...body,
      });
    const late = await pay({ bookedAfterSeconds: 3_600 });
    const first = await cashier("post", "/api/till/verify").send({
      ...{ amount: "1250.00", recheckForMinutes: 10, reference: late.referenceNumber },
    });
    const { id } = first.body.data;
    const payment = async () => (await cashier("get", `/api/till/payments/${id}`).expect(200)).body.data;
    await until(async () => (await payment()).recheck !== undefined);
    expect(await payment()).toMatchObject({ decision: "wait", decisionReasons: ["not_booked_yet"] });
    const balance = await system.balanceOf(account);
    const same = await verify({ reference: late.smsText, replaces: id });
    expect([same.status, same.body.data.id, await system.balanceOf(account)]).toEqual([202, id, balance]);
    const right = await pay({});
    await system.sql("update credit_accounts set balance = 0 where user_id = $1", account.userId);
    await verify({ reference: right.referenceNumber, replaces: id }).expect(refusedAs("credits_exhausted"));
    expect(await payment()).toMatchObject({ decision: "wait", recheck: expect.anything() });
    await system.sql("update credit_accounts set balance = 10 where user_id = $1", account.userId);
    const corrected = await verify({ reference: right.referenceNumber, replaces: id });
    expect(corrected.body.data).toMatchObject({ decision: "accept" });
    await until(async () => (await payment()).status === "not_found");
  });
});
