import type { Deposit, VerificationResult } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { runAdmin } from "../admin.ts";
import { expectTotalsToMatch } from "../ends.ts";
import { type ReceivedWebhook, receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { freshKey, openPlatform, openShop, type Shop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

/**
 * A stranger can have an account whose visible digits are the shop's. A receipt that shows only these is in review
 * until a person has checked the shop's own account.
 */
let shop: Shop;
let owner: CallSignedIn;
// Before the system stops.
afterAll(() => expectTotalsToMatch(system));
useSystem({ verifiers: ["telebirr", "cbe"] });
useReceiver();
beforeEach(async () => {
  shop = await openShop(system);
  owner = await signIn(system, shop.account);
});
/** Visible digits and amount match, the name does not. */
const payUnderAnotherName = (order: object = {}) => shop.pay({ receiverName: "Abel Girma", ...order });

/** Waits until the sweep has expired the deposit. */
async function expired(id: string): Promise<void> {
  await shop.expire(id, "1 minute");
  await until(async () => (await shop.read(id)).status === "expired");
}

async function inReview(draft: object = {}): Promise<Deposit> {
  const { id } = await shop.deposit(draft);
  return await shop.submitAndSettle(id, await payUnderAnotherName());
}

/** Creates a deposit in review; returns it with the receipt's SMS. */
async function held() {
  const { id } = await shop.deposit();
  const sms = await payUnderAnotherName();
  return { id, sms, deposit: await shop.submitAndSettle(id, sms) };
}

/** Expects the receipt to be usable for another deposit. */
async function expectFree(sms: string): Promise<void> {
  const { id } = await shop.deposit();
  expect((await shop.submitAndSettle(id, sms)).status).toBe("review_required");
}

const resolve: Shop["resolve"] = (id, body, key) => shop.resolve(id, body, key);
const byOwner = (id: string, body: object) => owner("post", `/api/deposits/${id}/resolve`).send(body);
const note = "The money is in our account";
/** Verifies through the verification API. */
const verifyAgain = async (reference: string): Promise<VerificationResult> => {
  const wait = { waitMs: 10_000 };
  const { body } = await system.verify(shop.account, { bank: "telebirr", reference }, wait).expect(200);
  return body.data[0];
};

/** The result of a request for a receipt that a deposit holds. */
const heldResult = {
  ...{ status: "success", verified: true, decision: "review" },
  decisionReasons: ["held_for_deposit", "receiver_not_proven"],
  confirmationHistory: {
    ...{ scope: "account", isFirstConfirmation: false, confirmedBefore: false, confirmationCount: 0 },
    ...{ firstConfirmedAt: null, lastConfirmedAt: null },
  },
};

describe("a doubtful receipt", () => {
  it("is put in review with its reasons and receipt data", async () => {
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

  it("is sent to the deposit's webhook, and so is the decision", async () => {
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

  it.each([
    { decision: "accept", reasons: [], isFirst: true },
    { decision: "reject", reasons: ["rejected_by_person", "receiver_not_proven"], isFirst: false },
  ] as const)(
    "is decided with its deposit in every reading: $decision",
    async ({ decision, reasons, isFirst }) => {
      const { id, review } = await inReview();
      const requestId = review?.receipt.verificationRequestId ?? "";
      const read = () => system.statusOf(shop.account, requestId);
      expect(await read()).toMatchObject({ decision: "review", decisionReasons: ["receiver_not_proven"] });
      await byOwner(id, { decision, note }).expect(200);
      const decided = { decision, decisionReasons: reasons, resolution: { decision, note } };
      const status = await read();
      expect(status).toMatchObject({ ...decided, result: decided });
      expect(status.result?.confirmationHistory.isFirstConfirmation).toBe(isFirst);
      const history = await system.call("get", "/api/verify/history", shop.account).expect(200);
      expect(history.body.data).toMatchObject([decided]);
      const payments = await owner("get", "/api/payments").expect(200);
      expect(payments.body.data).toMatchObject([{ ...decided, depositId: id }]);
      expect(payments.body.data[0].resolution.by).toEqual(expect.any(String));
    },
  );

  it("is linked from its request to the people of the account alone", async () => {
    const { id, review } = await inReview();
    const path = `/api/verify/${review?.receipt.verificationRequestId}`;
    expect((await owner("get", path).expect(200)).body.data.depositId).toBe(id);
    const { body } = await system.call("get", path, shop.account).expect(200);
    expect(body.data).not.toHaveProperty("depositId");
  });

  it("is in the history once as accepted and once as rejected if two deposits get it at once", async () => {
    const sms = await shop.pay();
    const [one, two] = [await shop.deposit(), await shop.deposit()];
    const ends = await Promise.all([one, two].map(({ id }) => shop.submitAndSettle(id, sms)));
    expect(ends.map(({ status }) => status).sort()).toEqual(["awaiting_payment", "confirmed"]);
    const { body } = await system.call("get", "/api/verify/history", shop.account).expect(200);
    const decisions = body.data.map(({ decision }: { decision: string }) => decision);
    expect(decisions.sort()).toEqual(["accept", "reject"]);
  });

  it("is listed among the deposits in review", async () => {
    const { id } = await inReview();
    await shop.deposit();
    const { body } = await shop.call("get", "/v1/deposits?status=review_required").expect(200);
    expect(body.data.items.map((item: Deposit) => item.id)).toEqual([id]);
    const listed = await owner("get", "/api/deposits?status=review_required").expect(200);
    expect(listed.body.data).toMatchObject([{ id }]);
  });

  it("cannot be used for another deposit, and requests for it confirm nothing", async () => {
    const sms = await payUnderAnotherName();
    await shop.submitAndSettle((await shop.deposit()).id, sms);
    const other = await shop.deposit();
    expect((await shop.submitAndSettle(other.id, sms)).lastError).toBe("receipt_already_used");
    // The first is verified at the bank, the second comes from the cache.
    for (const _ of ["MISS", "HIT"]) expect(await verifyAgain(sms)).toMatchObject(heldResult);
    const { body } = await system.call("get", "/api/verify/history", shop.account).expect(200);
    expect(body.data.map(({ decision }: { decision: string }) => decision)).toEqual([
      ...["review", "review", "reject", "review"],
    ]);
  });

  it("is money once in the reports, however often requests verify it", async () => {
    const { sms } = await held();
    for (let nth = 0; nth < 2; nth += 1) await verifyAgain(sms);
    const rows = await system.sql(
      `select decision, sum(payments)::int as payments, sum(amount_cents)::int as cents
         from payment_totals where user_id = $1 group by decision`,
      shop.account.userId,
    );
    expect(rows).toEqual([{ decision: "review", payments: 3, cents: 125_000 }]);
  });

  /** A shop that looks at the verdict alone must not deliver for it either. */
  it("is told so to a request's webhook", async () => {
    const { sms } = await held();
    const { body } = await system
      .verify(
        shop.account,
        { bank: "telebirr", reference: sms, webhookUrl: receiver.url },
        { waitMs: 10_000 },
      )
      .expect(200);
    await until(() => receiver.received.length === 1);
    const { data } = JSON.parse(receiver.received[0]?.body ?? "");
    expect(data).toMatchObject({
      ...{ status: "success", verified: true, decision: "review" },
      decisionReasons: ["held_for_deposit", "receiver_not_proven"],
      confirmationHistory: body.data[0].confirmationHistory,
    });
  });

  it("stays in review if it is submitted again", async () => {
    const { id, sms } = await held();
    expect(await shop.submitAndSettle(id, sms)).toMatchObject({ status: "review_required", lastError: null });
  });

  it.each([
    ["accept", ["accept", "reject"]],
    ["reject", ["reject", "reject"]],
  ] as const)(
    "is decided once if it was submitted again meanwhile, and leaves no request in review: %s",
    async (decision, decided) => {
      const { id, sms, deposit } = await held();
      const seen = deposit.review?.receipt.verificationRequestId;
      const again = await shop.submitAndSettle(id, sms);
      expect(again.review?.receipt.verificationRequestId).not.toBe(seen);
      await byOwner(id, { decision, note, verificationRequestId: seen }).expect(200);
      const { body } = await system.call("get", "/api/verify/history", shop.account).expect(200);
      expect(body.data.map((row: { decision: string }) => row.decision).sort()).toEqual(decided);
    },
  );

  it("confirms if it is submitted again after its name was saved", async () => {
    const { id, sms } = await held();
    await system.sql(
      "update bank_accounts set other_names = '{ABEL GIRMA}' where user_id = $1",
      shop.account.userId,
    );
    expect(await shop.submitAndSettle(id, sms)).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "receipt", review: null },
    });
  });

  it("is not replaced by another doubtful one during review", async () => {
    const { id, review } = await inReview();
    const second = await payUnderAnotherName({ receiverName: "Zerihun Asfaw" });
    expect(await shop.submitAndSettle(id, second)).toMatchObject({
      ...{ status: "review_required", lastError: "receipt_rejected", review },
    });
    // The second receipt stays free for another deposit.
    await expectFree(second);
  });

  it("keeps its deadline if it is submitted again", async () => {
    const { id } = await shop.deposit();
    const sms = await payUnderAnotherName();
    const { review } = await shop.submitAndSettle(id, sms);
    expect((await shop.submitAndSettle(id, sms)).review?.expiresAt).toBe(review?.expiresAt);
  });

  it("is replaced by a proven one, and is free again", async () => {
    const { id, sms: doubtful } = await held();
    expect(await shop.submitAndSettle(id, await shop.pay())).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "receipt", review: null },
    });
    await expectFree(doubtful);
  });

  it("stays if another one is rejected, whose reason is shown", async () => {
    const { id } = await inReview();
    expect(await shop.submitAndSettle(id, "DJ57QK2MNF")).toMatchObject({
      ...{ status: "review_required", lastError: "receipt_not_found", attemptsLeft: 8 },
      review: { reasons: ["receiver_not_proven"] },
    });
  });

  it("stays in review after the deposit's expiry, which takes effect 14 days later and frees the receipt", async () => {
    const { id, sms } = await held();
    await shop.expire(id, "13 days");
    expect((await shop.read(id)).status).toBe("review_required");
    await system.sql("update deposits set review_expires_at = now_ms() where id = $1", id);
    await until(async () => (await shop.read(id)).status === "expired");
    expect(await shop.read(id)).toMatchObject({ review: null, receipt: null });
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.expired");
    await expectFree(sms);
  });

  it("is recorded with its reasons if it arrives after expiry", async () => {
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
    await byOwner(id, { decision: "accept", note }).expect(200);
    const after = await owner("get", "/api/verify/history").expect(200);
    expect(after.body.data[0]).toMatchObject({ decision: "accept", resolution: { note } });
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

describe("a receipt after its review", () => {
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

  it.each(ends.flatMap(([how, end]) => [0, 1, 3].map((meanwhile) => [meanwhile, how, end] as const)))(
    "is new again after %i requests during the review: %s",
    async (meanwhile, _how, end) => {
      const { id, sms } = await held();
      for (let nth = 0; nth < meanwhile; nth += 1) expect(await verifyAgain(sms)).toMatchObject(heldResult);
      await end(id);
      const { confirmationHistory: history } = await verifyAgain(sms);
      expect(history).toMatchObject({
        ...{ isFirstConfirmation: true, confirmedBefore: false, confirmationCount: 1 },
        firstConfirmedAt: history.lastConfirmedAt,
      });
      expect((await verifyAgain(sms)).confirmationHistory).toMatchObject({
        ...{ isFirstConfirmation: false, confirmedBefore: true, confirmationCount: 2 },
        firstConfirmedAt: history.firstConfirmedAt,
      });
    },
  );

  /** Requests race with the person: each is told of the hold or of what came of it, and nothing else. */
  it.each(["accept", "reject"] as const)(
    "has one first confirmation in a race with its %s",
    async (decision) => {
      const { id, sms } = await held();
      const verify = async () => (await verifyAgain(sms)).confirmationHistory;
      const requests = Array.from({ length: 12 }, verify);
      const [histories] = await Promise.all([
        Promise.all(requests),
        byOwner(id, { decision, note }).expect(200),
      ]);
      const after = await verify();
      const counted = histories.filter(({ confirmationCount }) => confirmationCount > 0);
      const firsts = [...histories, after].filter(({ isFirstConfirmation }) => isFirstConfirmation);
      expect(firsts).toHaveLength(decision === "accept" ? 0 : 1);
      const own = decision === "accept" ? 1 : 0;
      const counts = [...counted, after].map(({ confirmationCount }) => confirmationCount);
      expect(counts.sort((one, other) => one - other)).toEqual(counts.map((_, nth) => nth + 1 + own));
    },
  );
});

describe("acceptance by a person", () => {
  it.each([
    ["in the dashboard", byOwner, "person"],
    ["by a checkout key", resolve, "checkout_key"],
  ] as const)("%s confirms the deposit with the receipt in review", async (_where, act, resolvedBy) => {
    const { id, review } = await inReview();
    const { body } = await act(id, { decision: "accept", note }).expect(200);
    expect(body.data).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "person", amountReceived: "1250.00", review: null },
      ...{ receipt: review?.receipt, confirmedAt: expect.any(String), lastError: null },
      resolution: { decision: "accept", note, resolvedBy, resolvedAt: expect.any(String) },
    });
    expect(await shop.read(id)).toEqual(body.data);
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.confirmed");
    // The receipt counts as confirmed, and no request had it first.
    const again = await verifyAgain(review?.receipt.referenceNumber ?? "");
    expect(again).toMatchObject({
      ...{ decision: "reject", decisionReasons: ["already_confirmed", "receiver_not_proven"] },
      confirmationHistory: {
        ...{ isFirstConfirmation: false, confirmedBefore: true, confirmationCount: 2 },
        firstConfirmedAt: expect.any(String),
      },
    });
    expect(Date.parse(again.confirmationHistory.firstConfirmedAt ?? "")).toBeCloseTo(
      Date.parse(body.data.confirmedAt),
      -3,
    );
    const audit = await owner("get", "/api/audit").expect(200);
    expect(audit.body.data[0]).toMatchObject({
      ...{ action: "deposit.resolved", subject: id, before: { status: "review_required" } },
      after: { decision: "accept", note },
    });
  });

  it("ignores null and blank fields", async () => {
    const { id } = await inReview();
    const { body } = await resolve(id, { decision: "accept", note: " ", rememberName: null }).expect(200);
    expect(body.data.resolution.note).toBeNull();
  });

  it("needs no note, and is possible after expiry", async () => {
    const { id } = await inReview();
    await shop.expire(id, "1 day");
    const { body } = await byOwner(id, { decision: "accept" }).expect(200);
    expect(body.data).toMatchObject({ status: "confirmed", resolution: { note: null } });
  });

  it("can save the name, so that the next receipt needs no review", async () => {
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

  it("saves a name once", async () => {
    for (let nth = 0; nth < 2; nth += 1) {
      await system.sql(
        "update bank_accounts set account_name = $2 where user_id = $1",
        shop.account.userId,
        `Unknown Like${"o".repeat(nth)} That`,
      );
      const { id } = await shop.deposit();
      const held = await shop.submitAndSettle(id, await payUnderAnotherName());
      if (held.status !== "review_required") continue;
      await byOwner(id, { decision: "accept", rememberName: true }).expect(200);
    }
    const saved = await owner("get", "/api/bank-accounts").expect(200);
    expect(saved.body.data[0].otherNames).toEqual(["Abel Girma"]);
  });

  it("is refused if the name cannot be saved", async () => {
    const { id } = await inReview();
    await system.sql(
      "update bank_accounts set other_names = '{a b,c d,e f,g h,i j}' where user_id = $1",
      shop.account.userId,
    );
    const { body } = await byOwner(id, { decision: "accept", rememberName: true }).expect(422);
    expect(body.error.details).toEqual([{ field: "rememberName", message: expect.stringContaining("5") }]);
    await system.sql("delete from bank_accounts where user_id = $1", shop.account.userId);
    await byOwner(id, { decision: "accept", rememberName: true }).expect(422);
    // A key would give the name of an accomplice.
    await resolve(id, { decision: "accept", rememberName: true }).expect(403);
    expect((await shop.read(id)).status).toBe("review_required");
    await byOwner(id, { decision: "accept" }).expect(200);
  });

  it("wins over another receipt in verification, whose verdict then changes nothing", async () => {
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

describe("a decision about one receipt", () => {
  const idOf = ({ review }: Deposit) => review?.receipt.verificationRequestId;

  it.each([
    ["accept", "accept"],
    ["reject", "reject"],
  ] as const)("does not apply to another one that is in review now: %s", async (_what, decision) => {
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

  it("does not mark a deposit as paid by hand after a concurrent rejection", async () => {
    const deposit = await inReview();
    await byOwner(deposit.id, { decision: "reject" }).expect(200);
    const stale = { decision: "accept", note, verificationRequestId: idOf(deposit) };
    const { body } = await byOwner(deposit.id, stale).expect(409);
    expect(body.message).toContain("not in review any more");
    expect((await shop.read(deposit.id)).status).toBe("awaiting_payment");
  });

  it("does not mark a deposit as paid by hand if a receipt is in review by then", async () => {
    const { id } = await inReview();
    const byHand = { decision: "accept", note: "In cash", verificationRequestId: null };
    await byOwner(id, byHand).expect(409);
    expect((await shop.read(id)).status).toBe("review_required");
  });
});

describe("rejection by a person", () => {
  it("prevents another review of the same receipt", async () => {
    const { id, sms } = await held();
    await byOwner(id, { decision: "reject" }).expect(200);
    expect(await shop.submitAndSettle(id, sms)).toMatchObject({
      ...{ status: "awaiting_payment", lastError: "receipt_rejected", review: null },
    });
  });

  it("reopens the deposit for payment, and frees the receipt", async () => {
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

  it("ends an expired deposit", async () => {
    const { id } = await inReview();
    await shop.expire(id, "1 minute");
    const { body } = await resolve(id, { decision: "reject" }).expect(200);
    expect(body.data).toMatchObject({ status: "expired", lastError: "receipt_rejected" });
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.expired");
  });
});

describe("a deposit without a receipt", () => {
  it("is marked as paid while it is unpaid, with a note", async () => {
    const { id } = await shop.deposit();
    const { body } = await byOwner(id, { decision: "accept", note: "Paid in cash" }).expect(200);
    expect(body.data).toMatchObject({
      ...{ status: "confirmed", confirmedBy: "person", receipt: null, amountReceived: "1250.00" },
      resolution: { decision: "accept", note: "Paid in cash", resolvedBy: "person" },
    });
  });

  it("is marked as paid after expiry, with the late amount", async () => {
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

  it("is canceled in the dashboard if it is unpaid, but not in review", async () => {
    const { id } = await shop.deposit();
    const { body } = await owner("post", `/api/deposits/${id}/cancel`).expect(200);
    expect(body.data.status).toBe("canceled");
    const held = await inReview();
    const refused = await owner("post", `/api/deposits/${held.id}/cancel`).expect(refusedAs("invalid_state"));
    expect(refused.body.message).toContain("accept or reject");
    await shop.cancel(held.id).expect(409);
  });
});

describe("a refused resolution", () => {
  it.each<[string, object, string]>([
    ["no decision", {}, "decision"],
    ["another decision", { decision: "maybe" }, "decision"],
    ["a note that is not text", { decision: "accept", note: 7 }, "note"],
    ["a note that is too long", { decision: "accept", note: "x".repeat(501) }, "note"],
    ["an invalid rememberName", { decision: "accept", note, rememberName: "yes" }, "rememberName"],
    ["no note without a receipt", { decision: "accept" }, "note"],
    ["a note of blanks", { decision: "accept", note: "  " }, "note"],
    ["rememberName with a rejection", { decision: "reject", rememberName: true }, "rememberName"],
    ["rememberName without a receipt", { decision: "accept", note, rememberName: true }, "rememberName"],
  ])("names the field in both APIs: %s", async (_what, body, field) => {
    const { id } = await shop.deposit();
    const here = await byOwner(id, body);
    expect([here.status, here.body.error.details?.[0].field]).toEqual([422, field]);
    // Our own words, which continue after the field's name.
    expect(here.body.error.details[0].message).toMatch(/^(?:must|is required|is only|needs|cannot)/);
    const there = await resolve(id, body);
    if (there.status !== 403) expect([there.status, there.body.error.fields[0].field]).toEqual([400, field]);
    else expect(body).toEqual({ decision: "accept", note, rememberName: true });
    expect((await shop.read(id)).status).toBe("awaiting_payment");
  });

  it("is a conflict in both APIs if the state does not allow it", async () => {
    const { id } = await shop.deposit();
    for (const act of [byOwner, resolve]) {
      await act(id, { decision: "reject" }).expect(refusedAs("invalid_state"));
    }
    await shop.submitAndSettle(id, await shop.pay());
    for (const act of [byOwner, resolve]) await act(id, { decision: "accept", note }).expect(409);
  });

  it("reports another account's deposit like an unknown one", async () => {
    const { id } = await inReview();
    const stranger = await openShop(system);
    const thief = await signIn(system, stranger.account);
    await thief("post", `/api/deposits/${id}/resolve`).send({ decision: "accept", note }).expect(404);
    await thief("post", `/api/deposits/${id}/cancel`).expect(404);
    await stranger.resolve(id, { decision: "accept", note }).expect(404);
  });

  it("resolves once for a repeated idempotency key, and replays the same bytes", async () => {
    const { id } = await inReview();
    const key = freshKey();
    const first = await resolve(id, { decision: "accept" }, key).expect(200);
    const again = await resolve(id, { decision: "accept" }, key).expect(200);
    expect(again.text).toBe(first.text);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });
});

describe("a purchase of credits with a doubtful receipt", () => {
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

  it("adds its credits once, when it is accepted", async () => {
    const before = await balance();
    const { id, credits } = await held();
    // The attempt for the receipt costs a credit.
    expect(await balance()).toBe(before - 1);
    const operator = await signIn(system, platform.account);
    const accept = () => operator("post", `/api/deposits/${id}/resolve`).send({ decision: "accept" });
    const responses = await Promise.all([accept(), accept(), accept()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balance()).toBe(before - 1 + credits);
  });

  it("is listed and accepted by an operator", async () => {
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

  it("is rejected by an operator without credits, who cannot resolve other deposits", async () => {
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
