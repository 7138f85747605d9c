import { newId } from "@receipts/contracts";
import type { ListPosition, Queryable } from "@receipts/database";
import { createOutboxRelay } from "@receipts/outbox";
import { createServiceMetrics, type Worker } from "@receipts/service-kit";
import { createTestDatabase, isFullRun, type TestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createRecordVerdict } from "@receipts/verdicts";
import { createRecoveryRepository, listDeliveries, readOldestDue, redeliver } from "@receipts/webhooks";
import { creditUsage } from "../../../gateway/src/credits/credit-usage.ts";
import { listTransactions } from "../../../gateway/src/credits/read-ledger.ts";
import { createWatchLedger } from "../../../gateway/src/credits/watch-ledger.ts";
import { recentMetrics } from "../../../gateway/src/reports/metrics-query.ts";
import { countByDay } from "../../../gateway/src/reports/report-query.ts";
import { createDeleteExpired } from "../../../gateway/src/retention/delete-expired.ts";
import { listReviews } from "../../../gateway/src/reviews/list-reviews.ts";
import { createAdmit } from "../../../gateway/src/verification/admission.ts";
import { createAdmitCached } from "../../../gateway/src/verification/admit-cached.ts";
import { createExpireOverdue } from "../../../gateway/src/verification/expire-overdue.ts";
import { createQueues } from "../../../gateway/src/verification/queue-state.ts";
import { createVerificationRepository } from "../../../gateway/src/verification/verification-repository.ts";
import { createClaimRepository, jobMessage } from "../../../verifier/src/claim-repository.ts";
import { createDeliveryRepository } from "../../../webhook-dispatcher/src/delivery-repository.ts";
import { type BenchAccount, makeAccounts } from "../../bench/bench-accounts.ts";
import { growingTables, insertOldRows } from "../../bench/old-rows.ts";
import { createRecordingDatabase, planKinds, planOf } from "./recording-database.ts";

const OLD_ROWS = isFullRun ? 1_000_000 : 100_000;
const UNFINISHED = 200;
/** Purchases and receipts of deposits grow too: none may be read for another account's sake. */
const growing = [...growingTables, "credit_purchases", "deposit_submissions"];
const metrics = createServiceMetrics({ processMetrics: false });
/** Partial indexes that contain only the unfinished requests. */
const OF_UNFINISHED = /^verification_requests_(?:unfinished|deadline)$/;
const OF_PENDING = /^webhook_deliveries_(?:due|by_target|by_endpoint_target)$/;

/** Work whose cost grows with the tables' age becomes slow only in production, and only later. */
describe(`after ${OLD_ROWS} requests`, () => {
  let database: TestDatabase;
  let accounts: readonly [BenchAccount, ...BenchAccount[]];
  let ids: readonly string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    accounts = await makeAccounts(database.pool, 100);
    await insertOldRows(
      database.pool,
      accounts.map(({ userId }) => userId),
      OLD_ROWS,
    );
    const admitting = createAdmit({ ...admission, database: database.pool });
    ids = await Promise.all(
      Array.from({ length: UNFINISHED }, async () => {
        const draft = draftFor(accounts[0]);
        await admitting(draft);
        return draft.id;
      }),
    );
    // Messages of a parked bank: PostgreSQL rightly scans an outbox of a page or two.
    await database.pool.query(
      `insert into outbox (topic, key, value, available_at)
       select 'verification.requested.boa', n::text, '{}', now() + interval '1 hour' from generate_series(1, 20000) n`,
    );
    // Statistics that include unfinished requests, as autovacuum collects them.
    await database.pool.query("analyze verification_requests, outbox");
  });

  afterAll(() => database.drop());

  async function expectIndexed(
    work: (database: Queryable) => Promise<unknown>,
    expected: Readonly<Record<string, RegExp>>,
  ): Promise<void> {
    const { database: recording, statements } = createRecordingDatabase(database.pool);
    await work(recording);
    for (const [start, index] of Object.entries(expected)) {
      const statement = statements.find(({ name, text }) => name === start || text.startsWith(start));
      if (statement === undefined) throw new Error(`${start} was not run`);
      for (const kind of planKinds) {
        const plan = await planOf(database.pool, statement, kind);
        const walked = plan.walked.filter(
          ({ index }) => !OF_UNFINISHED.test(index) && !OF_PENDING.test(index),
        );
        const read = [...plan.scanned, ...walked.map(({ table }) => table)];
        const scanned = read.filter((table) => growing.includes(table));
        const found = plan.indexes.some((name) => index.test(name)) ? index : plan.indexes;
        expect({ start, kind, scanned, found }).toEqual({ start, kind, scanned: [], found: index });
      }
    }
  }

  it("reads keys and balances by index to admit a request", async () => {
    await expectIndexed(
      (recording) => createAdmit({ ...admission, database: recording })(draftFor(accounts[1], "a key")),
      { admit: /^idempotency_keys_pkey$/ },
    );
  });

  it("reads keys and balances by index to admit a cached verdict, and to explain a refusal", async () => {
    const verdict = { kind: "not_found" } as const;
    await expectIndexed(
      async (recording) => {
        const admit = createAdmitCached({ ...admission, ...recordingVerdicts, database: recording });
        // Accounts that differ from the stored ones.
        await admit(draftFor(accounts[1], "another key"), { verdict, savedAccounts: "[{}]" });
      },
      {
        admit_cached: /^receipt_confirmations_pkey$|^idempotency_keys_pkey$/,
        find_known: /^idempotency_keys_pkey$/,
      },
    );
  });

  it("finds keys, requests and the queue by index", async () => {
    await expectIndexed(
      async (recording) => {
        const verifications = createVerificationRepository(recording, 100);
        await verifications.find(accounts[0].userId, ids[0] ?? "");
        await verifications.findByIdempotencyKey(accounts[0].userId, "old 1");
        await createQueues(recording, { capacity: 1, accountCapacity: 1 }).read("boa");
      },
      {
        find_verification: /^verification_requests_pkey$/,
        find_idempotency_keys: /^idempotency_keys_pkey$/,
        count_unfinished: OF_UNFINISHED,
      },
    );
  });

  it("reads a page of an account's history and its total by index", async () => {
    const list = (offset: number, after?: ListPosition) => (recording: Queryable) =>
      createVerificationRepository(recording, 100).list(accounts[2]?.userId ?? "", {
        ...{ bank: undefined, status: undefined, processingStatus: undefined, from: undefined },
        ...{ before: undefined, limit: 20, offset, after },
      });
    const expected = {
      "with page as": /^verification_requests_of_user$/,
      "select count(*) as total": /^verification_requests_of_user$/,
    };
    await expectIndexed(list(0), expected);
    await expectIndexed(list(200), expected);
    await expectIndexed(list(0, { place: Date.now() * 1_000, id: "ver_" }), expected);
  });

  it("lists what waits for a decision by the indexes of the open ones", async () => {
    const { userId } = accounts[2] ?? accounts[0];
    await expectIndexed((recording) => listReviews(recording, userId, { limit: 25, offset: 0 }), {
      list_reviews: /^requests_in_review$/,
    });
  });

  it("reads reports, metrics, credit usage and the ledger by index", async () => {
    const { userId } = accounts[2] ?? accounts[0];
    const before = new Date();
    const period = { from: new Date(before.getTime() - 30 * 86_400_000), before };
    await expectIndexed(
      async (recording) => {
        await countByDay(recording, userId, period);
        await countByDay(recording, userId, period, "cbe");
      },
      { "select width_bucket": /^verification_requests_of_user$/ },
    );
    await expectIndexed((recording) => recentMetrics(recording, userId, period.from), {
      "\nwith cell": /^verification_requests_of_user$/,
    });
    await expectIndexed((recording) => creditUsage(recording, userId, period), {
      "with paid_by_another": /^verification_requests_refunded$/,
    });
    await expectIndexed((recording) => listTransactions(recording, userId, { limit: 20, offset: 200 }), {
      "with page as": /^credit_transactions_of_user$/,
      "select count(*) as total": /^credit_transactions_of_user$/,
    });
    const watch = { log: testLog, metrics: createServiceMetrics({ processMetrics: false }) };
    await expectIndexed((recording) => runOnce(createWatchLedger({ ...watch, database: recording })), {
      watch_ledger: /^credit_transactions_of_user$/,
    });
  });

  it("takes, renews, releases, parks and recovers claims by index", async () => {
    const [first = "", second = ""] = ids;
    await expectIndexed(
      async (recording) => {
        const claims = createClaimRepository({ database: recording, bank: "boa", leaseMs: 15_000 });
        await claims.claim(first);
        const claim = { id: first, httpRequestId: "req_1", claimAttempt: 1 };
        await claims.renew([claim]);
        await claims.release(claim);
        const request = {
          ...{ id: second, userId: accounts[0].userId, receiptKey: "boa:1" },
          ...{ httpRequestId: "req_1", traceparent: null },
        };
        await claims.park(second, jobMessage("boa", request), 5_000);
        await claims.unparkOne([]);
        await claims.takeForRequeue({ limit: 500, includeWaiting: false });
      },
      {
        claim_verifications: /^verification_requests_pkey$/,
        renew_claims: /^verification_requests_pkey$/,
        release_claim: /^verification_requests_pkey$/,
        park_verification: /^verification_requests_pkey$/,
        unpark_verification: /^outbox_available$/,
        take_unfinished: OF_UNFINISHED,
      },
    );
  });

  it("records verdicts by index", async () => {
    const id = ids[2] ?? "";
    const claims = createClaimRepository({ database: database.pool, bank: "boa", leaseMs: 15_000 });
    const claimed = await claims.claim(id);
    if (claimed === undefined) throw new Error("nothing to claim");
    await expectIndexed(
      (recording) => recordVerdict(recording)(claimed, { kind: "undecided", reason: "bank_unavailable" }),
      { record_verdicts: /^verification_requests_pkey$/ },
    );
    // The function that it calls is planned separately.
    const { rows } = await database.pool.query<{ body: string }>(
      "select btrim(prosrc, E' \\n') as body from pg_proc where proname = 'refund_requests'",
    );
    const body = rows[0]?.body
      .replaceAll("verification_ids", "$1::text[]")
      .replaceAll("transaction_ids", "$2::text[]")
      .replaceAll("unsure_limit", "$3::int");
    await expectIndexed((recording) => recording.query(body ?? "", [[], [], 1]), {
      "with ended": /^credit_transactions_once$/,
    });
  });

  it("finds overdue, expired and undelivered rows by index", async () => {
    await expectIndexed(
      (recording) =>
        runOnce(
          createExpireOverdue({
            database: recording,
            recordVerdict: recordVerdict(recording),
            log: testLog,
          }),
        ),
      { take_overdue: OF_UNFINISHED },
    );
    await expectIndexed((recording) => runOnce(createDeleteExpired({ database: recording, log: testLog })), {
      "delete from idempotency_keys": /^idempotency_keys_by_age$/,
    });
    await expectIndexed(
      (recording) => runOnce(createOutboxRelay({ pool: recording, bus: quietBus, log: testLog, metrics })),
      { outbox_take: /^outbox_/ },
    );
  });

  it("leases, completes, releases, requeues and lists deliveries by index", async () => {
    const [{ userId }] = accounts;
    await insertDueDeliveries(database.pool, userId);
    await expectIndexed(
      async (recording) => {
        const deliveries = createDeliveryRepository({
          database: recording,
          leaseMs: 40_000,
          firstDelayMs: 0,
        });
        const { deliveries: leased, polledAt } = await deliveries.leaseDue(capacityForTwo);
        const [first, second] = leased;
        if (first === undefined || second === undefined) throw new Error("nothing is due");
        await deliveries.nextDueInMs(polledAt);
        await readOldestDue(recording);
        await deliveries.complete(first, timedOut, { state: "exhausted" });
        await deliveries.release(second);
        const recoveries = createRecoveryRepository(recording);
        await recoveries.create({ userId, since: new Date(Date.now() - 60_000) });
        await recoveries.advance(100);
        const verificationId = first.verificationId ?? "";
        await redeliver(recording, { deliveryId: first.id, userId, verificationId });
        await listDeliveries(recording, { userId, verificationId });
      },
      {
        lease_due_deliveries: OF_PENDING,
        next_due_delivery: /^webhook_deliveries_due$/,
        oldest_due_delivery: /^webhook_deliveries_due$/,
        complete_delivery_attempts: /^webhook_deliveries_pkey$/,
        release_deliveries: /^webhook_deliveries_pkey$/,
        "with recursive type_group": /^webhook_deliveries_log_by_type$/,
        advance_recovery: /^webhook_deliveries_log_by_type$/,
        redeliver: /^webhook_deliveries_pkey$/,
        list_deliveries: /^webhook_deliveries_once$/,
      },
    );
  });
});

const capacityForTwo = {
  ...{ free: 2, perAccount: 2, perHost: 2, perTarget: 2 },
  ...{ accounts: new Map(), hosts: new Map(), targets: new Map(), breakers: [] },
  ...{ onHosts: [], perAccountOnHost: new Map() },
};
const timedOut = {
  kind: "failed",
  errorClass: "timeout",
  timings: { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 1 },
} as const;

/** Inserts a backlog larger than one poll reads, without updating statistics, as if it arrived at once. */
async function insertDueDeliveries(database: Queryable, userId: string): Promise<void> {
  await database.query(
    `insert into webhook_deliveries (id, user_id, verification_id, event, url, payload, http_request_id)
     select 'whd_due_' || n, $1, 'ver_due_' || n, 'verification.completed', 'https://shop.example.test/', '{}', 'req_1'
       from generate_series(1, 5000) as n`,
    [userId],
  );
}

const admission = { requestDeadlineMs: 3_600_000, recoverAfterMs: 3_600_000, maxWaiting: 5_000 };
const quietBus = { publish: async () => undefined, isAvailable: () => true };

const recordingVerdicts = {
  unsureRefundsPerDay: 20,
  bus: quietBus,
  receiptHashKey: "a key of the test",
  isLive: () => true,
  onPublishError: () => undefined,
  onRecorded: () => undefined,
};

const recordVerdict = (database: Queryable) =>
  createRecordVerdict({ ...recordingVerdicts, database, liveStatus: { announce: () => undefined } });

/** A periodic worker finishes a pass before it checks the signal. */
async function runOnce(worker: Worker): Promise<void> {
  const stop = new AbortController();
  const pass = worker.run(stop.signal);
  stop.abort();
  await pass;
}

let drafts = 0;
function draftFor(account: BenchAccount | undefined, idempotencyKey: string | null = null) {
  drafts += 1;
  const reference = `FT26278${String(drafts).padStart(5, "0")}`;
  const userId = account?.userId ?? "";
  return {
    id: newId("verification"),
    ...{
      userId,
      payerId: userId,
      isPaid: false,
      apiKeyId: account?.apiKeyId ?? "",
      memberId: null,
      branchId: null,
      tillId: null,
      reference,
      idempotencyKey,
    },
    ...({ bank: "boa", suffix: "58203", phone: null, receiptKey: `boa:${reference}` } as const),
    ...({
      source: "api",
      settlementAccount: null,
      expectation: null,
      input: null,
      webhookUrl: null,
      recheckForMinutes: 0,
      cacheStatus: "MISS",
    } as const),
    fingerprint: Buffer.alloc(32),
    httpRequestId: "req_1",
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  };
}
