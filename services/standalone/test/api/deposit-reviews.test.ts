import type { Deposit, VerificationResult } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { runAdmin } from "../admin.ts";
import { type ReceivedWebhook, receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { freshKey, openPlatform, openShop, type Shop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

/**
 * A stranger can have an account whose visible digits are the shop's. A receipt that shows no more than that is held until
 * a person has looked into the shop's own account.
 */
let shop: Shop;
let owner: CallSignedIn;
useSystem({ verifiers: ["telebirr", "cbe"] });
useReceiver();
beforeEach(async () => {
  shop = await openShop(system);
  owner = await signIn(system, shop.account);
});
/** Visible digits and amount are right, the name is not. */
const payUnderAnotherName = (order: object = {}) => shop.pay({ receiverName: "Abel Girma", ...order });

/** Its time to pay is over, and that is noted. */
async function expired(id: string): Promise<void> {
  await shop.expire(id, "1 minute");
  await until(async () => (await shop.read(id)).status === "expired");
}

async function inReview(draft: object = {}): Promise<Deposit> {
  const { id } = await shop.deposit(draft);
  return await shop.submitAndSettle(id, await payUnderAnotherName());
}

/** A deposit with a receipt in doubt, and the SMS of that. */
async function held() {
  const { id } = await shop.deposit();
  const sms = await payUnderAnotherName();
  return { id, sms, deposit: await shop.submitAndSettle(id, sms) };
}

/** Another deposit may have the receipt. */
async function expectFree(sms: string): Promise<void> {
  const { id } = await shop.deposit();
  expect((await shop.submitAndSettle(id, sms)).status).toBe("review_required");
}

const resolve: Shop["resolve"] = (id, body, key) => shop.resolve(id, body, key);
const byOwner = (id: string, body: object) => owner("post", `/api/deposits/${id}/resolve`).send(body);
const note = "The money is in our account";
/** By the other surface. */
const verifyAgain = async (reference: string): Promise<VerificationResult> => {
  const wait = { waitMs: 10_000 };
  const { body } = await system.verify(shop.account, { bank: "telebirr", reference }, wait).expect(200);
  return body.data[0];
};

describe("a receipt in doubt", () => {
  it("is held, and says what is in doubt and what it shows", async () => {
    const deposit = await inReview();
    expect(deposit).toMatchObject({
      ...{ status: "review_required", receipt: null, amountReceived: null, confirmedBy: null },
      ...{ lastError: null, attemptsLeft: 9, resolution: null },
      review: {
        ...{ reasons: ["receiver_not_proven"], amount: "1250.00", receiverName: "Abel Girma" },
        receiverAccount: expect.stringMatching(/^2519\*{4}\d{4}$/),
        paymentOption: deposit.paymentOptions[0],
        receipt: { bank: "telebirr", verificationRequestId: expect.stringMatching(/^ver_/) },
      },
    });
    const heldFor = Date.parse(deposit.review?.expiresAt ?? "") - Date.now();
    expect(heldFor / 86_400_000).toBeCloseTo(14, 1);
    expect((await shop.eventTypes(deposit.id)).at(-1)).toBe("deposit.review_required");
  });

  it("is told to the deposit's webhook, and so is what a person decides", async () => {
    const deposit = await inReview({ webhookUrl: receiver.url });
    await byOwner(deposit.id, { decision: "accept", note }).expect(200);
    const bodies = () => receiver.received.map(({ body }: ReceivedWebhook) => JSON.parse(body));
    await until(() => bodies().length === 4);
    const byType = Object.fromEntries(bodies().map((body) => [body.type, body.data]));
    expect(byType["deposit.review_required"].review.reasons).toEqual(["receiver_not_proven"]);
    expect(byType["deposit.confirmed"]).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "person", review: null },
      resolution: { decision: "accept", note, resolvedBy: "person" },
    });
  });

  it("is in the account's history as one to look at, and stays so whatever a person decides", async () => {
    const { id, review } = await inReview();
    const read = () => system.statusOf(shop.account, review?.receipt.verificationRequestId ?? "");
    const asItEnded = await read();
    expect(asItEnded).toMatchObject({ decision: "review", decisionReasons: ["receiver_not_proven"] });
    expect((await byOwner(id, { decision: "accept" }).expect(200)).body.data.confirmedBy).toBe("person");
    expect(await read()).toEqual(asItEnded);
  });

  it("that two deposits ask for at once is in the history as the one that counts and the one that does not", async () => {
    const sms = await shop.pay();
    const [one, two] = [await shop.deposit(), await shop.deposit()];
    const ends = await Promise.all([one, two].map(({ id }) => shop.submitAndSettle(id, sms)));
    expect(ends.map(({ status }) => status).sort()).toEqual(["awaiting_payment", "confirmed"]);
    const { body } = await system.call("get", "/api/verify/history", shop.account).expect(200);
    const decisions = body.data.map(({ decision }: { decision: string }) => decision);
    expect(decisions.sort()).toEqual(["accept", "reject"]);
  });

  it("is listed among those that wait for a decision", async () => {
    const { id } = await inReview();
    await shop.deposit();
    const { body } = await shop.call("get", "/v1/deposits?status=review_required").expect(200);
    expect(body.data.items.map((item: Deposit) => item.id)).toEqual([id]);
    const listed = await owner("get", "/api/deposits?status=review_required").expect(200);
    expect(listed.body.data).toMatchObject([{ id }]);
  });

  it("cannot be used for another deposit, and a request that verifies it hears that it was used", async () => {
    const sms = await payUnderAnotherName();
    await shop.submitAndSettle((await shop.deposit()).id, sms);
    const other = await shop.deposit();
    expect((await shop.submitAndSettle(other.id, sms)).lastError).toBe("receipt_already_used");
    expect(await verifyAgain(sms)).toMatchObject({
      ...{ decision: "reject", decisionReasons: expect.arrayContaining(["already_confirmed"]) },
      confirmationHistory: { isFirstConfirmation: false, confirmedBefore: true, confirmationCount: 2 },
    });
  });

  it("stays in review when it is sent again", async () => {
    const { id, sms } = await held();
    expect(await shop.submitAndSettle(id, sms)).toMatchObject({ status: "review_required", lastError: null });
  });

  it("confirms when it is sent again and its name is known by now", async () => {
    const { id, sms } = await held();
    await system.sql(
      "update bank_accounts set other_names = '{ABEL GIRMA}' where user_id = $1",
      shop.account.userId,
    );
    expect(await shop.submitAndSettle(id, sms)).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "receipt", review: null },
    });
  });

  it("is not exchanged for another one in doubt while a person looks at it", async () => {
    const { id, review } = await inReview();
    const second = await payUnderAnotherName({ receiverName: "Zerihun Asfaw" });
    expect(await shop.submitAndSettle(id, second)).toMatchObject({
      ...{ status: "review_required", lastError: "receipt_rejected", review },
    });
    // And stays free for another.
    await expectFree(second);
  });

  it("gives nobody more time when it is sent again", async () => {
    const { id } = await shop.deposit();
    const sms = await payUnderAnotherName();
    const { review } = await shop.submitAndSettle(id, sms);
    expect((await shop.submitAndSettle(id, sms)).review?.expiresAt).toBe(review?.expiresAt);
  });

  it("gives way to another that is proven, and is free again", async () => {
    const { id, sms: doubtful } = await held();
    expect(await shop.submitAndSettle(id, await shop.pay())).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "receipt", review: null },
    });
    await expectFree(doubtful);
  });

  it("stays when another one does not fit, and says why that did not", async () => {
    const { id } = await inReview();
    expect(await shop.submitAndSettle(id, "DJ57QK2MNF")).toMatchObject({
      ...{ status: "review_required", lastError: "receipt_not_found", attemptsLeft: 8 },
      review: { reasons: ["receiver_not_proven"] },
    });
  });

  it("outlives the time to pay, and 14 days later the deposit expires and the receipt is free", async () => {
    const { id, sms } = await held();
    await shop.expire(id, "13 days");
    expect((await shop.read(id)).status).toBe("review_required");
    await system.sql("update deposits set review_expires_at = now_ms() where id = $1", id);
    await until(async () => (await shop.read(id)).status === "expired");
    expect(await shop.read(id)).toMatchObject({ review: null, receipt: null });
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.expired");
    await expectFree(sms);
  });

  it("is recorded with its doubts when it comes after the time is over", async () => {
    const { id } = await shop.deposit();
    await expired(id);
    expect(await shop.submitAndSettle(id, await payUnderAnotherName())).toMatchObject({
      status: "expired",
      lateReceipt: { amount: "1250.00", reasons: ["receiver_not_proven"] },
    });
    const listed = await owner("get", "/api/verify/history").expect(200);
    expect(listed.body.data[0]).toMatchObject({
      decision: "review",
      decisionReasons: ["receiver_not_proven"],
    });
    const proven = await shop.deposit();
    await system.sql(
      "update deposits set expires_at = now_ms() - interval '1 minute' where id = $1",
      proven.id,
    );
    await until(async () => (await shop.read(proven.id)).status === "expired");
    const { lateReceipt } = await shop.submitAndSettle(proven.id, await shop.pay());
    expect(lateReceipt).not.toHaveProperty("reasons");
  });
});

describe("a receipt that is held no more", () => {
  const ends: readonly (readonly [string, (id: string) => Promise<unknown>])[] = [
    ["a person rejects it", (id) => byOwner(id, { decision: "reject" }).expect(200)],
    [
      "its deposit expires",
      async (id) => {
        await system.sql("update deposits set review_expires_at = now_ms() where id = $1", id);
        await until(async () => (await shop.read(id)).status === "expired");
      },
    ],
    ["another confirms its deposit", async (id) => shop.submitAndSettle(id, await shop.pay())],
  ];

  it.each(ends)("is fresh again when nobody has verified it meanwhile: %s", async (_how, end) => {
    const { id, sms } = await held();
    await end(id);
    const { confirmationHistory: history } = await verifyAgain(sms);
    expect(history).toMatchObject({
      ...{ isFirstConfirmation: true, confirmedBefore: false, confirmationCount: 1 },
      firstConfirmedAt: history.lastConfirmedAt,
    });
  });

  it.each(ends.flatMap(([how, end]) => [1, 2, 3].map((meanwhile) => [meanwhile, how, end] as const)))(
    "counts the %i requests of meanwhile, from the first of them on: %s",
    async (meanwhile, _how, end) => {
      const { id, sms } = await held();
      const rows = await system.sql(
        "select iso_utc(first_confirmed_at) as held from receipt_confirmations where user_id = $1",
        shop.account.userId,
      );
      const histories: VerificationResult["confirmationHistory"][] = [];
      while (histories.length < meanwhile) histories.push((await verifyAgain(sms)).confirmationHistory);
      expect(histories.map(({ firstConfirmedAt }) => firstConfirmedAt)).toEqual(
        Array.from({ length: meanwhile }, () => rows[0].held),
      );
      await end(id);
      const after = await verifyAgain(sms);
      expect(after).toMatchObject({
        decision: "reject",
        confirmationHistory: {
          ...{ isFirstConfirmation: false, confirmedBefore: true, confirmationCount: meanwhile + 1 },
          firstConfirmedAt: histories[0]?.lastConfirmedAt,
        },
      });
    },
  );
});

describe("a person who accepts", () => {
  it.each([
    ["in the dashboard", byOwner, "person"],
    ["by a checkout key", resolve, "checkout_key"],
  ] as const)("%s confirms the deposit with the receipt that was held", async (_where, act, resolvedBy) => {
    const { id, review } = await inReview();
    const { body } = await act(id, { decision: "accept", note }).expect(200);
    expect(body.data).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "person", amountReceived: "1250.00", review: null },
      ...{ receipt: review?.receipt, confirmedAt: expect.any(String), lastError: null },
      resolution: { decision: "accept", note, resolvedBy, resolvedAt: expect.any(String) },
    });
    expect(await shop.read(id)).toEqual(body.data);
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.confirmed");
    // It counts, and no request had it first.
    const again = await verifyAgain(review?.receipt.referenceNumber ?? "");
    expect(again.confirmationHistory).toMatchObject({ isFirstConfirmation: false, confirmationCount: 2 });
    const audit = await owner("get", "/api/audit").expect(200);
    expect(audit.body.data[0]).toMatchObject({
      ...{ action: "deposit.resolved", subject: id, before: { status: "review_required" } },
      after: { decision: "accept", note },
    });
  });

  it("may send fields that are null or blank, which are as good as absent", async () => {
    const { id } = await inReview();
    const { body } = await resolve(id, { decision: "accept", note: " ", rememberName: null }).expect(200);
    expect(body.data.resolution.note).toBeNull();
  });

  it("needs no note, and may do so after the time to pay", async () => {
    const { id } = await inReview();
    await shop.expire(id, "1 day");
    const { body } = await byOwner(id, { decision: "accept" }).expect(200);
    expect(body.data).toMatchObject({ status: "confirmed", resolution: { note: null } });
  });

  it("may have the name remembered, and the next receipt needs nobody", async () => {
    const { id } = await inReview();
    await byOwner(id, { decision: "accept", rememberName: true }).expect(200);
    const saved = await owner("get", "/api/bank-accounts").expect(200);
    expect(saved.body.data[0].otherNames).toEqual(["Abel Girma"]);
    const next = await shop.deposit();
    expect(await shop.submitAndSettle(next.id, await payUnderAnotherName())).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "receipt" },
    });
    const audit = await owner("get", "/api/audit").expect(200);
    const actions = audit.body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["deposit.resolved", "bank_account.updated"]));
  });

  it("has the name remembered once, however often it is asked for", async () => {
    for (let nth = 0; nth < 2; nth += 1) {
      await system.sql(
        "update bank_accounts set account_name = $2 where user_id = $1",
        shop.account.userId,
        `Nobody Like${"o".repeat(nth)} That`,
      );
      const { id } = await shop.deposit();
      const held = await shop.submitAndSettle(id, await payUnderAnotherName());
      if (held.status !== "review_required") continue;
      await byOwner(id, { decision: "accept", rememberName: true }).expect(200);
    }
    const saved = await owner("get", "/api/bank-accounts").expect(200);
    expect(saved.body.data[0].otherNames).toEqual(["Abel Girma"]);
  });

  it("is told where the name cannot be remembered, and nothing is done", async () => {
    const { id } = await inReview();
    await system.sql(
      "update bank_accounts set other_names = '{a b,c d,e f,g h,i j}' where user_id = $1",
      shop.account.userId,
    );
    const { body } = await byOwner(id, { decision: "accept", rememberName: true }).expect(422);
    expect(body.error.details).toEqual([{ field: "rememberName", message: expect.stringContaining("5") }]);
    await system.sql("delete from bank_accounts where user_id = $1", shop.account.userId);
    await resolve(id, { decision: "accept", rememberName: true }).expect(400);
    expect((await shop.read(id)).status).toBe("review_required");
    await byOwner(id, { decision: "accept" }).expect(200);
  });

  it("wins over another receipt that is on trial, whose verdict then changes nothing", async () => {
    const { id } = await inReview();
    system.bus.setAvailable(false);
    const second = await shop.submit(id, await shop.pay());
    await byOwner(id, { decision: "accept" }).expect(200);
    system.bus.setAvailable(true);
    const verificationId = second.kind === "submitted" ? second.verificationId : "";
    await until(async () => {
      const rows = await system.sql(
        "select from verification_requests where id = $1 and completed_at is not null",
        verificationId,
      );
      return rows.length === 1;
    });
    expect(await shop.read(id)).toMatchObject({ status: "confirmed", confirmedBy: "person" });
    expect((await shop.eventTypes(id)).filter((type) => type === "deposit.confirmed")).toHaveLength(1);
  });
});

describe("a person who has looked at one receipt", () => {
  const idOf = ({ review }: Deposit) => review?.receipt.verificationRequestId;

  it.each([
    ["accept", "accept"],
    ["reject", "reject"],
  ] as const)("decides about no other that is in review by now: %s", async (_what, decision) => {
    const first = await inReview();
    await byOwner(first.id, { decision: "reject" }).expect(200);
    const second = await shop.submitAndSettle(first.id, await payUnderAnotherName());
    expect(second.status).toBe("review_required");
    for (const act of [byOwner, resolve]) {
      const stale = { decision, note, verificationRequestId: idOf(first) };
      const { body } = await act(first.id, stale).expect(409);
      expect([body.error.code, body.message ?? body.error.message]).toEqual([
        "invalid_state",
        expect.stringContaining("Another receipt is in review"),
      ]);
    }
    const seen = { decision, note, verificationRequestId: idOf(second) };
    await byOwner(first.id, seen).expect(200);
  });

  it("marks nothing as paid by hand that somebody else has rejected meanwhile", async () => {
    const deposit = await inReview();
    await byOwner(deposit.id, { decision: "reject" }).expect(200);
    const stale = { decision: "accept", note, verificationRequestId: idOf(deposit) };
    const { body } = await byOwner(deposit.id, stale).expect(409);
    expect(body.message).toContain("not in review any more");
    expect((await shop.read(deposit.id)).status).toBe("awaiting_payment");
  });

  it("marks nothing as paid by hand where a receipt has come into review meanwhile", async () => {
    const { id } = await inReview();
    const byHand = { decision: "accept", note: "In cash", verificationRequestId: null };
    await byOwner(id, byHand).expect(409);
    expect((await shop.read(id)).status).toBe("review_required");
  });
});

describe("a person who rejects", () => {
  it("is not asked about the same receipt again", async () => {
    const { id, sms } = await held();
    await byOwner(id, { decision: "reject" }).expect(200);
    expect(await shop.submitAndSettle(id, sms)).toMatchObject({
      ...{ status: "awaiting_payment", lastError: "receipt_rejected", review: null },
    });
  });

  it("sends the payer back to pay, and the receipt is free again", async () => {
    const { id, sms } = await held();
    const { body } = await byOwner(id, { decision: "reject", note: "Nothing came" }).expect(200);
    expect(body.data).toMatchObject({
      ...{ status: "awaiting_payment", lastError: "receipt_rejected", review: null, receipt: null },
      resolution: { decision: "reject", note: "Nothing came" },
    });
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.receipt_rejected");
    expect(await shop.submitAndSettle(id, await shop.pay())).toMatchObject({ status: "confirmed" });
    await expectFree(sms);
  });

  it("ends a deposit whose time is over", async () => {
    const { id } = await inReview();
    await shop.expire(id, "1 minute");
    const { body } = await resolve(id, { decision: "reject" }).expect(200);
    expect(body.data).toMatchObject({ status: "expired", lastError: "receipt_rejected" });
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.expired");
  });
});

describe("without a receipt", () => {
  it("a deposit that waits is marked as paid, with a note that says why", async () => {
    const { id } = await shop.deposit();
    const { body } = await byOwner(id, { decision: "accept", note: "Paid in cash" }).expect(200);
    expect(body.data).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "person", receipt: null, amountReceived: "1250.00" },
      resolution: { decision: "accept", note: "Paid in cash", resolvedBy: "person" },
    });
  });

  it("so is one that has expired, with the amount that came late", async () => {
    const { id } = await shop.deposit();
    await expired(id);
    await shop.submitAndSettle(id, await shop.pay({ amount: "1300.00" }));
    const { body } = await byOwner(id, { decision: "accept", note: "It came late" }).expect(200);
    expect(body.data).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "person", receipt: null, amountReceived: "1300.00" },
      lateReceipt: { amount: "1300.00" },
    });
    expect((await shop.eventTypes(id)).slice(-2)).toEqual(["deposit.late_receipt", "deposit.confirmed"]);
  });

  it("the dashboard cancels a deposit that waits, and none in review", async () => {
    const { id } = await shop.deposit();
    const { body } = await owner("post", `/api/deposits/${id}/cancel`).expect(200);
    expect(body.data.status).toBe("canceled");
    const held = await inReview();
    const refused = await owner("post", `/api/deposits/${held.id}/cancel`).expect(refusedAs("invalid_state"));
    expect(refused.body.message).toContain("accept or reject");
    await shop.cancel(held.id).expect(409);
  });
});

describe("what cannot be resolved", () => {
  it.each<[string, object, string]>([
    ["no decision", {}, "decision"],
    ["another decision", { decision: "maybe" }, "decision"],
    ["a note that is no text", { decision: "accept", note: 7 }, "note"],
    ["a note that is too long", { decision: "accept", note: "x".repeat(501) }, "note"],
    ["a name to be remembered perhaps", { decision: "accept", note, rememberName: "yes" }, "rememberName"],
    ["no note where there is no receipt", { decision: "accept" }, "note"],
    ["a note of blanks", { decision: "accept", note: "  " }, "note"],
    ["a name to be remembered with a rejection", { decision: "reject", rememberName: true }, "rememberName"],
    [
      "a name to be remembered without a receipt",
      { decision: "accept", note, rememberName: true },
      "rememberName",
    ],
  ])("%s names the field, on both surfaces", async (_what, body, field) => {
    const { id } = await shop.deposit();
    const here = await byOwner(id, body);
    expect([here.status, here.body.error.details?.[0].field]).toEqual([422, field]);
    // In our own words, which go on after the field's name.
    expect(here.body.error.details[0].message).toMatch(/^(?:must|is required|is only|needs|cannot)/);
    const there = await resolve(id, body);
    expect([there.status, there.body.error.fields[0].field]).toEqual([400, field]);
    expect((await shop.read(id)).status).toBe("awaiting_payment");
  });

  it("a state that does not allow it is a conflict, on both surfaces", async () => {
    const { id } = await shop.deposit();
    for (const act of [byOwner, resolve]) {
      await act(id, { decision: "reject" }).expect(refusedAs("invalid_state"));
    }
    await shop.submitAndSettle(id, await shop.pay());
    for (const act of [byOwner, resolve]) await act(id, { decision: "accept", note }).expect(409);
  });

  it("another account's deposit is as unknown as one that never was", async () => {
    const { id } = await inReview();
    const stranger = await openShop(system);
    const thief = await signIn(system, stranger.account);
    await thief("post", `/api/deposits/${id}/resolve`).send({ decision: "accept", note }).expect(404);
    await thief("post", `/api/deposits/${id}/cancel`).expect(404);
    await stranger.resolve(id, { decision: "accept", note }).expect(404);
  });

  it("the same key twice resolves once and is answered with the same bytes", async () => {
    const { id } = await inReview();
    const key = freshKey();
    const first = await resolve(id, { decision: "accept" }, key).expect(200);
    const again = await resolve(id, { decision: "accept" }, key).expect(200);
    expect(again.text).toBe(first.text);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });
});

describe("a purchase of credits whose receipt is in doubt", () => {
  const admin = (...words: string[]) => runAdmin(system.environment, "credits", "purchases", ...words);
  const balance = async () => (await owner("get", "/api/credits/balance")).body.data.balance;
  let platform: Shop;
  beforeAll(async () => {
    platform = await openPlatform(system);
  });

  async function held() {
    const bought = await owner("post", "/api/credits/purchases").send({ packageId: "starter" }).expect(201);
    const { id, amount, credits } = bought.body.data;
    const sms = await platform.pay({ amount, receiverName: "Abel Girma" });
    expect((await platform.submitAndSettle(id, sms)).status).toBe("review_required");
    return { id: String(id), credits: Number(credits) };
  }

  it("adds no credits until it is accepted, and then once", async () => {
    const before = await balance();
    const { id, credits } = await held();
    // The try of the receipt.
    expect(await balance()).toBe(before - 1);
    const operator = await signIn(system, platform.account);
    const accept = () => operator("post", `/api/deposits/${id}/resolve`).send({ decision: "accept" });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balance()).toBe(before - 1 + credits);
  });

  it("is shown to an operator, and accepted by one", async () => {
    const before = await balance();
    const { id, credits } = await held();
    const listed = await admin("list");
    const request = /ver_\w+/.exec(listed.slice(listed.indexOf(id)))?.[0] ?? "";
    expect(listed).toContain(`${id}: ${credits} credits for `);
    expect(listed).toMatch(
      /telebirr \w{10} to 2519\*{4}\d{4} Abel Girma\n {2}receiver_not_proven; decide by 20/,
    );
    expect(
      await admin("resolve", id, "--decision", "accept", "--request", request, "--note", "Seen in the bank"),
    ).toBe(`${id} is confirmed\n`);
    expect(await balance()).toBe(before - 1 + credits);
    expect(await platform.read(id)).toMatchObject({
      resolution: { decision: "accept", note: "Seen in the bank", resolvedBy: "operator" },
    });
    expect(await admin("list")).not.toContain(id);
    await expect(admin("resolve", id, "--decision", "accept")).rejects.toThrow(/cannot be resolved/);
    const other = await held();
    await expect(admin("resolve", other.id, "--decision", "accept", "--note", "x")).rejects.toThrow(
      /Another receipt is in review/,
    );
  });

  it("is rejected by an operator without credits, and nothing else is a purchase", async () => {
    const before = await balance();
    const { id } = await held();
    const { review } = await platform.read(id);
    const request = review?.receipt.verificationRequestId ?? "";
    expect(await admin("resolve", id, "--decision", "reject", "--request", request)).toBe(
      `${id} is awaiting_payment\n`,
    );
    expect(await balance()).toBe(before - 1);
    const { id: other } = await shop.deposit();
    await expect(admin("resolve", other, "--decision", "accept", "--note", "x")).rejects.toThrow(
      /Credit purchase not found/,
    );
    await expect(admin("resolve", id, "--decision", "perhaps")).rejects.toThrow(/accept or reject/);
  });
});
