import { createHmac } from "node:crypto";
import { bankAccountChangedSchema } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { setDefaultWebhook } from "../default-webhook.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let person: CallSignedIn;
useSystem({ verifiers: [] });
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

const draft = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Coffee Trading" };
const unknownId = "acc_00000000000000000000000000";

const save = (body: object) => person("post", "/api/bank-accounts").send(body);
const asKey = (method: "get" | "post" | "patch" | "delete", path: string, owner = account) =>
  system.call(method, path, owner);

describe("a bank account", () => {
  it.each([null, "", " "])(
    "keeps its fields if they are sent as %j, except the label, which null removes",
    async (left) => {
      const full = { ...draft, label: "Shop", otherNames: ["Selam D"] };
      const saved = await person("post", "/api/bank-accounts").send(full).expect(201);
      const path = `/api/bank-accounts/${saved.body.data.id}`;
      const texts = { bank: left, accountNumber: left, accountName: left, label: left, owner: left };
      const { body } = await person("patch", path)
        .send({ ...texts, ...(left === null && { otherNames: null }) })
        .expect(200);
      expect(body.data).toMatchObject({ ...full, owner: "user", ...(left === null && { label: null }) });
      await person("delete", path).expect(204);
    },
  );

  it("is saved, listed, changed and deleted, each once in the audit log with a masked number", async () => {
    const saved = await save({ ...draft, label: "Shop" }).expect(201);
    const { id } = saved.body.data;
    expect(saved.body.data).toEqual({
      ...draft,
      id: expect.stringMatching(/^acc_/),
      label: "Shop",
      owner: "user",
      createdAt: expect.any(String),
      updatedAt: saved.body.data.createdAt,
      otherNames: [],
      branchId: null,
      nameCanAgree: true,
      numberFault: null,
    });
    const listed = await asKey("get", "/api/bank-accounts").expect(200);
    expect(listed.body).toMatchObject({ data: [saved.body.data], meta: { total: 1, limit: 20, offset: 0 } });
    const change = { accountNumber: "1000 4122-71111", label: null };
    const changed = await person("patch", `/api/bank-accounts/${id}`).send(change).expect(200);
    expect(changed.body.data).toMatchObject({ id, ...change, accountName: draft.accountName });
    await person("patch", `/api/bank-accounts/${id}`).send(change).expect(200);
    await person("delete", `/api/bank-accounts/${id}`).expect(204);
    await person("delete", `/api/bank-accounts/${id}`).expect(404);
    const masked = { ...draft, accountNumber: "****0936", label: "Shop", owner: "user", otherNames: [] };
    const after = { ...masked, accountNumber: "****1111", label: null };
    expect(await system.auditOf(account.userId)).toEqual([
      { action: "bank_account.created", subject: id, before: null, after: masked },
      { action: "bank_account.updated", subject: id, before: masked, after },
      { action: "bank_account.deleted", subject: id, before: after, after: null },
    ]);
  });

  it("of the business needs a business, and may share its number with a personal account", async () => {
    await save(draft).expect(201);
    const { body } = await save({ ...draft, owner: "business" }).expect(422);
    expect(body.error.details[0].field).toBe("owner");
    await person("patch", "/api/profile").send({ businessName: "Selam PLC" }).expect(200);
    await save({ ...draft, owner: "business" }).expect(201);
  });

  it.each([
    ["bank", "unsupported_bank", { bank: "zemen" }],
    ["bank", "unsupported_bank", { bank: "nobank" }],
    ["bank", "invalid_payload", { bank: undefined }],
    ["accountNumber", "invalid_payload", { accountNumber: "1*****0936" }],
    ["accountNumber", "invalid_payload", { accountNumber: "123" }],
    ["accountNumber", "invalid_payload", { accountNumber: "Selam" }],
    ["accountNumber", "invalid_payload", { accountNumber: 1000412270936 }],
    ["accountNumber", "invalid_payload", { accountNumber: "1000\u0000412270936" }],
    ["accountName", "invalid_payload", { accountName: " " }],
    ["accountName", "invalid_payload", { accountName: undefined }],
    ["label", "invalid_payload", { label: "x".repeat(101) }],
    ["owner", "invalid_payload", { owner: "neighbour" }],
  ])("with an invalid %s is refused as %s: %j", async (field, code, change) => {
    const { body } = await save({ ...draft, ...change }).expect(422);
    expect([body.error.code, body.error.details[0].field]).toEqual([code, field]);
    expect(await system.auditOf(account.userId)).toEqual([]);
  });

  it("is refused as a duplicate in every spelling of its number", async () => {
    await save({ ...draft, bank: "telebirr", accountNumber: "0911223344" }).expect(201);
    for (const accountNumber of ["+251 911 223 344", "251911223344", "911-223-344"]) {
      await save({ ...draft, bank: "telebirr", accountNumber }).expect(refusedAs("already_exists"));
    }
    await save({ ...draft, bank: "mpesa", accountNumber: "0911223344" }).expect(201);
    const other = await save({ ...draft, bank: "telebirr", accountNumber: "0911223355" }).expect(201);
    await person("patch", `/api/bank-accounts/${other.body.data.id}`)
      .send({ accountNumber: "+251911223344" })
      .expect(409);
  });

  /** Only the first would be compared with receipts, and only the end was shown in the audit log. */
  it("is one number: a payer, the audit log and webhooks see the one that receipts are compared with", async () => {
    const saved = await save({ ...draft, bank: "telebirr", accountNumber: "0911223344" }).expect(201);
    for (const accountNumber of ["0999887766 - 0911223344", "0999887766/0911223344"]) {
      const { body } = await person("patch", `/api/bank-accounts/${saved.body.data.id}`)
        .send({ accountNumber })
        .expect(422);
      expect(body.error.details).toEqual([
        { field: "accountNumber", message: "must be the number alone, without text after it" },
      ]);
    }
  });

  it("is saved once by concurrent calls", async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => save(draft)));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 409),
    ]);
    expect(await system.auditOf(account.userId)).toHaveLength(1);
  });

  it("is changed once if concurrent calls give several accounts the same number", async () => {
    const ids = await Promise.all(
      ["1000000000001", "1000000000002", "1000000000003"].map(
        async (accountNumber) => (await save({ ...draft, accountNumber })).body.data.id,
      ),
    );
    const responses = await Promise.all(
      ids.map((id) => person("patch", `/api/bank-accounts/${id}`).send({ accountNumber: "1000000000009" })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("is returned to a key with read permission as in the list", async () => {
    const account = await system.account();
    const id = await system.saveBankAccount(account, "telebirr");
    const read = (path: string) => system.call("get", path, account).expect(200);
    const { data } = (await read("/api/bank-accounts?bank=TELEBIRR")).body;
    expect((await read(`/api/bank-accounts/${id}`)).body.data).toEqual(data[0]);
  });

  it("of another account is reported like an unknown one", async () => {
    const { body } = await save(draft).expect(201);
    const stranger = await signIn(system, await system.account());
    const act = (method: "patch" | "delete", id: string) =>
      stranger(method, `/api/bank-accounts/${id}`).set("x-request-id", "one-for-all").send({ label: "mine" });
    for (const method of ["patch", "delete"] as const) {
      const foreign = await act(method, body.data.id);
      const unknown = await act(method, unknownId);
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    expect((await asKey("get", "/api/bank-accounts")).body.data[0].label).toBeNull();
  });

  it("is listed in pages, also by bank, for a key with read permission", async () => {
    for (const last of [1, 2, 3]) await save({ ...draft, accountNumber: `100000000000${last}` }).expect(201);
    await save({ ...draft, bank: "dashen" }).expect(201);
    const page = await asKey("get", "/api/bank-accounts?bank=cbe&limit=2&offset=1").expect(200);
    expect(page.body.meta).toMatchObject({ total: 3, limit: 2, offset: 1, hasMore: false });
    expect(
      page.body.data.map(({ accountNumber }: { accountNumber: string }) => accountNumber.at(-1)),
    ).toEqual(["2", "3"]);
    await asKey("get", "/api/bank-accounts?limit=0").expect(422);
    const other = await system.account({ permissions: { metrics: ["read"] } });
    await asKey("get", "/api/bank-accounts", other).expect(403);
  });
});

/** Payers are told to pay to saved accounts. */
describe("a leaked key with every permission", () => {
  it("cannot add, change or remove an account", async () => {
    const { id } = (await save(draft).expect(201)).body.data;
    for (const response of [
      await asKey("post", "/api/bank-accounts").send({ ...draft, accountNumber: "1000999999999" }),
      await asKey("patch", `/api/bank-accounts/${id}`).send({ accountNumber: "1000999999999" }),
      await asKey("delete", `/api/bank-accounts/${id}`),
    ]) {
      expect([response.status, response.body.error.code]).toEqual([401, "unauthenticated"]);
    }
    const { body } = await asKey("get", "/api/bank-accounts");
    expect(body.data).toMatchObject([{ id, accountNumber: draft.accountNumber }]);
  });

  it("cannot use the merchant's cookie from another site", async () => {
    await person("post", "/api/bank-accounts")
      .set("origin", "https://evil.example")
      .send(draft)
      .expect(refusedAs("origin_rejected"));
  });
});

describe("a change of a bank account", () => {
  useReceiver();

  it("is sent to the default webhook, signed and without the number", async () => {
    const { secret } = (await person("post", "/api/profile/webhook-secret").expect(201)).body.data;
    await person("patch", "/api/profile").send({ defaultWebhookUrl: receiver.url }).expect(200);
    const { id } = (await save({ ...draft, label: "Shop" }).expect(201)).body.data;
    await person("patch", `/api/bank-accounts/${id}`).send({ accountNumber: "1000412271111" }).expect(200);
    await person("delete", `/api/bank-accounts/${id}`).expect(204);
    await until(() => receiver.received.length === 3);
    const events = new Map(
      receiver.received.map(({ headers, body }) => {
        const text = `${headers["x-webhook-timestamp"]}.${body}`;
        const signature = createHmac("sha256", secret).update(text).digest("hex");
        expect(headers["x-webhook-signature"]).toBe(`sha256=${signature}`);
        const event = bankAccountChangedSchema.parse(JSON.parse(body));
        expect(headers["x-webhook-event"]).toBe(event.event);
        return [event.event, event.data];
      }),
    );
    const data = {
      id,
      bank: "cbe",
      accountName: "Selam Coffee Trading",
      label: "Shop",
      owner: "user",
      otherNames: [],
    };
    expect(events.get("bank_account.created")).toEqual({
      ...data,
      accountNumber: "****0936",
      previousAccountNumber: null,
    });
    expect(events.get("bank_account.updated")).toEqual({
      ...data,
      accountNumber: "****1111",
      previousAccountNumber: "****0936",
    });
    expect(events.get("bank_account.deleted")).toEqual({
      ...data,
      accountNumber: "****1111",
      previousAccountNumber: null,
    });
    expect(JSON.stringify(receiver.received)).not.toContain("10004122");
  });

  it("is sent again as the same delivery if the receiver fails", async () => {
    await setDefaultWebhook(system.database.pool, account.userId, receiver.url);
    receiver.nextStatuses.push(500);
    await save(draft).expect(201);
    await until(() => receiver.received.length === 1);
    const state = async () => {
      return await system.sql(
        "select state, attempts, verification_id from webhook_deliveries where user_id = $1",
        account.userId,
      );
    };
    await until(async () => {
      await system.sql(
        "update webhook_deliveries set next_attempt_at = now() where user_id = $1 and state = 'pending'",
        account.userId,
      );
      return (await state())[0]?.state === "delivered";
    });
    expect(await state()).toEqual([{ state: "delivered", attempts: 2, verification_id: null }]);
    const [first, second] = receiver.received;
    expect([second?.body, second?.headers["x-webhook-delivery-id"]]).toEqual([
      first?.body,
      first?.headers["x-webhook-delivery-id"],
    ]);
  });

  it("is not sent if it is refused", async () => {
    await person("patch", "/api/profile").send({ defaultWebhookUrl: receiver.url }).expect(200);
    await save(draft).expect(201);
    await save(draft).expect(409);
    const rows = await system.sql("select event from webhook_deliveries where user_id = $1", account.userId);
    expect(rows).toEqual([{ event: "bank_account.created" }]);
  });
});
