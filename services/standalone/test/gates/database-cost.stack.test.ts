import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Receipt } from "@receipts/banks";
import { newId, type Santim } from "@receipts/contracts";
import { createPool, migrate, type Pool, type Queryable } from "@receipts/database";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { createMemoryFastStore } from "@receipts/fast-store";
import { createPublishedRows } from "@receipts/outbox";
import { createServiceMetrics } from "@receipts/service-kit";
import { testLog } from "@receipts/testing/suite-log";
import { createRecordVerdict, createVerdictCache, receiptKey } from "@receipts/verdicts";
import { type AdmissionDraft, createAdmit } from "../../../gateway/src/verification/admission.ts";
import { createAdmitCached } from "../../../gateway/src/verification/admit-cached.ts";
import { createSavedAccounts } from "../../../gateway/src/verification/saved-accounts.ts";
import { createSubmitVerification } from "../../../gateway/src/verification/submit-verification.ts";
import { createVerificationRepository } from "../../../gateway/src/verification/verification-repository.ts";
import { createClaimRepository } from "../../../verifier/src/claim-repository.ts";
import { type BenchAccount, makeAccounts } from "../../bench/bench-accounts.ts";

/**
 * Counts PostgreSQL's cost of an accept, a verdict and a cache hit. A statement outside a transaction is a round trip
 * and a commit. Log bytes exclude full page images, which depend on the last checkpoint.
 */
describe("the cost in PostgreSQL", () => {
  let closers: AsyncDisposableStack;
  let pool: Pool;
  let account: BenchAccount;
  let statements: string[];
  let database: Queryable;

  beforeAll(async () => {
    closers = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-gate-"));
    closers.defer(() => rm(dataDir, { recursive: true, force: true }));
    const settings = { full_page_writes: "off", autovacuum: "off" };
    const server = closers.adopt(await startEmbeddedPostgres({ dataDir, settings }), (open) => open.stop());
    await migrate(server.url);
    const options = { connectionString: server.url, applicationName: "gate", maxConnections: 2 };
    pool = closers.adopt(createPool(options), (open) => open.end());
    [account] = await makeAccounts(pool, 1);
    // Records the name of each statement.
    const query = async (statement: { readonly name: string; readonly text: string }) => {
      statements.push(statement.name);
      return await pool.query(statement);
    };
    database = { query } as unknown as Queryable;
    // The first rows of a table allocate pages and fill the caches.
    await countedFor(1, async () => {
      await accept(64);
      await hit(64);
    });
    await endAll();
  });

  afterAll(() => closers.disposeAsync());

  async function countedFor(count: number, work: () => Promise<unknown>) {
    statements = [];
    const before = await logPosition();
    await work();
    const bytes = ((await logPosition()) - before) / count;
    return { statements: [...statements], bytes };
  }

  /** The log is the whole server's: a checkpoint may write to it meanwhile, and a new bucket of totals adds a row. */
  async function cheapestOfThree(
    count: number,
    work: () => Promise<unknown>,
    prepare: () => Promise<unknown> = async () => undefined,
  ) {
    const runs = [];
    for (let nth = 0; nth < 3; nth += 1) {
      await prepare();
      runs.push(await countedFor(count, work));
    }
    return {
      statements: runs.map(({ statements: run }) => run),
      bytes: Math.min(...runs.map(({ bytes }) => bytes)),
    };
  }

  async function logPosition(): Promise<number> {
    const { rows } = await pool.query("select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes");
    return rows[0].bytes;
  }

  const limits = { requestDeadlineMs: 300_000, recoverAfterMs: 30_000, maxWaiting: 1_000 };
  const published: number[] = [];

  async function accept(count: number): Promise<void> {
    const admit = createAdmit({ ...limits, database });
    const admissions = await Promise.all(Array.from({ length: count }, () => admit(draftFor(account))));
    for (const admission of admissions) {
      if (admission.kind !== "admitted" || admission.job === undefined) throw new Error(admission.kind);
      published.push(admission.job.outboxId);
    }
  }

  async function hit(count: number): Promise<void> {
    const admit = createAdmitCached({ ...limits, ...recording, database, onRecorded: () => undefined });
    const savedAccounts = await createSavedAccounts(pool).lastRead(account.userId, "boa");
    const outcomes = await Promise.all(
      Array.from({ length: count }, () => {
        const draft = { ...draftFor(account), cacheStatus: "HIT" } as const;
        const verdict = { kind: "success", receipt: receiptOf(draft.reference) } as const;
        return admit(draft, { verdict, savedAccounts });
      }),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(count).fill("ended"));
  }

  /** Claims and records verdicts, as a verifier does. */
  async function endAll(): Promise<number> {
    const { rows } = await pool.query("select id from verification_requests where completed_at is null");
    const claims = createClaimRepository({ database, bank: "boa", leaseMs: 15_000 });
    const claimed = await Promise.all(rows.map(({ id }) => claims.claim(id)));
    const record = createRecordVerdict({
      ...recording,
      database,
      liveStatus: { announce: () => undefined },
    });
    const recorded = await Promise.all(
      claimed.map((work) => {
        if (work === undefined) throw new Error("not claimed");
        return record(work, { kind: "success", receipt: receiptOf(work.reference) }, []);
      }),
    );
    expect(recorded).not.toContain(undefined);
    return rows.length;
  }

  it("is one statement for 64 accepts, and 1,900 bytes of log each", async () => {
    const { statements: run, bytes } = await cheapestOfThree(64, () => accept(64));
    expect(run).toEqual([["admit"], ["admit"], ["admit"]]);
    expect(bytes).toBeLessThanOrEqual(1_900);
  });

  it("is one statement to delete the messages of many accepts, and 120 bytes of log each", async () => {
    await accept(64);
    const rows = createPublishedRows({ database, onError: fail });
    const ids = published.splice(0);
    const { statements: run, bytes } = await countedFor(ids.length, async () => {
      for (const id of ids) rows.remove([id]);
      await rows.flush();
    });
    expect(run).toEqual(["outbox_forget"]);
    expect(bytes).toBeLessThanOrEqual(120);
    expect((await pool.query("select from outbox")).rowCount).toBe(0);
  });

  it("is two statements for 64 verdicts, 4,200 bytes of log each, and leaves no message to send", async () => {
    await endAll();
    const { statements: run, bytes } = await cheapestOfThree(64, endAll, async () => {
      await accept(64);
      await pool.query("delete from outbox");
    });
    const two = ["claim_verifications", "record_verdicts"];
    expect(run).toEqual([two, two, two]);
    expect(bytes).toBeLessThanOrEqual(4_200);
    expect((await pool.query("select from outbox")).rowCount).toBe(0);
  });

  it("is one statement and 4,150 bytes of log for a cache hit", async () => {
    const { statements: run, bytes } = await cheapestOfThree(1, () => hit(1));
    expect(run).toEqual([["admit_cached"], ["admit_cached"], ["admit_cached"]]);
    // 4,080 to 4,104: values have more or fewer digits.
    expect(bytes).toBeLessThanOrEqual(4_150);
  });

  it("is no other statement for a submission that hits the cache", async () => {
    const cache = createVerdictCache({
      isLive: () => true,
      fastStore: createMemoryFastStore(),
      ttlMs: 60_000,
      onError: fail,
    });
    const submit = createSubmitVerification({
      verifications: createVerificationRepository(database, 100),
      admit: createAdmit({ ...limits, database }),
      admitCached: createAdmitCached({ ...limits, ...recording, database, onRecorded: () => undefined }),
      savedAccounts: createSavedAccounts(database),
      verdictCache: cache,
      bus: { publish: fail, isAvailable: () => true },
      publishedRows: { remove: fail },
      publishTimeoutMs: 0,
      startWait: fail,
      queues: {
        read: fail,
        reserve: async () => ({
          state: { unfinished: 0, serviceMs: 1 },
          release: () => undefined,
          [Symbol.dispose]: () => undefined,
        }),
      },
      requireSafeWebhookHost: async () => undefined,
      statusUrlOf: (id) => id,
      reserveWaiter: () => ({ waitMs: 0, [Symbol.dispose]: () => undefined }),
      log: testLog,
      metrics: createServiceMetrics({ processMetrics: false }),
    });
    const { reference, suffix, phone } = draftFor(account);
    const identifiers = { reference, suffix, phone };
    await cache.put("boa", receiptKey("boa", identifiers), receiptOf(reference));
    const submitOnce = () =>
      submit({
        ...{
          userId: account.userId,
          caller: { apiKeyId: null, member: null, branchId: null },
          idempotencyKey: undefined,
          bypassCache: false,
          waitMs: 0,
        },
        ...{ httpRequestId: "req_1", traceparent: "" },
        command: {
          bank: "boa",
          identifiers,
          settlementAccount: null,
          webhookUrl: null,
          recheckForMinutes: 0,
          expectation: null,
        },
      });
    await submitOnce();
    const { statements: run } = await countedFor(1, async () => {
      const { row } = await submitOnce();
      expect(row).toMatchObject({ cacheStatus: "HIT", processingStatus: "completed", status: "success" });
    });
    expect(run).toEqual(["admit_cached"]);
  });
});

const recording = {
  bus: { publish: async () => undefined },
  receiptHashKey: "a key of the test",
  isLive: () => true,
  unsureRefundsPerDay: 20,
  onPublishError: fail,
};

function fail(): never {
  throw new Error("must not be called");
}

function receiptOf(reference: string): Receipt {
  return {
    referenceNumber: reference,
    paymentStatus: "completed",
    amount: 125_000n as Santim,
    currency: "ETB",
    senderName: "Abebe Kebede",
    receiverName: "Bench Merchant",
    receiverAccount: "1******3658",
    paidAt: new Date("2026-10-05T09:00:00Z"),
  };
}

let drafts = 0;
function draftFor({ userId, apiKeyId }: BenchAccount): AdmissionDraft {
  drafts += 1;
  const reference = `FT26278${String(drafts).padStart(5, "0")}`;
  return {
    id: newId("verification"),
    ...{
      userId,
      payerId: userId,
      isPaid: false,
      apiKeyId,
      memberId: null,
      branchId: null,
      tillId: null,
      reference,
      suffix: "58203",
      phone: null,
      bank: "boa",
    },
    ...{ receiptKey: receiptKey("boa", { reference, suffix: "58203", phone: null }), source: "api" },
    ...{
      settlementAccount: null,
      expectation: null,
      input: null,
      webhookUrl: null,
      recheckForMinutes: 0,
      cacheStatus: "MISS",
    },
    ...{ idempotencyKey: null, fingerprint: Buffer.alloc(32), httpRequestId: "req_1" },
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  };
}
