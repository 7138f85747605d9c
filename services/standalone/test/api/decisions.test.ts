import type { BankCode } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { type ReceivedWebhook, receiver, useReceiver } from "../receiver.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

/**
 * A cashier reads one word before handing over the goods. A stranger can open an account whose visible digits are the
 * shop's, so a matching mask is never enough for `accept`.
 */
let account: TestAccount;
let person: CallSignedIn;
useSystem({ verifiers: ["telebirr", "cbebirr", "cbe"] });
useReceiver();
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

const shop = { bank: "telebirr", accountNumber: "0911223344", accountName: "Sara Coffee Trading" } as const;
const save = async (changes: object = {}) => {
  const saved = await person("post", "/api/bank-accounts")
    .send({ ...shop, ...changes })
    .expect(201);
  return saved.body.data;
};

interface Order {
  readonly bank?: BankCode;
  readonly receiverAccount?: string;
  readonly receiverBank?: string;
  readonly receiverName?: string;
  readonly amount?: string;
  readonly paidAt?: string;
}

const pay = (order: Order = {}) =>
  system.pay({
    bank: "telebirr",
    amount: "1250.00",
    receiverAccount: shop.accountNumber,
    receiverName: "SARA COFFEE TRADING PLC",
    ...order,
  });

async function decisionOf(order: Order = {}, body: object = {}) {
  const { referenceNumber: reference, suffix, phone } = await pay(order);
  return await verifyAgain({ bank: order.bank ?? "telebirr", reference, suffix, phone, ...body });
}

async function verifyAgain(body: object) {
  const response = await system.verify(account, body, { waitMs: 15_000 }).expect(200);
  const { decision, decisionReasons, verified, settlementAccountMatch } = response.body.data[0];
  const { proof, nameMatch } = settlementAccountMatch;
  return { decision, decisionReasons, verified, proof, nameMatch };
}

describe("a genuine receipt", () => {
  it("is accepted if it prints the full number of the saved account", async () => {
    await save({ bank: "cbebirr" });
    expect(await decisionOf({ bank: "cbebirr" })).toEqual({
      ...{ decision: "accept", decisionReasons: [], verified: true },
      ...{ proof: "account", nameMatch: "agrees" },
    });
  });

  it("is accepted if it prints a matching mask and the saved name", async () => {
    await save();
    expect(await decisionOf()).toMatchObject({ decision: "accept", proof: "mask_and_name" });
  });

  it("is accepted if it prints another saved name", async () => {
    await save({ accountName: "My shop", otherNames: ["Girma Sara", "SARA COFFEE TRADING"] });
    expect(await decisionOf()).toMatchObject({ decision: "accept", nameMatch: "agrees" });
  });

  it("needs review if a stranger's number has the same visible digits", async () => {
    await save();
    const stranger = { receiverAccount: "0944553344", receiverName: "Abel Girma" };
    expect(await decisionOf(stranger)).toEqual({
      ...{ decision: "review", decisionReasons: ["receiver_not_proven"], verified: true },
      ...{ proof: "mask_only", nameMatch: "differs" },
    });
  });

  /** The bank has its own receipt of that payment: accepting both would deliver the goods twice. */
  it("needs review if a wallet paid to the shop's account at a bank", async () => {
    await save({ bank: "cbe", accountNumber: "1000123456789" });
    const order = { receiverBank: "Commercial Bank of Ethiopia", receiverAccount: "1000123456789" };
    expect(await decisionOf(order)).toMatchObject({
      ...{ decision: "review", decisionReasons: ["receiver_not_proven"], proof: "account" },
    });
  });

  it("is rejected, although verified, if it paid to another account", async () => {
    await save();
    expect(await decisionOf({ receiverAccount: "0911223355" })).toMatchObject({
      ...{ decision: "reject", decisionReasons: ["wrong_receiver"], verified: true, proof: "none" },
    });
  });

  it("needs review while no account is saved", async () => {
    expect(await decisionOf()).toMatchObject({
      ...{ decision: "review", decisionReasons: ["receiver_not_checked"] },
    });
  });

  it("needs review if two saved accounts match", async () => {
    await save();
    await save({ accountNumber: "0944553344" });
    expect(await decisionOf()).toMatchObject({ decisionReasons: ["receiver_ambiguous"] });
  });

  it("is accepted once, then rejected, from the cache too, unless the caller allows it", async () => {
    await save();
    const { referenceNumber: reference } = await pay();
    const body = { bank: "telebirr", reference };
    expect(await verifyAgain(body)).toMatchObject({ decision: "accept" });
    const again = { decision: "reject", decisionReasons: ["already_confirmed"] };
    expect(await verifyAgain(body)).toMatchObject(again);
    const allowed = { ...body, expect: { firstConfirmationOnly: false } };
    expect(await verifyAgain(allowed)).toMatchObject({ decision: "accept" });
  });

  it("is accepted once if it is submitted 20 times at once", async () => {
    await save();
    const { referenceNumber: reference } = await pay();
    const body = { bank: "telebirr", reference };
    const decided = await Promise.all(Array.from({ length: 20 }, () => verifyAgain(body)));
    expect(decided.filter(({ decision }) => decision === "accept")).toHaveLength(1);
    const others = decided.filter(({ decision }) => decision !== "accept");
    expect(others.map(({ decisionReasons }) => decisionReasons)).toEqual(
      others.map(() => ["already_confirmed"]),
    );
  });

  it("has a separate decision in each account", async () => {
    await save();
    const { referenceNumber: reference } = await pay();
    expect(await verifyAgain({ bank: "telebirr", reference })).toMatchObject({ decision: "accept" });
    account = await system.account();
    expect(await verifyAgain({ bank: "telebirr", reference })).toMatchObject({
      decisionReasons: ["receiver_not_checked"],
    });
  });
});

it.each(["NF", "RV"])("a reference that ends in %s is rejected as not verified", async (ending) => {
  await save();
  const response = await system
    .verify(account, { bank: "telebirr", reference: `DJ57QK2M${ending}` }, { waitMs: 15_000 })
    .expect(200);
  expect(response.body.data[0]).toMatchObject({ decision: "reject", decisionReasons: ["not_verified"] });
});

it.each([
  ["DN", "bank_unavailable"],
  ["GB", "document_not_recognized"],
])("a reference that ends in %s has no verdict: wait, %s", async (ending, reason) => {
  await save();
  const response = await system
    .verify(account, { bank: "telebirr", reference: `DJ57QK2M${ending}` }, { waitMs: 15_000 })
    .expect(200);
  expect(response.body.data[0]).toMatchObject({ decision: "wait", decisionReasons: [reason] });
});

it.each(["airtime", "package"])("%s is no payment to a merchant, though all else is right", async (type) => {
  await save();
  const { referenceNumber: reference } = await system.pay({
    ...{ bank: "telebirr", amount: "1250.00", receiverAccount: "0900127436", type },
    receiverName: "Selam Demo Trading",
  });
  const response = await system
    .verify(account, { bank: "telebirr", reference }, { waitMs: 15_000 })
    .expect(200);
  expect(response.body.data[0]).toMatchObject({
    ...{ status: "success", paymentKind: type, decision: "reject" },
    decisionReasons: expect.arrayContaining(["not_a_payment_to_merchant"]),
  });
  expect(response.body.data[0].decisionReasons[0]).toBe("not_a_payment_to_merchant");
});

describe("the expectation of a request", () => {
  const paidAt = "2026-10-05T09:15:00Z";

  it.each<[string, object, string[]]>([
    ["exactly the amount", { amount: "1250.00" }, []],
    ["the amount as a number", { amount: 1_250 }, []],
    ["less than was paid", { amount: "1000" }, []],
    ["one santim more than was paid", { amount: "1250.01" }, ["amount_too_low"]],
    ["as much more as is tolerated", { amount: "1255", amountTolerance: "5.00" }, []],
    ["a santim more than is tolerated", { amount: 1_255.01, amountTolerance: 5 }, ["amount_too_low"]],
    ["the printed name", { receiverName: "Sara Coffee Trading" }, []],
    ["another name", { receiverName: "Kaldis Coffee" }, ["wrong_receiver", "receiver_not_proven"]],
    ["an order before the payment", { paidAfter: "2026-10-05T12:15:00+03:00" }, []],
    ["a time without an offset, which is UTC", { paidAfter: "2026-10-05T09:15:02" }, ["paid_too_early"]],
    ["a day", { paidAfter: "2026-10-05" }, []],
    ["nothing, as blank texts", { amount: " ", receiverName: "", paidAfter: " " }, []],
    ["an order after the payment", { paidAfter: "2026-10-05T09:15:02Z" }, ["paid_too_early"]],
    ["a payment of the last minute", { maxAgeMinutes: 1 }, ["paid_too_early"]],
    ["nothing, as null", { amount: null, receiverName: null, paidAfter: null, maxAgeMinutes: null }, []],
    [
      "several unmet expectations",
      { amount: "9999", maxAgeMinutes: 60 },
      ["amount_too_low", "paid_too_early"],
    ],
  ])("decides on %s: %j", async (_what, expected, reasons) => {
    await save();
    expect(await decisionOf({ paidAt }, { expect: expected })).toMatchObject({
      decision: reasons.length === 0 ? "accept" : "reject",
      decisionReasons: reasons,
      verified: true,
    });
  });

  it.each<[string, unknown]>([
    ["expect", "1250.00"],
    ["expect", []],
    ["expect.amount", "12.345"],
    ["expect.amount", "-5"],
    ["expect.amount", 0],
    ["expect.amount", "1e3"],
    ["expect.amount", true],
    ["expect.amountTolerance", "x"],
    ["expect.receiverName", "x".repeat(201)],
    ["expect.paidAfter", "yesterday"],
    ["expect.paidAfter", "2026-13-05"],
    ["expect.paidAfter", "9999-12-31T23:59:59-23:59"],
    ["settlementAccount", "2519****3344"],
    ["expect.maxAgeMinutes", 0],
    ["expect.maxAgeMinutes", 1.5],
    ["expect.maxAgeMinutes", 9_999_999],
    ["expect.firstConfirmationOnly", "no"],
  ])("refuses %s %j and says what would be right", async (field, value) => {
    const [, name] = field.split(".");
    const sent = name === undefined ? { [field]: value } : { expect: { [name]: value } };
    const body = { bank: "telebirr", reference: "DJ57QK2M41", ...sent };
    const response = await system.verify(account, body).expect(422);
    expect(response.body.error).toMatchObject({ code: "invalid_payload", details: [{ field }] });
    expect(response.body.error.details[0].message).toMatch(/^must (?:(?:not )?be|have at most) /);
  });

  it("is part of the idempotency fingerprint, and a replay has the first request's decision", async () => {
    await save();
    const { referenceNumber: reference } = await pay();
    const body = { bank: "telebirr", reference, expect: { amount: "1250.00" } };
    const options = { waitMs: 15_000, idempotencyKey: "order-1" };
    const first = await system.verify(account, body, options).expect(200);
    const spelled = { ...body, expect: { amount: 1_250, amountTolerance: null } };
    const replay = await system.verify(account, spelled, options).expect(200);
    expect(replay.headers["idempotent-replayed"]).toBe("true");
    expect(replay.body.data).toEqual(first.body.data);
    expect(replay.body.data[0].decision).toBe("accept");
    await system.verify(account, { ...body, expect: { amount: "1" } }, options).expect(409);
    await system.verify(account, { bank: "telebirr", reference }, options).expect(409);
  });
});

it("status record, history, stream and webhook report the same decision as the result", async () => {
  await save();
  const { referenceNumber: reference } = await pay({
    receiverAccount: "0944553344",
    receiverName: "Abel Girma",
  });
  const body = { bank: "telebirr", reference, webhookUrl: receiver.url };
  const submitted = await system.verify(account, body).expect(202);
  const { requestId } = submitted.body;
  const get = (path: string) => system.call("get", path, account).expect(200);
  const stream = await get(`/api/verify/${requestId}/events`);
  const said = { decision: "review", decisionReasons: ["receiver_not_proven"] };
  expect(stream.text).toContain(`"verified":true,${JSON.stringify(said).slice(1)}`);
  expect(stream.text).not.toContain('"decision":null');
  const record = await get(`/api/verify/${requestId}`);
  expect(record.body.data).toMatchObject({ ...said, result: said });
  const history = await get("/api/verify/history");
  expect(history.body.data).toEqual([expect.objectContaining({ requestId, ...said })]);
  const webhook = await until(() => receiver.received.find((each) => requestIdOf(each) === requestId));
  expect(JSON.parse(webhook.body).data).toMatchObject(said);
});

it("a pending request has no decision", async () => {
  const waiting = await system
    .verify(account, { bank: "boa", reference: "FT26278QM4T1", suffix: "12345" })
    .expect(202);
  const record = await system.call("get", `/api/verify/${waiting.body.requestId}`, account);
  expect(record.body.data).toMatchObject({ decision: null, decisionReasons: [] });
});

const requestIdOf = ({ body }: ReceivedWebhook): string => JSON.parse(body).requestId;

describe("other names of an account", () => {
  it("are saved, changed and removed, and each change is in the audit log", async () => {
    const { id } = await save({ otherNames: ["SARA COFFEE TRADING PLC"] });
    const change = (otherNames: string[]) =>
      person("patch", `/api/bank-accounts/${id}`).send({ otherNames }).expect(200);
    expect((await change(["Girma Sara", "S. Trading"])).body.data.otherNames).toEqual([
      "Girma Sara",
      "S. Trading",
    ]);
    await person("patch", `/api/bank-accounts/${id}`).send({ label: "Till 2" }).expect(200);
    const listed = await person("get", "/api/bank-accounts").expect(200);
    expect(listed.body.data[0]).toMatchObject({ otherNames: ["Girma Sara", "S. Trading"], label: "Till 2" });
    await change([]);
    const audit = await person("get", "/api/audit").expect(200);
    expect(audit.body.data[0]).toMatchObject({
      action: "bank_account.updated",
      before: { otherNames: ["Girma Sara", "S. Trading"] },
      after: { otherNames: [] },
    });
  });

  it.each([[[..."123456"]], [[""]], [["a\u0000b"]], ["Sara"]])(
    "are refused for %j, naming the field",
    async (otherNames) => {
      const response = await person("post", "/api/bank-accounts")
        .send({ ...shop, otherNames })
        .expect(422);
      expect(response.body.error.details[0].field).toMatch(/^otherNames/);
    },
  );
});
