import { allRoutes, type Operation, rolesOf } from "@receipts/contracts";
import type { Test } from "supertest";
import { z } from "zod";
import { refusedAs } from "../refusals.ts";
import { openShop } from "../shop.ts";
import { aMember, aPersonWithPassword, type CallSignedIn, PASSWORD, sessionCookie } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { sendForm } from "./send-form.ts";

useSystem({ verifiers: ["telebirr"] });

/** By operation, why a session that was left open does no harm with it. */
const withoutProof: Readonly<Record<string, string>> = {
  ...reason("It asks the bank, for the account's own people.", [
    ...["readReceiptFile", "createBatch", "cancelBatch"],
    ...["verifyAtTill", "readFileAtTill"],
  ]),
  ...reason("It changes what the account sees of its own payments.", [
    ...["closeDay", "createPaymentView", "deletePaymentView", "createReconciliation", "deleteReconciliation"],
  ]),
  ...reason("Events go where they went before.", [
    ...[
      "testWebhook",
      "testWebhookEndpoint",
      "recoverWebhookEndpoint",
      "redeliverWebhook",
      "redeliverSubject",
    ],
    ...["acknowledgeWebhook", "redeliver", "recoverDeliveries"],
  ]),
  ...reason("It ends access.", [
    ...["deleteWebhookListener", "deleteTelegramChat", "removeCashier", "revokeTill"],
    ...["revokeInvitation", "revokeApiKey", "revokeCheckoutKey", "endSession", "logout", "logoutEverywhere"],
    "signOutAtTill",
  ]),
  ...reason("Its body has the password, and the code.", [
    ...["changePassword", "confirmPassword", "closeAccount", "startTwoFactor", "endTwoFactor"],
    "renewRecoveryCodes",
  ]),
  ...reason("It completes what a proof began.", ["confirmTwoFactor"]),
  ...reason("The session is no fresher afterwards.", ["switchAccount"]),
  ...reason("It changes names and pictures.", [
    "putLogo",
    "deleteLogo",
    "createBranch",
    "changeBranch",
    "changeTill",
  ]),
  ...reason("Payers pay to the saved accounts only.", [...["cancelAccountDeposit", "createCreditPurchase"]]),
  ...reason(
    "Only for a name to remember and a payment without a receipt: see below. Another receipt counts for one deposit.",
    ["resolveAccountDeposit"],
  ),
};

/** By operation that needs a proof for some fields, why a session that was left open does no harm with the others. */
const fieldsWithoutProof: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  submitVerification: {
    ...aboutReceipt(),
    ...reason("It names the bank's document once more.", [
      ...["referenceNumber", "reference", "transactionNumber", "receiptNumber"],
    ]),
  },
  verifyFromFile: { ...aboutReceipt(), ...reason("It is the receipt.", ["file"]) },
  createAccountDeposit: {
    ...reason("It is what one payer sees and pays, to the saved accounts.", [
      ...["amount", "currency", "description", "customer", "banks", "expiresInMinutes", "allowPartial"],
    ]),
    ...reason("It is sent back as it came.", ["reference", "metadata"]),
    ...reason("It is where one payer's browser goes; the payment is at the saved account by then.", [
      ...["returnUrl", "cancelUrl"],
    ]),
  },
  changeProfile: {
    ...reason("Payers read it, and pay to the saved accounts only.", ["name", "businessName"]),
    ...reason("It goes to the person's own address.", ["summaryMailHour"]),
    ...reason("Times are shown by it, and days begin; a payment's age moves by hours.", [
      ...["timeZone", "calendar", "clock"],
    ]),
  },
  changeWebhookEndpoint: {
    ...reason("Events come later, and none is lost.", ["maxPerSecond"]),
    ...reason("It is a note to the account's own people.", ["description"]),
  },
  changeTelegramChat: reason("The chat gets what it got before, in these words and at this hour.", [
    ...["language", "summaryHour"],
  ]),
};

function aboutReceipt(): Record<string, string> {
  return {
    ...reason("It says which receipt the bank is asked for.", [
      ...["bank", "accountSuffix", "suffix", "phone", "phoneNumber", "recheckForMinutes"],
    ]),
    ...reason("One receipt is compared with it, of which the caller learns the verdict.", [
      ...["settlementAccount", "expect"],
    ]),
  };
}

function reason(why: string, operations: readonly string[]): Record<string, string> {
  return Object.fromEntries(operations.map((operation) => [operation, why]));
}

const takesSessions = ({ access }: Operation) => access !== "public";
const changing = allRoutes.filter((route) => takesSessions(route) && route.method !== "get");
const guarded = allRoutes.filter(({ needsFreshSignIn }) => needsFreshSignIn !== undefined);

it("is demanded by every call of a session that changes something, or a reason says why not", () => {
  const bare = changing.filter(({ needsFreshSignIn }) => needsFreshSignIn === undefined);
  expect(bare.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(withoutProof).sort());
});

it("is demanded for each field of a call that needs it for some, or a reason says why not", () => {
  const bare: Record<string, readonly string[]> = {};
  for (const { operationId, needsFreshSignIn, body, formBody } of guarded) {
    if (needsFreshSignIn === undefined || needsFreshSignIn === true) continue;
    const fields = fieldsOf(formBody ?? body);
    expect(fields).toEqual(expect.arrayContaining([...needsFreshSignIn]));
    bare[operationId] = fields.filter((field) => !needsFreshSignIn.includes(field)).sort();
  }
  const reasons = Object.entries(fieldsWithoutProof).map(([operation, fields]) => [
    operation,
    Object.keys(fields).sort(),
  ]);
  expect(bare).toEqual(Object.fromEntries(reasons));
});

/** Throws for a body without named fields: then no list of fields can say what it takes. */
function fieldsOf(body: z.ZodType | undefined): readonly string[] {
  if (body instanceof z.ZodObject) return Object.keys(body.shape);
  throw new Error("the body has no named fields");
}

let account: TestAccount;
let memberId: string;
beforeAll(async () => {
  account = await system.account();
  memberId = await aMember(system, account, "owner");
});

const as =
  (cookie: string): CallSignedIn =>
  (method, path) =>
    system.call(method, path).set("cookie", cookie);

/** A session that was opened six minutes ago. */
async function leftOpen(of: TestAccount, member?: string): Promise<CallSignedIn> {
  const cookie = await sessionCookie(system, of, member);
  await system.sql("update sessions set created_at = now() - interval '6 min' where user_id = $1", of.userId);
  return as(cookie);
}

/** Wrong input is refused before the question for a proof, so these calls need right input. */
const rightInput: Readonly<Record<string, () => Promise<{ path: string; body: object }>>> = {
  createBankAccount: async () => ({
    path: "/api/bank-accounts",
    body: { bank: "cbe", accountNumber: "1000412271234", accountName: "Selam Coffee Trading" },
  }),
  changeBankAccount: async () => ({
    path: `/api/bank-accounts/${await system.saveBankAccount(account, "telebirr")}`,
    body: { label: "Till 2" },
  }),
};

/** With a body as the route takes it; a form has its fields. */
function sent(call: Test, { method, isForm }: { method: string; isForm: boolean }, body: object): Test {
  if (method === "get") return call;
  return isForm
    ? sendForm(call, { fields: Object.fromEntries(Object.keys(body).map((name) => [name, "x"])) })
    : call.send(body);
}

const unknownPath = (path: string) => path.replaceAll(/\{\w+\}/g, `mem_${"0".repeat(26)}`);

describe.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_name, { operationId, method, path, needsFreshSignIn, access, ...route }) => {
    it("is refused in a session that was left open", async () => {
      expect(rolesOf({ access, ...route })).toContain("owner");
      const person = await leftOpen(account, memberId);
      const bodies =
        needsFreshSignIn === true || needsFreshSignIn === undefined
          ? [{}]
          : needsFreshSignIn.map((field) => ({ [field]: null }));
      const right = await rightInput[operationId]?.();
      for (const body of right === undefined ? bodies : [right.body]) {
        const call = person(method, right?.path ?? unknownPath(path));
        const response = await sent(call, { method, isForm: route.formBody !== undefined }, body);
        expect(response.body.error).toMatchObject({ code: "fresh_sign_in_required" });
      }
      const other = await person(method, unknownPath(path));
      if (needsFreshSignIn !== true) expect(other.body.error?.code).not.toBe("fresh_sign_in_required");
    });
  },
);

describe("a deposit", () => {
  it("is accepted without a receipt only after a proof of identity", async () => {
    const shop = await openShop(system);
    const deposit = await shop.deposit();
    const person = await leftOpen(shop.account);
    const accept = (by: CallSignedIn, body = {}) =>
      by("post", `/api/deposits/${deposit.id}/resolve`).send({ decision: "accept", note: "Cash", ...body });
    await accept(person).expect(refusedAs("fresh_sign_in_required"));
    await accept(person, { rememberName: true }).expect(403);
    expect((await shop.read(deposit.id)).status).toBe("awaiting_payment");
    const fresh = as(await sessionCookie(system, shop.account));
    const { body } = await accept(fresh).expect(200);
    expect(body.data.status).toBe("confirmed");
  });
});

describe("a bank account", () => {
  it("with a number that no account has is refused before the question for the password", async () => {
    const holder = await aPersonWithPassword(system);
    const person = await leftOpen(holder);
    const save = (accountNumber: string, bank = "cbe") =>
      person("post", "/api/bank-accounts").send({ bank, accountNumber, accountName: "Selam Coffee Trading" });
    await save("12345").expect(refusedAs("invalid_payload", "accountNumber"));
    await save("0811223344", "telebirr").expect(refusedAs("invalid_payload", "accountNumber"));
    await save("1000412271234").expect(refusedAs("fresh_sign_in_required"));
    const saved = await system.saveBankAccount(holder, "cbe", "12345");
    const change = (body: object) => person("patch", `/api/bank-accounts/${saved}`).send(body);
    await change({ accountNumber: "54321" }).expect(refusedAs("invalid_payload", "accountNumber"));
    await change({ label: "Till 2" }).expect(refusedAs("fresh_sign_in_required"));
    // A number saved before stays, is marked, and lets other fields change.
    const fresh = as(await sessionCookie(system, holder));
    const { body } = await fresh("patch", `/api/bank-accounts/${saved}`)
      .send({ label: "Till 2" })
      .expect(200);
    expect(body.data).toMatchObject({ accountNumber: "12345", label: "Till 2" });
    expect(body.data.numberFault).toMatch(/13 digits/);
    const right = await fresh("patch", `/api/bank-accounts/${saved}`).send({
      accountNumber: "1000 4122 71234",
    });
    expect(right.body.data.numberFault).toBeNull();
  });
});

describe("the age from which payments are in review", () => {
  it("is switched off only after a proof of identity", async () => {
    const holder = await aPersonWithPassword(system);
    const person = await leftOpen(holder);
    const change = (body: object) => person("patch", "/api/profile").send(body);
    await change({ oldPayments: "off" }).expect(refusedAs("fresh_sign_in_required"));
    await change({ calendar: "ethiopian" }).expect(200);
    await person("post", "/api/auth/confirm-password").send({ password: PASSWORD }).expect(204);
    const { body } = await change({ oldPayments: "off" }).expect(200);
    expect(body.data).toMatchObject({ oldPayments: "off", calendar: "ethiopian" });
  });
});

it("lasts five minutes from a proof", async () => {
  const holder = await aPersonWithPassword(system);
  const person = await leftOpen(holder);
  const make = () => person("post", "/api/api-keys").send({ name: "k", permissions: { uptime: ["read"] } });
  await make().expect(refusedAs("fresh_sign_in_required"));
  await person("post", "/api/auth/confirm-password").send({ password: PASSWORD }).expect(204);
  await make().expect(201);
  await system.sql(
    "update sessions set confirmed_at = now() - interval '6 min' where user_id = $1",
    holder.userId,
  );
  await make().expect(refusedAs("fresh_sign_in_required"));
});
