import { randomBytes } from "node:crypto";
import { sampleReferences } from "@receipts/bank-sandbox";
import type { BankCode } from "@receipts/contracts";
import { startLocalServer, until } from "@receipts/testing";
import type { Response } from "supertest";
import { expectEnd } from "../ends.ts";
import { firstConfirmation, notVerified, unchecked, unsettled } from "../expected-result.ts";
import { refusedAs } from "../refusals.ts";
import { aReceipt, openSystem, type System, type TestAccount } from "../system.ts";

let system: System;
/** Without verifiers: requests stay as admitted. */
let idle: System;
beforeAll(async () => {
  [system, idle] = await Promise.all([
    openSystem(),
    openSystem({ verifiers: [], env: { MAX_WAIT_MS: "100" } }),
  ]);
});
afterAll(() => Promise.all([system.stop(), idle.stop()]));

const wait = { waitMs: 15_000 };
const maskedTelebirr = "2519****7436";

const item = ({ body }: Response) => body.data[0];
const history = (response: Response) => item(response).confirmationHistory;
const match = (response: Response) => item(response).settlementAccountMatch;
const cache = ({ headers }: Response) => headers["x-svc-cache"];

const requestsOf = (account: TestAccount, on: System = system) =>
  on.sql("select from verification_requests where user_id = $1", account.userId);

/** Returns the result of a request of a new account. */
const resultOf = async (body: object) =>
  item(await system.verify(await system.account(), body, wait).expect(200));

const payCbe = () =>
  system.pay({ bank: "cbe", amount: 300, receiverAccount: "1000412270936", receiverName: "A B" });

/** New receipts, one per bank. */
const letters = () => randomBytes(2).toString("hex").toUpperCase();
const fresh: Record<"telebirr" | "cbe" | "boa", () => object> = {
  telebirr: aReceipt,
  cbe: () => ({ bank: "cbe", reference: `FT26201${letters()}1`, suffix: "58471203" }),
  boa: () => ({ bank: "boa", reference: `FT26201${letters()}1`, suffix: "58203" }),
};

const noConfirmation = {
  scope: "account",
  isFirstConfirmation: false,
  confirmedBefore: false,
  firstConfirmedAt: null,
  lastConfirmedAt: null,
  confirmationCount: 0,
};

describe("a submission without waitMs", () => {
  const banks = Object.entries(fresh);

  it.each(banks)("gets 202 as admitted: %s", async (bank, body) => {
    const response = await system.verify(await system.account(), body(), {
      headers: { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    });
    const requestId = response.body.requestId;
    const statusUrl = `https://api.example.test/api/verify/${requestId}`;
    expect([response.status, cache(response)]).toEqual([202, "MISS"]);
    expect(requestId).toMatch(/^ver_[0-9a-z]{26}$/);
    expect(response.body).toEqual({
      success: true,
      message: expect.any(String),
      data: [],
      requestId,
      statusUrl,
      estimatedWaitMs: expect.any(Number),
      verification: {
        ...{ requestId, bank, livemode: false },
        ...{ processingStatus: "queued", status: "pending", verified: false },
      },
      links: { statusUrl, pollAfterMs: expect.any(Number), webhookRegistered: false },
    });
    expect(response.body.estimatedWaitMs).toBeGreaterThan(0);
    expect(response.body.links.pollAfterMs).toBeGreaterThan(0);
    expect(response.headers).not.toHaveProperty("idempotent-replayed");
  });

  it("gets 202 with waitMs=0 too", async () => {
    const response = await system.verify(await system.account(), aReceipt(), { waitMs: 0 });
    expect([response.status, response.body.verification.processingStatus]).toEqual([202, "queued"]);
  });

  it.each([
    [{ webhookUrl: "http://127.0.0.1:9/hook" }, {}],
    [{}, { "x-webhook-url": "http://127.0.0.1:9/hook" }],
    [{ webhookUrl: "http://127.0.0.1:9/hook" }, { "x-webhook-url": "http://127.0.0.1:9/hook" }],
  ])("reports a registered webhook: body %j, headers %j", async (fields, headers) => {
    const response = await idle.verify(await idle.account(), { ...aReceipt(), ...fields }, { headers });
    expect(response.body.links.webhookRegistered).toBe(true);
  });
});

describe("a submission with waitMs", () => {
  const seller = "Selam Demo Trading";
  const paid = { senderName: "Hanna Tadesse Molla", receiverName: seller, amount: "1234.56" };

  /** A shop ships goods on these numbers. */
  it.each([
    {
      name: "telebirr to a phone",
      order: { bank: "telebirr", receiverAccount: "0900127436", paidAt: "2026-09-03T21:15:42+03:00" },
      expected: {
        paymentKind: "transfer",
        receiverAccount: maskedTelebirr,
        accountSuffix: null,
        timestamp: "2026-09-03T18:15:42.000Z",
      },
    },
    {
      name: "telebirr to a bank",
      order: {
        bank: "telebirr",
        receiverAccount: "1000412270936",
        receiverBank: "Commercial Bank of Ethiopia",
        paidAt: "2026-09-04T01:15:42+03:00",
      },
      expected: {
        paymentKind: "bank_transfer",
        receiverAccount: "1000412270936",
        receiverBank: "cbe",
        accountSuffix: null,
        timestamp: "2026-09-03T22:15:42.000Z",
      },
    },
    {
      name: "cbe by PDF",
      order: { bank: "cbe", receiverAccount: "1000412270936", paidAt: "2026-09-03T12:05:00+03:00" },
      expected: { paymentKind: null, receiverAccount: "1****0936", timestamp: "2026-09-03T09:05:00.000Z" },
    },
    {
      name: "boa",
      order: { bank: "boa", receiverAccount: "104273658", paidAt: "2026-09-03T23:59:00+03:00" },
      expected: {
        paymentKind: "transfer",
        receiverAccount: "1******58",
        timestamp: "2026-09-03T20:59:00.000Z",
        timestampPrecision: "minute",
      },
    },
  ])("gets every field of an ordered payment: $name", async ({ order, expected }) => {
    const made = await system.pay({ ...paid, ...order });
    const { bank } = order;
    const body = { bank, reference: made.referenceNumber, suffix: made.suffix };
    const account = await system.account();
    const response = await system.verify(account, body, wait).expect(200);
    const { requestId } = response.body;
    const status = await system.statusOf(account, requestId);
    expect(response.body).toEqual({
      success: true,
      message: expect.any(String),
      requestId,
      verification: {
        ...{ requestId, bank, livemode: false },
        ...{ processingStatus: "completed", status: "success", verified: true },
      },
      links: { statusUrl: `https://api.example.test/api/verify/${requestId}` },
      data: [
        {
          bank,
          livemode: false,
          status: "success",
          verified: true,
          amount: 1234.56,
          currency: "ETB",
          senderName: "Hanna Tadesse Molla",
          receiverName: seller,
          referenceNumber: made.referenceNumber,
          accountSuffix: made.suffix ?? null,
          confirmationHistory: firstConfirmation(status.completedAt),
          settlementAccountMatch: {
            ...unsettled(bank),
            source: "account_registry",
            reason: "no_registered_accounts",
          },
          failureReason: null,
          ...unchecked,
          ...expected,
        },
      ],
    });
  });

  it("gets the FT number and no suffix for a cbe share link", async () => {
    const made = await system.pay({
      ...paid,
      bank: "cbe",
      receiverAccount: "1000412270936",
      paidAt: "2026-09-03T12:05:00+03:00",
    });
    expect(await resultOf({ bank: "cbe", reference: made.shareUrl })).toMatchObject({
      status: "success",
      amount: 1234.56,
      senderName: "Hanna Tadesse Molla",
      receiverName: seller,
      receiverAccount: "1********0936",
      referenceNumber: made.referenceNumber,
      accountSuffix: null,
      timestamp: "2026-09-03T09:05:00.000Z",
    });
  });

  /** The bank accepts the token alone: without the comparison a stranger's receipt would pass as the payer's own. */
  it("needs a suffix of one of the parties if it sends one with a cbe share link, cached or not", async () => {
    const account = await system.account();
    const { shareUrl: reference } = await system.pay({
      ...paid,
      bank: "cbe",
      receiverAccount: "1000412270936",
    });
    const verifyWith = (suffix?: string) => system.verify(account, { bank: "cbe", reference, suffix }, wait);
    const [alone, own, foreign] = [
      await verifyWith(),
      await verifyWith("12270936"),
      await verifyWith("12270937"),
    ];
    expect(item(alone)).toMatchObject({ status: "success", accountSuffix: null });
    expect(item(own)).toMatchObject({ status: "success", verified: true, accountSuffix: "12270936" });
    expect([alone, own, foreign].map(cache)).toEqual(["MISS", "MISS", "MISS"]);
    expect(foreign.body.verification).toMatchObject({ processingStatus: "completed", status: "failed" });
    expect(item(foreign)).toMatchObject({
      verified: false,
      amount: null,
      senderName: null,
      receiverAccount: null,
      accountSuffix: "12270937",
      failureReason: null,
    });
    const malformed = await verifyWith("1227093");
    expect([malformed.status, malformed.body.error.details]).toMatchObject([422, [{ field: "suffix" }]]);
  });

  it("gets every field for an unknown receipt, null if it has no value", async () => {
    expect(await resultOf({ bank: "boa", ...sampleReferences.boa.notFound })).toEqual({
      bank: "boa",
      livemode: false,
      status: "not_found",
      verified: false,
      amount: null,
      currency: null,
      senderName: null,
      receiverName: null,
      receiverAccount: null,
      referenceNumber: sampleReferences.boa.notFound.reference,
      accountSuffix: sampleReferences.boa.notFound.suffix,
      timestamp: null,
      paymentKind: null,
      confirmationHistory: noConfirmation,
      settlementAccountMatch: expect.objectContaining({
        matched: false,
        reason: "verification_not_successful",
        candidateCount: 0,
      }),
      failureReason: null,
      ...notVerified,
    });
  });

  it("waits no longer than the cap", async () => {
    const response = await idle.verify(await idle.account(), aReceipt(), { waitMs: 999_999_999 });
    expect([response.status, response.body.verification.processingStatus]).toEqual([202, "queued"]);
  });

  it.each(["-1", "1.5", "abc", "1e3", "0x10", "%201", "1&waitMs=2"])(
    "is refused with waitMs=%s",
    async (waitMs) => {
      const account = await system.account();
      await system
        .call("post", `/api/verify?waitMs=${waitMs}`, account)
        .send(aReceipt())
        .expect(refusedAs("invalid_payload", "waitMs"));
      expect(await system.balanceOf(account)).toBe(1_000);
    },
  );
});

describe("each end of a request", () => {
  /** `every-bank` tests references; these are cbe's tokens, and a suffix of neither party. */
  it.each([
    ["cbe", "success", { bank: "cbe", reference: "v2-hfHCqT7mWd2sLx9KbZ12" }],
    ["cbe", "notFound", { bank: "cbe", reference: "v2-hfHCqT7mWd2sLx9KbZNF" }],
    ["cbe", "down", { bank: "cbe", reference: "v2-hfHCqT7mWd2sLx9KbZDN" }],
    ["cbe", "unrecognizable", { bank: "cbe", reference: "v2-hfHCqT7mWd2sLx9KbZGB" }],
    ["cbe", "notFound", { bank: "cbe", reference: "FT26278K3WRV", suffix: "58471203" }],
  ] as const)("is reported for %s, %s: %j", async (_bank, outcome, body) => {
    await expectEnd(system, body, outcome);
  });

  it("shows a reversed payment, without a confirmation", async () => {
    expect(await resultOf({ bank: "telebirr", ...sampleReferences.telebirr.reversed })).toMatchObject({
      status: "failed",
      amount: expect.any(Number),
      receiverAccount: maskedTelebirr,
      failureReason: null,
      confirmationHistory: noConfirmation,
      settlementAccountMatch: expect.objectContaining({ reason: "verification_not_successful" }),
    });
  });

  it("awaits a bank that takes five seconds, while its request is running", async () => {
    const account = await system.account();
    const slow = (["telebirr", "cbe", "boa"] as const).map((bank) => ({
      bank,
      ...sampleReferences[bank].slow,
    }));
    const early = await system.verify(
      account,
      { bank: "telebirr", reference: "DJ57QK2XSL" },
      { waitMs: 200 },
    );
    expect(early.status).toBe(202);
    const responses = slow.map((body) => system.verify(account, body, wait).then((response) => response));
    await until(
      async () => (await system.statusOf(account, early.body.requestId)).processingStatus === "running",
    );
    const running = await system.statusOf(account, early.body.requestId);
    expect(running).toMatchObject({ processingStatus: "running", status: "pending", result: null });
    for (const response of await Promise.all(responses)) {
      expect([response.status, item(response)?.status]).toEqual([200, "success"]);
    }
  });

  /** A caller who guesses references must not see a stranger's payment. */
  it.each([
    ["boa", "12345"],
    ["cbe", "12345678"],
  ])("shows nothing of a %s receipt for a suffix of neither party", async (bank, suffix) => {
    await using host = await startSuffixBlindHost();
    await using guarded = await openSystem({
      verifiers: [bank as BankCode],
      env: { BANK_BOA_BASE_URL: host.url, BANK_CBE_LEGACY_BASE_URL: host.url },
    });
    host.serve(guarded.sandboxUrl);
    const account = await guarded.account({ credits: 10 });
    await guarded.saveBankAccount(account, bank as BankCode);
    const { reference } = sampleReferences[bank as "boa" | "cbe"].success;
    const response = await guarded.verify(account, { bank, reference, suffix }, wait).expect(200);
    expect(response.body.verification).toMatchObject({ processingStatus: "completed", status: "failed" });
    expect(item(response)).toEqual({
      bank,
      // cbe has another host, which is the sandbox.
      livemode: bank !== "cbe",
      status: "failed",
      verified: false,
      amount: null,
      currency: null,
      senderName: null,
      receiverName: null,
      receiverAccount: null,
      referenceNumber: reference,
      accountSuffix: suffix,
      timestamp: null,
      paymentKind: null,
      confirmationHistory: noConfirmation,
      settlementAccountMatch: {
        ...unsettled(bank),
        source: "account_registry",
        reason: "verification_not_successful",
      },
      failureReason: null,
      ...notVerified,
    });
    const again = await guarded.verify(account, { bank, reference, suffix });
    expect(cache(again)).toBe("MISS");
  });
});

/** Starts a bank that serves the sample receipt for any suffix, like a bank without that check. */
async function startSuffixBlindHost() {
  let upstream = "";
  const blind = ({ reference, suffix }: { reference: string; suffix?: string }, path: string) =>
    path.replace(new RegExp(`${reference}\\d+`), `${reference}${suffix}`);
  const server = await startLocalServer(async (request, response) => {
    const path = blind(sampleReferences.cbe.success, blind(sampleReferences.boa.success, request.url ?? ""));
    const upstreamResponse = await fetch(`${upstream}${path}`);
    response.writeHead(upstreamResponse.status, {
      "content-type": upstreamResponse.headers.get("content-type") ?? "",
    });
    response.end(Buffer.from(await upstreamResponse.arrayBuffer()));
  });
  return {
    ...server,
    serve: (url: string) => {
      upstream = url;
    },
  };
}

describe("cached verdicts", () => {
  it("serve a second request at once, as its own row, debit and confirmation", async () => {
    const account = await system.account({ credits: 10 });
    const receipt = aReceipt();
    const miss = await system.verify(account, receipt, wait).expect(200);
    const hit = await system.verify(account, receipt);
    expect([hit.status, cache(miss), cache(hit)]).toEqual([200, "MISS", "HIT"]);
    expect(hit.body.requestId).not.toBe(miss.body.requestId);
    const { confirmationHistory, decision, decisionReasons, ...rest } = item(hit);
    const {
      confirmationHistory: _history,
      decision: _decision,
      decisionReasons: reasons,
      ...before
    } = item(miss);
    expect(rest).toEqual(before);
    expect([decision, decisionReasons]).toEqual(["reject", ["already_confirmed", ...reasons]]);
    expect(confirmationHistory).toMatchObject({ isFirstConfirmation: false, confirmationCount: 2 });
    expect(await system.balanceOf(account)).toBe(8);
    expect(await requestsOf(account)).toHaveLength(2);
    const record = await system.statusOf(account, hit.body.requestId);
    expect(record).toMatchObject({
      processingStatus: "completed",
      durationMs: expect.any(Number),
      result: item(hit),
    });
  });

  it("count as a first confirmation for another account, matched with its own accounts", async () => {
    const [first, second] = [await system.account(), await system.account()];
    const saved = await system.saveBankAccount(second, "telebirr");
    const receipt = aReceipt();
    await system.verify(first, receipt, wait).expect(200);
    const hit = await system.verify(second, receipt).expect(200);
    expect(cache(hit)).toBe("HIT");
    expect(history(hit)).toMatchObject({ isFirstConfirmation: true, confirmationCount: 1 });
    expect(match(hit)).toMatchObject({ matched: true, matchedUserBankAccountId: saved });
  });

  it.each(["notFound", "reversed", "unrecognizable"] as const)("exclude %s", async (outcome) => {
    const account = await system.account();
    const body = { bank: "telebirr", ...sampleReferences.telebirr[outcome] };
    await system.verify(account, body, wait).expect(200);
    expect(cache(await system.verify(account, body))).toBe("MISS");
  });

  it.each(["no-cache", "No-Cache, max-age=0", "max-age=0,no-cache"])(
    "are bypassed with cache-control: %s",
    async (header) => {
      const account = await system.account();
      const receipt = aReceipt();
      await system.verify(account, receipt, wait).expect(200);
      const before = await system.receiptQueries("telebirr");
      const headers = { "cache-control": header };
      const response = await system.verify(account, receipt, { ...wait, headers }).expect(200);
      expect([cache(response), history(response).confirmationCount]).toEqual(["BYPASS", 2]);
      expect(await system.receiptQueries("telebirr")).toBe(before + 1);
      const unwaited = await system.verify(account, receipt, { headers });
      expect([unwaited.status, cache(unwaited)]).toEqual([202, "BYPASS"]);
      expect(cache(await system.verify(account, receipt))).toBe("HIT");
    },
  );

  it("are separate for different identifiers of one receipt", async () => {
    const account = await system.account();
    const made = await payCbe();
    const ways = [
      { bank: "cbe", reference: made.referenceNumber, suffix: made.suffix },
      { bank: "cbe", reference: made.referenceNumber, suffix: "12270936" },
      { bank: "cbe", reference: made.shareUrl },
    ];
    for (const body of ways) {
      const response = await system.verify(account, body, wait);
      expect([cache(response), item(response).status]).toEqual(["MISS", "success"]);
    }
    for (const body of ways) expect(cache(await system.verify(account, body))).toBe("HIT");
    const guess = await system.verify(account, { ...ways[0], suffix: "00000000" }, wait);
    expect([cache(guess), item(guess).verified, item(guess).amount]).toEqual(["MISS", false, null]);
  });
});

describe("confirmationHistory", () => {
  it("counts confirmations with the first and the last time", async () => {
    const account = await system.account();
    const receipt = aReceipt();
    const responses: Response[] = [];
    for (let turn = 0; turn < 3; turn += 1) responses.push(await system.verify(account, receipt, wait));
    const completed = await Promise.all(
      responses.map(
        async ({ body }) => (await system.statusOf(account, body.requestId)).completedAt as string,
      ),
    );
    expect(responses.map(history)).toEqual(
      [1, 2, 3].map((confirmationCount) => ({
        scope: "account",
        isFirstConfirmation: confirmationCount === 1,
        confirmedBefore: confirmationCount > 1,
        firstConfirmedAt: completed[0],
        lastConfirmedAt: completed[confirmationCount - 1],
        confirmationCount,
      })),
    );
  });

  /** One payment has two references: a shop must not ship twice. */
  it("counts a cbe payment by FT number and by share link as one receipt", async () => {
    const account = await system.account();
    const made = await payCbe();
    const byPdf = await system.verify(
      account,
      { bank: "cbe", reference: made.referenceNumber, suffix: made.suffix },
      wait,
    );
    const byLink = await system.verify(account, { reference: made.shareUrl }, wait);
    expect([byPdf, byLink].map(history)).toEqual([
      expect.objectContaining({ isFirstConfirmation: true, confirmationCount: 1 }),
      expect.objectContaining({
        isFirstConfirmation: false,
        confirmedBefore: true,
        confirmationCount: 2,
        firstConfirmedAt: history(byPdf).firstConfirmedAt,
      }),
    ]);
  });

  it("counts no unsuccessful request, which still reports the record", async () => {
    const account = await system.account();
    const made = await payCbe();
    const body = { bank: "cbe", reference: made.referenceNumber, suffix: made.suffix };
    const success = await system.verify(account, body, wait);
    const onRecord = { ...history(success), isFirstConfirmation: false, confirmedBefore: true };
    const guess = await system.verify(account, { ...body, suffix: "00000000" }, wait);
    expect([item(guess).status, history(guess)]).toEqual(["not_found", onRecord]);
    await system.control({ bank: "cbe", down: true });
    const down = await system.verify(account, body, { ...wait, headers: { "cache-control": "no-cache" } });
    await system.control({ bank: "cbe", down: false });
    expect([item(down).failureReason, history(down)]).toEqual(["bank_unavailable", onRecord]);
    expect(history(await system.verify(account, body))).toMatchObject({ confirmationCount: 2 });
  });

  it("counts no replay", async () => {
    const account = await system.account();
    const receipt = aReceipt();
    const options = { ...wait, idempotencyKey: "order-1" };
    const first = await system.verify(account, receipt, options);
    const replay = await system.verify(account, receipt, options);
    expect(history(replay)).toEqual(history(first));
    expect(history(await system.verify(account, receipt, wait)).confirmationCount).toBe(2);
  });
});

describe("a replay", () => {
  const idempotencyKey = "order-1";

  it("returns the first request's current state and changes nothing", async () => {
    const account = await system.account({ credits: 10 });
    const receipt = aReceipt();
    const first = await system.verify(account, receipt, { idempotencyKey }).expect(202);
    const replay = await system.verify(account, receipt, { idempotencyKey, ...wait }).expect(200);
    expect(replay.headers).toMatchObject({ "idempotent-replayed": "true", "x-svc-cache": "MISS" });
    expect(replay.body.requestId).toBe(first.body.requestId);
    expect(item(replay).status).toBe("success");
    const unwaited = await system.verify(account, receipt, { idempotencyKey }).expect(200);
    expect(unwaited.body).toEqual(replay.body);
    expect(await system.balanceOf(account)).toBe(9);
    expect(await requestsOf(account)).toHaveLength(1);
  });

  it("is 202 for an unfinished request with any waitMs", async () => {
    const account = await idle.account();
    const receipt = { ...aReceipt(), webhookUrl: "http://127.0.0.1:9/hook" };
    const first = await idle.verify(account, receipt, { idempotencyKey });
    const replay = await idle.verify(account, receipt, { idempotencyKey, waitMs: 1 }).expect(202);
    expect(replay.headers["idempotent-replayed"]).toBe("true");
    expect({ ...replay.body, estimatedWaitMs: 0, links: { ...replay.body.links, pollAfterMs: 0 } }).toEqual({
      ...first.body,
      estimatedWaitMs: 0,
      links: { ...first.body.links, pollAfterMs: 0 },
    });
  });

  it.each([
    [{ reference: "dj57qk2m41" }],
    [{ transactionNumber: "DJ57QK2M41" }],
    [{ referenceNumber: " Ref: DJ57QK2M41" }],
    [{ reference: "https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M41" }],
    [{ reference: "DJ57QK2M41", settlementAccount: "+251900127436" }],
    [{ reference: "DJ57QK2M41", bank: undefined }],
    [{ reference: "DJ57QK2M41", note: "an unknown field" }],
  ])("includes other spellings of the request: %j", async (fields) => {
    const account = await idle.account();
    const settlementAccount = "settlementAccount" in fields ? { settlementAccount: "0900 127 436" } : {};
    const body = { bank: "telebirr", reference: "DJ57QK2M41", ...settlementAccount };
    const first = await idle.verify(account, body, { idempotencyKey });
    const { reference: _reference, ...rest } = body;
    const replay = await idle.verify(account, { ...rest, ...fields }, { idempotencyKey });
    expect([replay.status, replay.body.requestId]).toEqual([202, first.body.requestId]);
  });

  it.each([
    [{ reference: "DJ57QK2M42" }],
    [{ settlementAccount: "0900127436" }],
    [{ webhookUrl: "http://127.0.0.1:9/hook" }],
    [{ bank: "boa", ...sampleReferences.boa.success }],
  ])("is a conflict for another request: %j", async (fields) => {
    const account = await idle.account();
    const body = { bank: "telebirr", reference: "DJ57QK2M41" };
    await idle.verify(account, body, { idempotencyKey }).expect(202);
    await idle
      .verify(account, { ...body, ...fields }, { idempotencyKey })
      .expect(refusedAs("idempotency_conflict"));
    expect(await requestsOf(account, idle)).toHaveLength(1);
  });

  it("is scoped to the account", async () => {
    const [first, second] = [await idle.account(), await idle.account()];
    const receipt = aReceipt();
    const responses = [
      await idle.verify(first, receipt, { idempotencyKey }),
      await idle.verify(second, receipt, { idempotencyKey }),
    ];
    expect(responses.map(({ headers }) => headers["idempotent-replayed"])).toEqual([undefined, undefined]);
    expect(new Set(responses.map(({ body }) => body.requestId)).size).toBe(2);
  });

  it("ends after a day, when the key is free again", async () => {
    const account = await idle.account({ credits: 10 });
    const first = await idle.verify(account, aReceipt(), { idempotencyKey });
    await idle.sql(
      "update idempotency_keys set created_at = created_at - interval '25 hours' where user_id = $1",
      account.userId,
    );
    const other = aReceipt();
    const second = await idle.verify(account, other, { idempotencyKey }).expect(202);
    expect(second.headers).not.toHaveProperty("idempotent-replayed");
    expect(second.body.requestId).not.toBe(first.body.requestId);
    const third = await idle.verify(account, other, { idempotencyKey });
    expect([third.body.requestId, third.headers["idempotent-replayed"]]).toEqual([
      second.body.requestId,
      "true",
    ]);
  });

  it("needs no credits", async () => {
    const account = await idle.account({ credits: 1 });
    const receipt = aReceipt();
    await idle.verify(account, receipt, { idempotencyKey }).expect(202);
    await idle.verify(account, receipt, { idempotencyKey }).expect(202);
    await idle.verify(account, receipt).expect(402);
  });

  it.each(["a", "!~", "x".repeat(255)])("accepts the key %s", async (key) => {
    const account = await idle.account();
    await idle.verify(account, aReceipt(), { idempotencyKey: key }).expect(202);
  });

  it.each(["x".repeat(256), "two words", "caf\u00e9", ""])("refuses the key %j", async (key) => {
    const account = await idle.account();
    await idle
      .verify(account, aReceipt(), { idempotencyKey: key })
      .expect(refusedAs("invalid_payload", "idempotency-key"));
  });
});

describe("the status record", () => {
  it("of a queued request has no verdict", async () => {
    const account = await idle.account();
    const { requestId } = (await idle.verify(account, aReceipt())).body;
    const response = await idle.call("get", `/api/verify/${requestId}`, account).expect(200);
    expect(response.body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        requestId,
        bank: "telebirr",
        livemode: false,
        processingStatus: "queued",
        status: "pending",
        verified: false,
        source: "api",
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        durationMs: null,
        failureReason: null,
        result: null,
        decision: null,
        decisionReasons: [],
        links: {
          statusUrl: `https://api.example.test/api/verify/${requestId}`,
          pollAfterMs: expect.any(Number),
        },
      },
    });
  });

  /** A bank may be down for minutes: polling clients must not use up the rate limit. */
  it("returns a growing poll delay, up to 5 seconds", async () => {
    const account = await idle.account();
    const { requestId, links } = (await idle.verify(account, aReceipt())).body;
    expect(links.pollAfterMs).toBeGreaterThanOrEqual(250);
    const afterMs: number[] = [];
    for (const age of [20, 30, 40, 60, 280]) {
      await idle.sql(
        "update verification_requests set created_at = now() - make_interval(secs => $2) where id = $1",
        requestId,
        age,
      );
      afterMs.push((await idle.statusOf(account, requestId)).links.pollAfterMs);
    }
    expect(afterMs).toEqual(afterMs.toSorted((a, b) => a - b));
    expect(afterMs.slice(-2)).toEqual([5_000, 5_000]);
    expect(afterMs[1]).toBeGreaterThanOrEqual(3_250);
  });

  it("of a finished request has consistent times", async () => {
    const account = await system.account();
    const { requestId } = (await system.verify(account, aReceipt(), wait)).body;
    const data = await system.statusOf(account, requestId);
    expect(Date.parse(data.completedAt) - Date.parse(data.createdAt)).toBe(data.durationMs);
    expect(data.completedAt).toMatch(/\.\d{3}Z$/);
  });

  it("of an unprocessed request reports the deadline, with a refund", async () => {
    const account = await idle.account({ credits: 1 });
    const { requestId } = (await idle.verify(account, aReceipt())).body;
    await idle.sql("update verification_requests set deadline_at = now() where id = $1", requestId);
    await until(async () => (await idle.statusOf(account, requestId)).completedAt !== undefined);
    expect(await idle.statusOf(account, requestId)).toMatchObject({
      processingStatus: "failed",
      status: "failed",
      verified: false,
      failureReason: "deadline_exceeded",
      result: { failureReason: "deadline_exceeded", amount: null },
    });
    await idle.verify(account, aReceipt()).expect(202);
  });
});
