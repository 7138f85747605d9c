import { until } from "@receipts/testing";
import { expectTotalsToMatch } from "../ends.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { openShop } from "../shop.ts";
import { type CallSignedIn, signIn, signInAs } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

/** A genuine receipt whose receiver is in doubt waits for a person, who decides about it once. */
let account: TestAccount;
let owner: CallSignedIn;
// Before the system stops.
afterAll(() => expectTotalsToMatch(system));
useSystem({ verifiers: ["telebirr"] });
useReceiver();
beforeEach(async () => {
  account = await system.account();
  owner = await signIn(system, account);
  await owner("post", "/api/bank-accounts")
    .send({ bank: "telebirr", accountNumber: "0911223344", accountName: "Sara Coffee Trading" })
    .expect(201);
});

const note = "The money is in our account";
/** Visible digits and amount match, the name does not. */
const payUnderAnotherName = (receiverName = "Abel Girma") =>
  system.pay({ bank: "telebirr", amount: "1250.00", receiverAccount: "0911223344", receiverName });

const verify = async (reference: string, body: object = {}) =>
  (await system.verify(account, { bank: "telebirr", reference, ...body }, { waitMs: 15_000 }).expect(200))
    .body;

async function inReview(body: object = {}): Promise<{ readonly id: string; readonly reference: string }> {
  const { referenceNumber: reference } = await payUnderAnotherName();
  const { requestId, data } = await verify(reference, body);
  expect(data[0]).toMatchObject({ decision: "review", decisionReasons: ["receiver_not_proven"] });
  return { id: requestId, reference };
}

const decide = (id: string, body: object) => owner("post", `/api/verify/${id}/resolve`).send(body);
const statusOf = (id: string) => system.statusOf(account, id);
const events = async (id: string) =>
  (
    await system.sql<{ payload: string }>(
      "select payload from webhook_deliveries where verification_id = $1 and event = 'verification.resolved'",
      id,
    )
  ).map(({ payload }) => JSON.parse(payload));
const auditRows = (id: string) =>
  system.sql("select actor_kind from audit_log where subject = $1 and action = 'verification.resolved'", id);

const resolution = {
  decision: "accept",
  by: expect.any(String),
  at: expect.stringMatching(/Z$/),
  note,
};

describe("a request in review that a person accepts", () => {
  it("is accepted in every reading, with who decided, and ended as it had ended", async () => {
    const { id } = await inReview();
    const before = await statusOf(id);
    const { body } = await decide(id, { decision: "accept", note }).expect(200);
    const after = await statusOf(id);
    const accepted = { decision: "accept", decisionReasons: [], resolution };
    expect(body.data).toMatchObject(accepted);
    expect(after).toEqual({ ...before, ...accepted, result: { ...before.result, ...accepted } });
    const history = await system.call("get", "/api/verify/history?decision=accept", account).expect(200);
    expect(history.body.data).toMatchObject([{ requestId: id, ...accepted }]);
    const payments = await owner("get", "/api/payments?decision=accept").expect(200);
    expect(payments.body.data).toMatchObject([{ id, ...accepted }]);
  });

  it("is in the counts of its list, also if others of the list are decided at the same time", async () => {
    const paid = await Promise.all(Array.from({ length: 6 }, () => payUnderAnotherName()));
    const items = paid.map(({ referenceNumber }) => ({ bank: "telebirr", referenceNumber }));
    const { body } = await owner("post", "/api/verify/batch").send({ items }).expect(202);
    const read = async (path = "") => (await owner("get", `/api/batches/${body.data.id}${path}`)).body.data;
    await until(async () => (await read()).status === "completed");
    expect((await read()).counts).toMatchObject({ success: 6, accept: 0, review: 6, reject: 0 });
    const listed: readonly { readonly requestId: string }[] = await read("/items");
    const decisions = ["accept", "reject", "accept", "reject", "accept"] as const;
    await Promise.all(
      decisions.map((decision, nth) => decide(listed[nth]?.requestId ?? "", { decision }).expect(200)),
    );
    expect((await read()).counts).toMatchObject({ success: 6, accept: 3, review: 1, reject: 2 });
    // The same decision again changes nothing.
    await decide(listed[0]?.requestId ?? "", { decision: "accept" }).expect(200);
    expect((await read()).counts).toMatchObject({ accept: 3, review: 1, reject: 2 });
  });

  it("is told once to the request's URL and to each endpoint, and is in the audit log", async () => {
    await owner("post", "/api/webhook-endpoints")
      .send({ url: `${receiver.url}/endpoint`, types: ["verification.resolved"] })
      .expect(201);
    const { id, reference } = await inReview({ webhookUrl: receiver.url });
    await decide(id, { decision: "accept", note }).expect(200);
    const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
    await until(() => bodies().length === 3);
    const completed = bodies().find(({ type }) => type === "verification.completed");
    const resolved = bodies().filter(({ type }) => type === "verification.resolved");
    expect(resolved).toHaveLength(2);
    expect(resolved[0]).toEqual({
      ...{ ...completed, event: "verification.resolved", type: "verification.resolved", id: resolved[0].id },
      ...{ createdAt: resolved[0].data.resolution.at, timestamp: resolved[0].data.resolution.at },
      data: {
        ...completed.data,
        settlementAccountMatch: expect.objectContaining({ matched: true, proof: "mask_only" }),
        ...{ decision: "accept", decisionReasons: [], resolution, referenceNumber: reference },
      },
    });
    expect(resolved[1]).toEqual(resolved[0]);
    expect(completed.data.decision).toBe("review");
    expect(await auditRows(id)).toEqual([{ actor_kind: "session" }]);
  });

  it("is refused to another request, also to one that takes later confirmations", async () => {
    const { id, reference } = await inReview();
    await decide(id, { decision: "accept" }).expect(200);
    expect((await verify(reference)).data[0]).toMatchObject({ decision: "reject" });
    const allowed = await verify(reference, { expect: { firstConfirmationOnly: false } });
    expect(allowed.data[0].decision).toBe("review");
    const second = await decide(allowed.requestId, { decision: "accept" });
    refusedAs("invalid_state")(second);
    const again = await statusOf(allowed.requestId);
    expect(again.decision).toBe("review");
  });

  it("makes the name a proof from then on, if the person says so", async () => {
    const { id } = await inReview();
    await decide(id, { decision: "accept", rememberName: true }).expect(200);
    const { referenceNumber } = await payUnderAnotherName();
    expect((await verify(referenceNumber)).data[0]).toMatchObject({ decision: "accept" });
  });
});

describe("a name that no receipt could prove", () => {
  it("is not saved: the decision is refused, and made without it", async () => {
    const { referenceNumber } = await payUnderAnotherName("Selam PLC");
    const { requestId: id } = await verify(referenceNumber);
    const { body } = await decide(id, { decision: "accept", rememberName: true }).expect(422);
    expect(body.error.details).toEqual([
      { field: "rememberName", message: expect.stringContaining("two words that count") },
    ]);
    await decide(id, { decision: "accept" }).expect(200);
  });
});

describe("a request in review that a person rejects", () => {
  it("is rejected in every reading, and stays out of the accepted money", async () => {
    const { id } = await inReview();
    await decide(id, { decision: "reject", note }).expect(200);
    const rejected = {
      decision: "reject",
      decisionReasons: ["rejected_by_person", "receiver_not_proven"],
      resolution: { ...resolution, decision: "reject" },
    };
    expect(await statusOf(id)).toMatchObject({ status: "success", ...rejected });
    const payments = await owner("get", "/api/payments?decision=reject").expect(200);
    expect(payments.body.data).toMatchObject([{ id, ...rejected }]);
  });
});

describe("the queue of decisions", () => {
  it("has requests and deposits in review, oldest first, until each is decided", async () => {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const reviews = async () => (await person("get", "/api/reviews").expect(200)).body;
    expect(await reviews()).toMatchObject({ data: [], meta: { total: 0 } });
    const { referenceNumber: reference } = await payUnderAnotherName();
    const receipt = { bank: "telebirr", reference, settlementAccount: "0911223344" };
    const { requestId } = (await system.verify(shop.account, receipt, { waitMs: 15_000 }).expect(200)).body;
    const { id } = await shop.deposit({ reference: "order-7" });
    await shop.submitAndSettle(id, await shop.pay({ receiverName: "Abel Girma" }));
    const { data, meta } = await reviews();
    expect(meta.total).toBe(2);
    expect(data).toMatchObject([
      { kind: "request", id: requestId, amount: "1250.00", orderReference: null, referenceNumber: reference },
      {
        kind: "deposit",
        id,
        amount: "1250.00",
        orderReference: "order-7",
        decisionReasons: ["receiver_not_proven"],
      },
    ]);
    const second = await person("get", "/api/reviews?limit=1&offset=1").expect(200);
    expect(second.body).toMatchObject({ data: [{ id }], meta: { total: 2 } });
    await person("post", `/api/verify/${requestId}/resolve`).send({ decision: "reject" }).expect(200);
    await person("post", `/api/deposits/${id}/resolve`).send({ decision: "accept" }).expect(200);
    expect(await reviews()).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

describe("one receipt in doubt pays once", () => {
  type Accept = () => Promise<boolean>;

  async function aShop() {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const sms = await shop.pay({ receiverName: "Abel Girma" });
    const accept = (path: string): Accept => {
      return async () => (await person("post", path).send({ decision: "accept" })).status === 200;
    };
    return {
      request: async (): Promise<Accept> => {
        const body = { bank: "telebirr", reference: sms };
        const { body: sent } = await system.verify(shop.account, body, { waitMs: 15_000 }).expect(200);
        return accept(`/api/verify/${sent.requestId}/resolve`);
      },
      deposit: async (): Promise<Accept> => {
        const { id } = await shop.deposit();
        const submitted = await shop.submit(id, sms);
        await until(async () => (await shop.read(id)).status !== "verifying");
        const isInReview = submitted.kind === "submitted" && (await shop.read(id)).review !== null;
        return isInReview ? accept(`/api/deposits/${id}/resolve`) : async () => false;
      },
    };
  }

  /** After a deposit a request is held for it. */
  const pairs = [
    ["request", "request"],
    ["request", "deposit"],
    ["deposit", "request"],
    ["deposit", "deposit"],
  ] as const;

  it.each(pairs)("a %s, then a %s, accepted one after the other in both orders", async (first, second) => {
    for (const order of ["as sent", "reversed"]) {
      const shop = await aShop();
      const accepts = [await shop[first](), await shop[second]()];
      let paid = 0;
      for (const accept of order === "as sent" ? accepts : accepts.toReversed())
        if (await accept()) paid += 1;
      expect([order, paid]).toEqual([order, 1]);
    }
  });

  it.each(pairs)("a %s and a %s that are sent and accepted at once", async (first, second) => {
    const shop = await aShop();
    const accepts = await Promise.all([shop[first](), shop[second]()]);
    const outcomes = await Promise.all([...accepts, ...accepts].map((accept) => accept()));
    // The same decision again is answered as the first.
    const paid = [0, 1].filter((at) => outcomes[at] === true || outcomes[at + 2] === true);
    expect(paid).toHaveLength(1);
  });
});

describe("a decision", () => {
  it("is made once by 50 people at once, with one event and one line in the audit log", async () => {
    const { id } = await inReview({ webhookUrl: receiver.url });
    const bodies = Array.from({ length: 50 }, (_, nth) => ({
      decision: nth % 2 === 0 ? "accept" : "reject",
    }));
    const responses = await Promise.all(bodies.map((body) => decide(id, body)));
    const { decision } = await statusOf(id);
    const agreeing = responses.filter(({ status }) => status === 200);
    expect(agreeing).toHaveLength(25);
    for (const { body } of agreeing) expect(body.data.decision).toBe(decision);
    for (const response of responses) if (response.status !== 200) refusedAs("invalid_state")(response);
    expect(await events(id)).toHaveLength(1);
    expect(await auditRows(id)).toHaveLength(1);
  });

  it("is answered as the first if it is sent again, and refused if it is another one", async () => {
    const { id } = await inReview();
    const first = await decide(id, { decision: "accept", note }).expect(200);
    const again = await decide(id, { decision: "accept", note }).expect(200);
    expect(again.body).toEqual(first.body);
    for (const other of [
      { decision: "reject", note },
      { decision: "accept" },
      { decision: "accept", note: "x" },
    ])
      refusedAs("invalid_state")(await decide(id, other));
    expect(await events(id)).toHaveLength(0);
    expect(await auditRows(id)).toHaveLength(1);
  });

  it("is refused for a request that is not in review", async () => {
    const { referenceNumber: reference } = await system.pay({
      ...{
        bank: "telebirr",
        amount: "5.00",
        receiverAccount: "0911223344",
        receiverName: "Sara Coffee Trading",
      },
    });
    const { requestId } = await verify(reference);
    const response = await decide(requestId, { decision: "accept" });
    refusedAs("invalid_state")(response);
    expect(response.body.message).toContain("accept");
  });

  it("is refused for the receipt of a deposit, and for one that a deposit holds", async () => {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const { id } = await shop.deposit();
    const sms = await shop.pay({ receiverName: "Abel Girma" });
    const deposit = await shop.submitAndSettle(id, sms);
    const ofDeposit = deposit.review?.receipt.verificationRequestId ?? "";
    const held = await system
      .verify(shop.account, { bank: "telebirr", reference: sms }, { waitMs: 15_000 })
      .expect(200);
    for (const requestId of [ofDeposit, held.body.requestId]) {
      const path = `/api/verify/${requestId}/resolve`;
      const response = await person("post", path).send({ decision: "accept" });
      refusedAs("invalid_state")(response);
      expect(response.body.message).toContain("deposit");
    }
  });

  it.each(["manager", "owner"] as const)("can be made by an %s", async (role) => {
    const { id } = await inReview();
    const person = await signInAs(system, account, role);
    await person("post", `/api/verify/${id}/resolve`).send({ decision: "reject" }).expect(200);
  });

  it("can be made with a key that has the permission, but no key remembers a name", async () => {
    const { id } = await inReview();
    const { apiKey } = await system.keyOf(account, { permissions: { verification: ["resolve"] } });
    const call = (body: object) =>
      system.call("post", `/api/verify/${id}/resolve`).set("x-api-key", apiKey).send(body);
    refusedAs("permission_denied")(await call({ decision: "accept", rememberName: true }));
    const { body } = await call({ decision: "accept" }).expect(200);
    expect(body.data.resolution).toMatchObject({ decision: "accept", note: null });
    refusedAs("permission_denied")(
      await system.call("post", `/api/verify/${id}/resolve`, account).send({ decision: "accept" }),
    );
  });

  it("loses its note and name when the names on the receipt are erased", async () => {
    const { id } = await inReview({ webhookUrl: receiver.url });
    await decide(id, { decision: "accept", note }).expect(200);
    const [erased] = await system.sql<{ result: object; payload: string }>(
      `select erased_result(v.result) as result, erased_payload(d.payload) as payload
         from verification_requests v join webhook_deliveries d on d.verification_id = v.id
        where v.id = $1 and d.event = 'verification.resolved'`,
      id,
    );
    const nameless = { resolution: { decision: "accept", by: null, note: null } };
    expect(erased?.result).toMatchObject(nameless);
    expect(JSON.parse(erased?.payload ?? "").data).toMatchObject(nameless);
  });
});
