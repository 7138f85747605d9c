import { until } from "@receipts/testing";
import { createLiveStatusChannel, createRecordVerdict } from "@receipts/verdicts";
import { bringForward } from "../bring-forward.ts";
import { aReceipt, openSystem, type System, type TestAccount } from "../system.ts";

let system: System;
afterEach(() => system.stop());

/** Fails requests until the breaker of the bank is open. */
async function openBreaker(account: TestAccount): Promise<void> {
  await system.control({ bank: "telebirr", down: true });
  await until(async () => {
    await system.verify(account, aReceipt());
    return (await system.metric("circuit_breaker_state", { bank: "telebirr" })) === 1;
  });
}

const outage = {
  BREAKER_VOLUME: "4",
  BREAKER_RESET_MS: "200",
  BANK_ATTEMPTS: "2",
  BREAKER_WINDOW_MS: "5000",
};

describe("while a bank is down", () => {
  it("keeps requests waiting, serves other banks, and gives every request its verdict afterwards", async () => {
    system = await openSystem({ env: outage });
    const account = await system.account();
    await openBreaker(account);
    const waiting = await Promise.all(
      Array.from({ length: 10 }, () => system.verify(account, aReceipt()).expect(202)),
    );
    const other = await system.verify(
      account,
      { bank: "boa", reference: "FT26278QM4T1", suffix: "58203" },
      { waitMs: 10_000 },
    );
    expect(other.body.verification.status).toBe("success");
    await system.control({ bank: "telebirr", down: false });
    for (const { body } of waiting) {
      await until(async () => (await system.statusOf(account, body.requestId)).status === "success");
    }
    // 16 s beside six busy loops: a full machine must not decide.
  });

  /** Autoscalers use the lag: an unreachable bank must not look like demand. */
  it("moves waiting requests from the bus to the outbox, with a later time", async () => {
    system = await openSystem({ env: { ...outage, BREAKER_RESET_MS: "60000" } });
    const account = await system.account();
    await openBreaker(account);
    const { body } = await system.verify(account, aReceipt()).expect(202);
    const parked = async () =>
      (
        await system.sql(
          "select 1 from outbox where available_at > now() + interval '30 s' and value like $1",
          `%${body.requestId}%`,
        )
      ).length;
    await until(async () => (await parked()) === 1);
    await until(
      async () => (await system.bus.lag("verification.requested.telebirr", "verifier-telebirr")) === 0,
    );
    expect(await system.statusOf(account, body.requestId)).toMatchObject({
      processingStatus: "queued",
      status: "pending",
    });
  });

  it("unparks requests with a long delay as soon as the bank responds", async () => {
    system = await openSystem({ env: outage });
    const account = await system.account();
    await openBreaker(account);
    const { body } = await system.verify(account, aReceipt()).expect(202);
    const postpone = () =>
      system.sql(
        "update outbox set available_at = now() + interval '1 hour' where value like $1 returning key",
        `%${body.requestId}%`,
      );
    await until(async () => (await postpone()).length === 1);
    await system.control({ bank: "telebirr", down: false });
    // There is no other request: the probe of the breaker unparks it.
    await until(async () => (await system.statusOf(account, body.requestId)).status === "success");
  });

  it("ends a parked request at its deadline as bank_unavailable, with a refund", async () => {
    system = await openSystem({ env: { ...outage, BREAKER_RESET_MS: "60000", REQUEST_DEADLINE_MS: "3000" } });
    const account = await system.account();
    await openBreaker(account);
    const late = await system.account({ credits: 1 });
    const { body } = await system.verify(late, aReceipt()).expect(202);
    expect(await system.balanceOf(late)).toBe(0);
    await until(async () => (await system.statusOf(late, body.requestId)).processingStatus === "failed");
    expect(await system.statusOf(late, body.requestId)).toMatchObject({
      status: "failed",
      failureReason: "bank_unavailable",
      verified: false,
    });
    expect(await system.balanceOf(late)).toBe(1);
  });
});

describe("a request that waits until its bank has booked it, while the bank is down", () => {
  /** Its next look finds the breaker open. */
  async function openParked(env: Readonly<Record<string, string>> = {}) {
    system = await openSystem({ env: { ...outage, ...env } });
    const account = await system.account({ credits: 2 });
    const { referenceNumber } = await system.pay({
      ...{ bank: "telebirr", amount: "1250.00", receiverAccount: "0911223344", receiverName: "A B" },
      bookedAfterSeconds: 3_600,
    });
    const { body } = await system.verify(account, { reference: referenceNumber, recheckForMinutes: 60 });
    const id: string = body.requestId;
    const record = async () => await system.statusOf(account, id);
    await until(async () => (await record()).recheck?.tries === 1);
    await openBreaker(await system.account());
    await bringForward(system.sql, id);
    const parked = "select from verification_requests where id = $1 and parked";
    await until(async () => (await system.sql(parked, id)).length === 1);
    return { account, id, record, referenceNumber };
  }

  it("is parked at its next look, and has one verdict and one credit afterwards", async () => {
    const { account, record, referenceNumber } = await openParked();
    expect(await record()).toMatchObject({ status: "pending" });
    await system.book("telebirr", referenceNumber);
    await system.control({ bank: "telebirr", down: false });
    await until(async () => (await record()).completedAt !== undefined);
    expect(await record()).toMatchObject({
      status: "success",
      result: { confirmationHistory: { confirmationCount: 1 } },
    });
    expect(await system.balanceOf(account)).toBe(1);
  });

  it("has no verdict and costs nothing if its time ends: the bank did not say no at the end", async () => {
    const { account, id, record } = await openParked({ BREAKER_RESET_MS: "60000" });
    await system.sql("update verification_requests set deadline_at = now() where id = $1", id);
    await until(async () => (await record()).completedAt !== undefined);
    expect(await record()).toMatchObject({
      ...{ status: "failed", failureReason: "bank_unavailable", decision: "wait" },
    });
    expect(await system.balanceOf(account)).toBe(2);
  });
});

describe("without a verifier", () => {
  it("ends a request at its deadline as deadline_exceeded, refunded once by several sweepers", async () => {
    system = await openSystem({ env: { REQUEST_DEADLINE_MS: "1000" }, verifiers: [] });
    const account = await system.account({ credits: 1 });
    const { body } = await system.verify(account, aReceipt()).expect(202);
    await until(async () => (await system.statusOf(account, body.requestId)).processingStatus === "failed");
    expect(await system.statusOf(account, body.requestId)).toMatchObject({
      failureReason: "deadline_exceeded",
      result: { failureReason: "deadline_exceeded" },
    });
    expect(await system.balanceOf(account)).toBe(1);
  });

  /** A frozen worker that wakes up must not overwrite its successor's verdict, nor count twice. */
  it("records a verdict only from the latest claim, and ends a request once", async () => {
    system = await openSystem({ verifiers: [] });
    const account = await system.account({ credits: 1 });
    const receipt = aReceipt();
    const { body } = await system.verify(account, receipt).expect(202);
    await system.sql(
      "update verification_requests set claim_attempt = 2, processing_status = 'running' where id = $1",
      body.requestId,
    );
    const record = createRecordVerdict({
      database: system.database.pool,
      bus: system.bus,
      liveStatus: createLiveStatusChannel({ fastStore: system.fastStore, onError: () => undefined }),
      receiptHashKey: "k".repeat(44),
      isLive: () => true,
      onPublishError: () => undefined,
      unsureRefundsPerDay: 20,
    });
    const claim = {
      id: body.requestId,
      userId: account.userId,
      bank: "telebirr" as const,
      reference: receipt.reference,
      suffix: null,
      settlementAccount: null,
      savedAccounts: [],
      expectation: null,
      input: null,
      requestedAt: new Date(),
      httpRequestId: "test",
      traceparent: null,
    };
    expect(
      await record({ ...claim, claimAttempt: 1 }, { kind: "undecided", reason: "bank_unavailable" }),
    ).toBeUndefined();
    const duplicates = await Promise.all(
      Array.from({ length: 4 }, () =>
        record({ ...claim, claimAttempt: 2 }, { kind: "undecided", reason: "bank_unavailable" }),
      ),
    );
    expect(duplicates.filter((recorded) => recorded !== undefined)).toHaveLength(1);
    expect(await system.balanceOf(account)).toBe(1);
  });
});
