import type { Deposit } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { expectTotalsToMatch } from "../ends.ts";
import { makeCheckoutKey, openShop, type Shop } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
// Before the system stops.
afterAll(() => expectTotalsToMatch(system));
useSystem({ verifiers: ["telebirr", "cbe"], env: { BANK_ATTEMPTS: "1" } });
beforeEach(async () => {
  shop = await openShop(system);
});

const inParts = (draft: object = {}) => shop.deposit({ allowPartial: true, ...draft });
const pay = (amount: string, order: object = {}) => shop.pay({ amount, ...order });
const send = async (id: string, amount: string, order: object = {}) =>
  await shop.submitAndSettle(id, await pay(amount, order));
const moneyOf = ({ status, amountPaid, amountRemaining, amountOverpaid, amountReceived }: Deposit) => [
  status,
  amountPaid,
  amountRemaining,
  amountOverpaid,
  amountReceived,
];
const partsOf = async (id: string) =>
  (
    await system.sql("select amount::int from deposit_parts where deposit_id = $1 order by accepted_at", id)
  ).map(({ amount }) => amount);

describe("a deposit that takes several receipts", () => {
  it("is paid once they add up, and lists each with its amount", async () => {
    const created = await inParts();
    expect(created).toMatchObject({ allowPartial: true, receipts: [] });
    expect(moneyOf(created)).toEqual(["awaiting_payment", "0.00", "1250.00", "0.00", null]);
    const part = await send(created.id, "1000.00", { senderName: "Hana Girma" });
    expect(moneyOf(part)).toEqual(["awaiting_payment", "1000.00", "250.00", "0.00", null]);
    expect(part).toMatchObject({ lastError: null, receipt: null, confirmedBy: null });
    expect(part.receipts).toEqual([
      {
        ...{
          bank: "telebirr",
          referenceNumber: expect.any(String),
          senderName: "Hana Girma",
          amount: "1000.00",
        },
        ...{ timestamp: expect.any(String), verificationRequestId: expect.stringMatching(/^ver_/) },
        acceptedAt: expect.any(String),
      },
    ]);
    const paid = await send(created.id, "250.00");
    expect(moneyOf(paid)).toEqual(["confirmed", "1250.00", "0.00", "0.00", "1250.00"]);
    expect(paid.receipts.map(({ amount }) => amount)).toEqual(["1000.00", "250.00"]);
    expect(paid.receipt?.referenceNumber).toBe(paid.receipts[1]?.referenceNumber);
    expect(paid.confirmedBy).toBe("receipt");
    expect(await shop.eventTypes(created.id)).toEqual([
      "deposit.created",
      "deposit.receipt_submitted",
      "deposit.partially_paid",
      "deposit.receipt_submitted",
      "deposit.confirmed",
    ]);
  });

  it("is paid by one receipt too, and by receipts of different banks", async () => {
    expect(moneyOf(await send((await inParts()).id, "1250.00"))[0]).toBe("confirmed");
    await system.saveBankAccount(shop.account, "cbe", "1000412270936");
    const { id } = await inParts();
    await send(id, "1249.99");
    const { referenceNumber } = await system.pay({
      ...{ bank: "cbe", amount: "0.01", receiverAccount: "1000412270936", receiverName: "Test Merchant" },
    });
    const paid = await shop.submitAndSettle(id, referenceNumber);
    expect([paid.status, paid.receipts.map(({ bank }) => bank)]).toEqual(["confirmed", ["telebirr", "cbe"]]);
  });

  it("says how much was paid too much", async () => {
    const { id } = await inParts();
    await send(id, "1000.00");
    expect(moneyOf(await send(id, "300.50"))).toEqual(["confirmed", "1300.50", "0.00", "50.50", "1300.50"]);
    expect(await shop.submit(id, await pay("1.00"))).toEqual({ kind: "refused", refusal: "closed" });
  });

  it("counts each receipt under the rules of every deposit, and only bad ones use up attempts", async () => {
    const { id } = await inParts();
    const sms = await pay("1000.00");
    expect((await shop.submitAndSettle(id, sms)).attemptsLeft).toBe(10);
    const bad = [
      [sms, "receipt_already_used"],
      ["DJ57QK2MNF", "receipt_not_found"],
      [await pay("10.00", { receiverAccount: "0999887766" }), "wrong_receiver"],
      [
        await pay("10.00", { paidAt: new Date(Date.now() - 11 * 60_000).toISOString() }),
        "paid_before_created",
      ],
    ] as const;
    for (const [text, lastError] of bad) {
      const left = await shop.submitAndSettle(id, text);
      expect(left).toMatchObject({ status: "awaiting_payment", lastError, amountPaid: "1000.00" });
    }
    expect(await send(id, "249.99")).toMatchObject({ attemptsLeft: 6, lastError: null });
    expect((await send(id, "0.01")).status).toBe("confirmed");
  });

  it("takes its last attempt for each of many small receipts", async () => {
    const { id } = await inParts();
    await system.sql("update deposits set tries = 9 where id = $1", id);
    for (const paid of ["10.00", "20.00", "30.00"]) {
      expect(await send(id, "10.00")).toMatchObject({ attemptsLeft: 1, amountPaid: paid });
    }
  });

  it("shares no receipt with another deposit, whichever comes first", async () => {
    const [first, second] = [await inParts(), await inParts()];
    const [one, other] = [await pay("100.00"), await pay("1250.00")];
    await shop.submitAndSettle(first.id, one);
    expect(await shop.submitAndSettle(second.id, one)).toMatchObject({
      ...{ lastError: "receipt_already_used", amountPaid: "0.00" },
    });
    await shop.submitAndSettle((await shop.deposit()).id, other);
    expect(await shop.submitAndSettle(first.id, other)).toMatchObject({
      ...{ lastError: "receipt_already_used", amountPaid: "100.00" },
    });
    const { body } = await system.verify(shop.account, { reference: one }, { waitMs: 15_000 }).expect(200);
    expect(body.data[0]).toMatchObject({ decisionReasons: ["already_confirmed"] });
    const owner = await signIn(system, shop.account);
    const request = await owner("get", `/api/verify/${body.requestId}`).expect(200);
    expect(request.body.data.firstConfirmation).toMatchObject({ depositId: first.id });
  });

  it("says after its expiry what came in time, and records a late receipt beside it", async () => {
    const { id } = await inParts();
    await send(id, "1000.00");
    await shop.expire(id);
    expect(moneyOf(await shop.read(id))).toEqual(["expired", "1000.00", "250.00", "0.00", null]);
    const late = await send(id, "250.00");
    expect(late).toMatchObject({
      status: "expired",
      lateReceipt: { amount: "250.00" },
      amountPaid: "1000.00",
    });
    expect((await shop.eventTypes(id)).slice(-3)).toEqual([
      "deposit.expired",
      "deposit.receipt_submitted",
      "deposit.late_receipt",
    ]);
    const confirmed = await shop.confirmByHand(id, "The rest came late");
    expect(moneyOf(confirmed)).toEqual(["confirmed", "1250.00", "0.00", "0.00", "1250.00"]);
    expect(confirmed.receipts).toHaveLength(1);
  });

  it("counts a part that was sent in time, and then expires", async () => {
    const { id } = await inParts();
    const sms = await pay("1000.00");
    system.bus.setAvailable(false);
    expect((await shop.submit(id, sms)).kind).toBe("submitted");
    await shop.expire(id, "1 second");
    system.bus.setAvailable(true);
    await until(async () => (await shop.eventTypes(id)).includes("deposit.expired"));
    expect(moneyOf(await shop.read(id))).toEqual(["expired", "1000.00", "250.00", "0.00", null]);
    expect((await shop.eventTypes(id)).slice(-2)).toEqual(["deposit.partially_paid", "deposit.expired"]);
  });

  it("can be canceled with a part, which stays used and is shown", async () => {
    const { id } = await inParts();
    const sms = await pay("1000.00");
    await shop.submitAndSettle(id, sms);
    const { body } = await shop.cancel(id).expect(200);
    expect(moneyOf(body.data)).toEqual(["canceled", "1000.00", "250.00", "0.00", null]);
    const other = await shop.submitAndSettle((await inParts()).id, sms);
    expect(other.lastError).toBe("receipt_already_used");
  });

  it("is marked as paid by a person with at least its amount", async () => {
    const { id } = await inParts();
    await send(id, "1000.00");
    const confirmed = await shop.confirmByHand(id, "The rest in cash");
    expect(moneyOf(confirmed)).toEqual(["confirmed", "1250.00", "0.00", "0.00", "1250.00"]);
    expect(confirmed).toMatchObject({ receipt: null, confirmedBy: "person" });
  });
});

describe("a doubtful receipt of such a deposit", () => {
  const stranger = { receiverName: "Abel Girma" };

  it("counts as a part if a person accepts it, and gives its attempt back", async () => {
    const { id } = await inParts();
    const held = await send(id, "1000.00", stranger);
    expect(held).toMatchObject({ status: "review_required", amountPaid: "0.00", attemptsLeft: 9 });
    const { body } = await shop.resolve(id, { decision: "accept" }).expect(200);
    expect(moneyOf(body.data)).toEqual(["awaiting_payment", "1000.00", "250.00", "0.00", null]);
    expect(body.data).toMatchObject({ review: null, attemptsLeft: 10, resolution: { decision: "accept" } });
    expect((await shop.eventTypes(id)).at(-1)).toBe("deposit.partially_paid");
    expect((await send(id, "250.00")).status).toBe("confirmed");
  });

  it("stays in review while a proven part counts, and confirms together with it", async () => {
    const { id } = await inParts();
    await send(id, "1000.00", stranger);
    const part = await send(id, "250.00");
    expect(part).toMatchObject({
      status: "review_required",
      amountPaid: "250.00",
      review: { amount: "1000.00" },
    });
    const { body } = await shop.resolve(id, { decision: "accept" }).expect(200);
    expect(moneyOf(body.data)).toEqual(["confirmed", "1250.00", "0.00", "0.00", "1250.00"]);
    expect(body.data.receipts.map(({ amount }: { amount: string }) => amount)).toEqual(["250.00", "1000.00"]);
  });

  it("is free again after a rejection, and the parts stay", async () => {
    const { id } = await inParts();
    await send(id, "250.00");
    const sms = await pay("1000.00", stranger);
    await shop.submitAndSettle(id, sms);
    const { body } = await shop.resolve(id, { decision: "reject" }).expect(200);
    expect(body.data).toMatchObject({ status: "awaiting_payment", amountPaid: "250.00" });
    const other = await shop.submitAndSettle((await inParts()).id, sms);
    expect(other.status).toBe("review_required");
  });

  it("that is proven meanwhile ends its review", async () => {
    const { id } = await inParts();
    const sms = await pay("1000.00", stranger);
    await shop.submitAndSettle(id, sms);
    await system.sql(
      "update bank_accounts set other_names = '{Abel Girma}' where user_id = $1",
      shop.account.userId,
    );
    const proven = await shop.submitAndSettle(id, sms);
    expect(moneyOf(proven)).toEqual(["awaiting_payment", "1000.00", "250.00", "0.00", null]);
    expect(proven.review).toBeNull();
    expect((await shop.submitAndSettle(id, sms)).lastError).toBe("receipt_already_used");
  });
});

describe("concurrent receipts", () => {
  it("count each receipt once, over all deposits that get it at the same moment", async () => {
    const deposits = await Promise.all(Array.from({ length: 4 }, () => inParts()));
    const receipts = await Promise.all(Array.from({ length: 4 }, () => pay("300.00")));
    for (const sms of receipts) {
      await Promise.all(deposits.map(({ id }) => shop.submitAndSettle(id, sms)));
    }
    const read = await Promise.all(deposits.map(({ id }) => shop.read(id)));
    const counted = read.flatMap((deposit) => deposit.receipts.map(({ referenceNumber }) => referenceNumber));
    expect([counted.length, new Set(counted).size]).toEqual([4, 4]);
    for (const { id, amountPaid } of read) {
      expect((await partsOf(id)).reduce((sum, amount) => sum + Number(amount), 0)).toBe(
        Number(amountPaid) * 100,
      );
    }
  });

  it("are taken one at a time for one deposit, and the refused one uses no attempt", async () => {
    const { id } = await inParts();
    const receipts = await Promise.all([pay("500.00"), pay("700.00")]);
    const submitted = await Promise.all(receipts.map((sms) => shop.submit(id, sms)));
    expect(
      submitted.map((outcome) => ("refusal" in outcome ? outcome.refusal : outcome.kind)).sort(),
    ).toEqual(["in_progress", "submitted"]);
    await until(async () => (await partsOf(id)).length === 1);
    expect((await shop.read(id)).attemptsLeft).toBe(10);
  });
});

describe("the database itself refuses", () => {
  it("a second count of a receipt, and the release of one that counts", async () => {
    const [first, second] = [await inParts(), await inParts()];
    await send(first.id, "1.00");
    const again = `insert into deposit_parts (verification_id, deposit_id, user_id, receipt_hash, receipt, amount)
                   select s.verification_id, $2, p.user_id, p.receipt_hash, p.receipt, p.amount
                     from deposit_parts p, deposit_submissions s where p.deposit_id = $1 and s.deposit_id = $2`;
    await shop.submitAndSettle(second.id, "DJ57QK2MNF");
    await expect(system.sql(again, first.id, second.id)).rejects.toThrow("deposit_parts_receipt_hash_key");
    await expect(
      system.sql("delete from receipt_confirmations where user_id = $1", shop.account.userId),
    ).rejects.toThrow("deposit_parts_user_id_receipt_hash_fkey");
  });
});

describe("a deposit without allowPartial", () => {
  it("is what any other value than true or false does not become", async () => {
    const { body } = await shop.create({ allowPartial: "yes" }).expect(400);
    expect(body.error).toMatchObject({ code: "invalid_request", fields: [{ field: "allowPartial" }] });
  });

  it("takes no part, and lists the one receipt that confirmed it", async () => {
    const { id, allowPartial } = await shop.deposit();
    expect(allowPartial).toBe(false);
    expect(await send(id, "1249.99")).toMatchObject({ lastError: "amount_too_low", amountPaid: "0.00" });
    const paid = await send(id, "1250.00");
    expect(moneyOf(paid)).toEqual(["confirmed", "1250.00", "0.00", "0.00", "1250.00"]);
    expect(paid.receipts).toEqual([{ ...paid.receipt, amount: "1250.00", acceptedAt: paid.confirmedAt }]);
    expect(await partsOf(id)).toEqual([]);
  });
});

describe("what a merchant reads of it", () => {
  it("is found by the number and the payer of each part", async () => {
    const owner = await signIn(system, shop.account);
    const { id } = await inParts();
    await shop.deposit();
    const { receipts } = await send(id, "1000.00", { senderName: "Hana Girma" });
    await send(id, "10.00");
    for (const q of [receipts[0]?.referenceNumber ?? "", "hana gir"]) {
      const { body } = await owner("get", `/api/deposits?q=${encodeURIComponent(q)}`).expect(200);
      expect([body.meta.total, body.data[0]?.id]).toEqual([1, id]);
    }
    const { body } = await owner("get", "/api/deposits?q=hana%20gira").expect(200);
    expect(body.meta.total).toBe(0);
  });

  it("has the same fields in events of before there were parts", async () => {
    const { id } = await shop.deposit();
    await send(id, "1300.00");
    const events = async () =>
      (await shop.call("get", `/v1/deposits/${id}/events`).expect(200)).body.data.items;
    const now = await events();
    await system.sql(
      `update deposit_events set data = data - '{allowPartial,amountPaid,amountRemaining,amountOverpaid,receipts}'::text[]
        where deposit_id = $1`,
      id,
    );
    expect(await events()).toEqual(now);
    expect(now.at(-1).data).toMatchObject({ amountOverpaid: "50.00", receipts: [{ amount: "1300.00" }] });
  });

  it("is in the export of its deposits, and only keys that may see payers see the receipts", async () => {
    const owner = await signIn(system, shop.account);
    const { id } = await inParts();
    const { receipts } = await send(id, "1000.00");
    const csv = await owner("get", "/api/deposits/export").expect(200);
    const [head = "", row = ""] = csv.text.split("\r\n");
    const cells = Object.fromEntries(head.split(",").map((name, index) => [name, row.split(",")[index]]));
    expect(cells).toMatchObject({
      ...{ allowPartial: "true", amountPaid: "1000.00", amountRemaining: "250.00", amountOverpaid: "0.00" },
      countedReferences: receipts[0]?.referenceNumber,
    });
    const { key } = await makeCheckoutKey(system, shop.account, ["events:read"]);
    const events = await system
      .call("get", "/v1/events?type=deposit.partially_paid")
      .set("authorization", `Bearer ${key}`)
      .expect(200);
    expect(events.body.data.items[0].data).toMatchObject({ amountPaid: "1000.00", receipts: null });
  });
});
