import { newId } from "@receipts/contracts";
import type { Pool, PoolClient, ServiceRole } from "@receipts/database";
import { createServiceMetrics, type Worker } from "@receipts/service-kit";
import { testLog } from "@receipts/testing/suite-log";
import { createRecordVerdict } from "@receipts/verdicts";
import {
  createRecoveryRepository,
  findLogged,
  listDeliveries,
  listLog,
  readEndpointStatistics,
  redeliver,
  redeliverAbout,
  reportDeliveries,
  resealAll,
} from "@receipts/webhooks";
import { apiKeys, findActiveKey } from "../../../gateway/src/api-keys/api-key-repository.ts";
import { createKeyUsage } from "../../../gateway/src/api-keys/key-usage.ts";
import { exportAuditEntries, listAuditEntries } from "../../../gateway/src/audit/audit-entries.ts";
import * as bankAccounts from "../../../gateway/src/bank-accounts/bank-account-repository.ts";
import * as batches from "../../../gateway/src/batches/batch-repository.ts";
import { insertItems, insertSkipped } from "../../../gateway/src/batches/create-batch.ts";
import * as branches from "../../../gateway/src/branches/branch-repository.ts";
import {
  checkoutKeys,
  findActiveCheckoutKey,
} from "../../../gateway/src/checkout/checkout-keys/checkout-key-repository.ts";
import * as deposits from "../../../gateway/src/checkout/deposits/deposit-repository.ts";
import * as events from "../../../gateway/src/checkout/deposits/event-repository.ts";
import {
  markReceiptUsed,
  recordFirstConfirmation,
} from "../../../gateway/src/checkout/deposits/receipt-use.ts";
import { exportDeposits, searchDeposits } from "../../../gateway/src/checkout/deposits/search-deposits.ts";
import * as submissions from "../../../gateway/src/checkout/deposits/submission-repository.ts";
import { findPageFacts, findWatchedDeposits } from "../../../gateway/src/checkout/page/page-repository.ts";
import { grantCreditsWithin } from "../../../gateway/src/credits/write-ledger.ts";
import { findEvent, listEvents } from "../../../gateway/src/events/event-repository.ts";
import { numberEvents } from "../../../gateway/src/events/number-events.ts";
import { createReplayEvents } from "../../../gateway/src/events/replay-events.ts";
import { findSummarized, queueMailedSummaries } from "../../../gateway/src/mail/queue-mailed-summaries.ts";
import * as memberAccess from "../../../gateway/src/members/member-access.ts";
import { listPaymentViews, savePaymentView } from "../../../gateway/src/payments/payment-views.ts";
import { exportPayments, searchPayments } from "../../../gateway/src/payments/search-payments.ts";
import * as purchases from "../../../gateway/src/purchases/purchase-repository.ts";
import {
  findReconciliation,
  listReconciliations,
} from "../../../gateway/src/reconciliations/reconciliation-repository.ts";
import { countByDay } from "../../../gateway/src/reports/report-query.ts";
import { createDeleteExpired } from "../../../gateway/src/retention/delete-expired.ts";
import { createEraseOldResults } from "../../../gateway/src/retention/erase-old-results.ts";
import { listReviews } from "../../../gateway/src/reviews/list-reviews.ts";
import * as sessions from "../../../gateway/src/sessions/session-repository.ts";
import { findSessionView } from "../../../gateway/src/sessions/session-view.ts";
import * as signIn from "../../../gateway/src/sessions/sign-in-repository.ts";
import * as dayCloses from "../../../gateway/src/takings/day-close-repository.ts";
import { readTakings } from "../../../gateway/src/takings/takings-report.ts";
import * as invitations from "../../../gateway/src/team/invitation-repository.ts";
import * as members from "../../../gateway/src/team/member-repository.ts";
import * as telegramChats from "../../../gateway/src/telegram/chat-repository.ts";
import { leaseMessages } from "../../../gateway/src/telegram/message-repository.ts";
import * as cashiers from "../../../gateway/src/tills/cashier-repository.ts";
import { forgetPinTries, takePinTry, takeTillTry } from "../../../gateway/src/tills/pin-tries.ts";
import * as shifts from "../../../gateway/src/tills/shift-repository.ts";
import * as tills from "../../../gateway/src/tills/till-repository.ts";
import { createAdmit } from "../../../gateway/src/verification/admission.ts";
import { createAdmitCached } from "../../../gateway/src/verification/admit-cached.ts";
import { createFirstConfirmations } from "../../../gateway/src/verification/first-confirmation.ts";
import { createSavedAccounts } from "../../../gateway/src/verification/saved-accounts.ts";
import { createVerificationRepository } from "../../../gateway/src/verification/verification-repository.ts";
import {
  findDefaultEndpoint,
  findEndpoint,
  listEndpoints,
} from "../../../gateway/src/webhook-endpoints/endpoint-repository.ts";
import { createClaimRepository } from "../../../verifier/src/claim-repository.ts";
import { createDeliveryRepository } from "../../../webhook-dispatcher/src/delivery-repository.ts";

export interface ComposedStatement {
  readonly text: string;
  /** The call that sent it, such as `services/verifier/src/service-time.ts:35`. */
  readonly at: string;
}

/** Records each statement without running it; returns a row without values. */
function createRecordingDatabase() {
  const statements: ComposedStatement[] = [];
  const query = async (statement: string | { readonly text: string }) => {
    statements.push({
      text: typeof statement === "string" ? statement : statement.text,
      at: callerOf(query),
    });
    return { rows: [{}], rowCount: 1 };
  };
  return { statements, database: { query } as unknown as Pool & PoolClient };
}

/** The place in the sources that called a function. */
function callerOf(callee: (statement: string) => unknown): string {
  const at = { stack: "" };
  Error.captureStackTrace(at, callee);
  return /\/((?:services|packages)\/[\w-]+\/src\/[^:]+:\d+):/.exec(at.stack)?.[1] ?? "";
}

/**
 * Returns the statements that are composed at run time, as their functions compose them. The test names a missing one.
 */
export async function composedStatements(role: ServiceRole): Promise<readonly ComposedStatement[]> {
  const { statements, database } = createRecordingDatabase();
  for (const call of calls[role](database)) await call().catch(() => undefined);
  return statements;
}

type Call = () => Promise<unknown>;

const firstConfirmationsOf = createFirstConfirmations("key");

/** Runs a worker for one pass. */
const passOf = (worker: Worker): Call => {
  const stop = new AbortController();
  return async () => {
    const running = worker.run(stop.signal);
    stop.abort();
    await running;
  };
};

const calls: Readonly<Record<ServiceRole, (database: Pool & PoolClient) => readonly Call[]>> = {
  gateway: (database) => [
    ...[
      () => findActiveKey(database, Buffer.alloc(32)),
      () => findActiveCheckoutKey(database, Buffer.alloc(32)),
      () => apiKeys.create(database, { userId: "", name: "", prefix: "", permissions: {} }),
      () => checkoutKeys.create(database, { userId: "", name: "", prefix: "", scopes: ["events:read"] }),
    ],
    ...[apiKeys, checkoutKeys].flatMap((keys) => [
      () => keys.list(database, "", { limit: 1, offset: 0 }),
      () => keys.revoke(database, "", ""),
      () => keys.find(database, "", ""),
      () => keys.findActiveByIds(database, []),
      () => keys.takeOver(database, "", "", ""),
    ]),
    ...(["api_keys", "checkout_keys"] as const).map((table) => async () => {
      const usage = createKeyUsage({ database, table, log: testLog });
      usage.count("");
      await usage.flush();
    }),
    () => resealAll({ database, secretBox: { prefix: Buffer.alloc(1) } as never }, 1),
    ...[
      () => insertItems(database, { items: [], caller: {} } as never, { id: "", balance: 1 }),
      () => insertSkipped(database, { skipped: [{ place: {} }], caller: {} } as never, ""),
      () => grantCreditsWithin(database, "", 1, ""),
      () => batches.readBatches(database, []),
      () => findReconciliation(database, "", ""),
      () => listReconciliations(database, "", { limit: 1, offset: 0 }),
      () => batches.findBatch(database, "", ""),
      () => batches.listBatches(database, "", { limit: 1, offset: 0 }),
      () => batches.listBatchItems(database, "", { limit: 1, offset: 0 }),
      () => batches.countBatchItems(database, "", {}),
      () => dayCloses.listCloses(database, "", { dates: ["2026-03-02"], branchId: null }),
      () =>
        dayCloses.insertClose(database, "", {
          ...{ date: "2026-03-02", branchId: null, memberId: null, payments: 0, amount: "0.00" },
          ...{ banks: [], counted: [], note: null },
        }),
      () => readTakings(database, "", { timeZone: "UTC", from: new Date(0), before: new Date(86_400_000) }),
      () => branches.listBranches(database, ""),
      () => branches.findBranch(database, "", ""),
      () => branches.insertBranch(database, "", ""),
      () => branches.updateBranch(database, "", { id: "", name: "", archived: false }),
      () => cashiers.listCashiers(database, ""),
      () => cashiers.findCashier(database, "", ""),
      () => cashiers.countCashiers(database, ""),
      () => cashiers.insertCashier(database, "", { name: "", branchId: null, pinHash: "" }),
      () => cashiers.updateCashier(database, "", { id: "", name: "", branchId: null, pinHash: undefined }),
      () => cashiers.removeCashier(database, "", ""),
      () => takePinTry(database, { id: "", userId: "" }, ""),
      () => takeTillTry(database, ""),
      () => forgetPinTries(database, "", { cashierId: "", pinHash: "" }),
      () =>
        shifts.listShiftPayments(
          { pool: database, firstConfirmationsOf },
          { userId: "", memberId: "", tillId: "", since: new Date() },
        ),
      () => shifts.readShiftTakings(database, { userId: "", memberId: "", since: new Date() }),
      () =>
        shifts.findShiftPayment(
          { pool: database, firstConfirmationsOf },
          { userId: "", memberId: "", tillId: "", since: new Date() },
          "",
        ),
      () => tills.listTills(database, ""),
      () => tills.findTill(database, "", ""),
      () =>
        tills.insertTill(database, "", { name: "", branchId: null, codeHash: Buffer.alloc(32), madeBy: "" }),
      () => tills.renameTill(database, "", "", ""),
      () => tills.viewTill(database, ""),
      () => telegramChats.listChats(database, ""),
      () => telegramChats.findChat(database, "", ""),
      () => telegramChats.updateChat(database, "", "", {}),
      () =>
        telegramChats.insertChat(database, {
          userId: "",
          memberId: null,
          chatId: 1,
          name: "",
          language: "en",
        }),
      () => telegramChats.findLinkedChat(database, 1),
      () => leaseMessages(database, 1),
      () => telegramChats.findCode(database, Buffer.alloc(32)),
      () => telegramChats.queueSummaries(database),
      () => memberAccess.readMemberAccess(database, "", ""),
      () => memberAccess.endManagement(database, "", ""),
      () => memberAccess.revokeTillsOf(database, "", ""),
      () => memberAccess.disableEndpointsOf(database, "", ""),
      () => memberAccess.takeOverKeys(database, "", { from: "", to: "" }),
    ],
    () => listEndpoints(database, "", { limit: 1, offset: 0 }),
    () => findEndpoint(database, "", ""),
    () => findDefaultEndpoint(database, ""),
    () => listAuditEntries(database, "", { limit: 1, offset: 0, action: "profile.updated" }),
    ...[
      () => bankAccounts.listBankAccounts(database, "", { bank: undefined, limit: 1, offset: 0 }),
      () => bankAccounts.findBankAccount(database, "", ""),
      () => bankAccounts.findBankAccountsOfNumber(database, "", anything),
      () => bankAccounts.addOtherName(database, "", "", ""),
      () => bankAccounts.insertBankAccount(database, "", anything),
      () => bankAccounts.updateBankAccount(database, "", "", anything),
    ],
    ...[
      () => deposits.insertDeposit(database, { amount: 1n } as never),
      () => deposits.findDeposit(database, "", ""),
      () => deposits.findDepositByToken(database, ""),
      ...(["awaiting_payment", "expired"] as const).flatMap((status) => [
        () => deposits.listDeposits(database, "", { ...everyFilter, status }),
        ...[undefined, "abc"].flatMap((q) => [
          () => searchDeposits(database, "", { q, status, reference: "", limit: 1, offset: 0 }),
          () => exportDeposits(database, "", { q, status }).next(),
        ]),
      ]),
      () => deposits.lockDeposit(database, ""),
      () => numberEvents(database, ""),
      ...[{}, { from: new Date() }, { types: ["credits.low"] as const }, { subject: "" }].map(
        (filter) => () =>
          listEvents(database, "", {
            ...{ types: undefined, subject: undefined, from: undefined, after: 0, last: 1, limit: 1 },
            ...filter,
          }),
      ),
      () => findEvent(database, { userId: "", eventId: "" }),
      passOf(createReplayEvents({ pool: database, log: testLog })),
      () => firstConfirmationsOf(database, "", [{ id: "", decisionReasons: ["already_confirmed"] }]),
      () => listPaymentViews(database, { userId: "", memberId: "" }),
      () => savePaymentView(database, { userId: "", memberId: "" }, { name: "", filter: {} }),
      ...[
        {},
        { text: "abc", amount: 1n, decision: "review", bank: "cbe", branch: "", member: "" } as const,
      ].flatMap((filter) => [
        () => searchPayments(database, "", { ...filter, limit: 1, offset: 0 }),
        () => exportPayments(database, "", filter).next(),
      ]),
      () => deposits.updateDeposit(database, anything, anything),
    ],
    ...[
      () => events.listDepositEvents(database, "", { startingAfter: newId("event"), limit: 1 }),
      () => events.listDepositEvents(database, "", { startingAfter: undefined, limit: 1 }),
      ...[undefined, "deposit.created" as const].flatMap((type) => [
        () => events.listAccountEvents(database, "", { startingAfter: newId("event"), type, limit: 1 }),
        () => events.listAccountEvents(database, "", { startingAfter: undefined, type, limit: 1 }),
      ]),
      () => events.pageOfDepositEvents(database, { id: "" }, { limit: 1, offset: 0 }),
    ],
    () => submissions.findOpenSubmission(database, ""),
    () => findPageFacts(database, { id: "", userId: "" }),
    () => findWatchedDeposits(database, []),
    () => submissions.leaseUnstartedSubmissions(database, 1),
    () => purchases.insertPurchase(database, { depositId: "", buyerId: "", packageId: "", credits: 1 }),
    () => purchases.creditPurchase(database, ""),
    () => purchases.listPurchases(database, "", { limit: 1, offset: 0 }),
    () => countByDay(database, "", { from: new Date(), before: new Date() }, "cbe"),
    () => markReceiptUsed(database, ""),
    () => recordFirstConfirmation(database, "", Buffer.alloc(32), { verificationId: "", isAccepted: true }),
    passOf(createEraseOldResults({ database, retentionDays: 1, log: testLog })),
    passOf(createDeleteExpired({ database, log: testLog })),
    () => sessions.findOpenSession(database, "", null),
    () => sessions.listSessions(database, { userId: "", memberId: null }, { limit: 1, offset: 0 }),
    () => sessions.endSession(database, { userId: "", memberId: null }, ""),
    () => sessions.endSessionsOf(database, ""),
    ...[
      () => findSessionView(database, ""),
      () => signIn.findFirstMembership(database, ""),
      () => signIn.findMembership(database, "", ""),
      () => signIn.findPerson(database, ""),
      () => signIn.findPersonByEmail(database, ""),
    ],
    ...[
      () => invitations.listInvitations(database, "", { limit: 1, offset: 0 }),
      () => invitations.insertInvitation(database, { sentBy: {} } as never),
      () => invitations.countInvitations(database, ""),
      () => invitations.isInvited(database, "", ""),
      () => invitations.revokeInvitation(database, "", { id: "", byOwner: true }),
      () => invitations.setInvitationToken(database, "", Buffer.alloc(32)),
      () => invitations.findOpenInvitation(database, Buffer.alloc(32)),
      () => invitations.useInvitation(database, ""),
      () => members.listMembers(database, "", { limit: 1, offset: 0 }),
      () => members.findMember(database, "", ""),
      () => members.updateMember(database, "", { id: "", by: "", role: "owner", branchId: null }),
      () => members.removeMember(database, "", { id: "", by: "" }),
    ],
    () => exportAuditEntries(database, "", {}).next(),
    () => sessions.findOpenSessions(database, []),
    () => listReviews(database, "", { limit: 1, offset: 0 }),
    () => createVerificationRepository(database, 1).find("", ""),
    () => createSavedAccounts(database).lastRead("", "cbe"),
    () => admit(database),
    () => admitCached(database),
    () => recordVerdict(database),
    ...(["queued", "failed", undefined] as const).map((processingStatus) => async () => {
      const period = { from: new Date(), before: new Date() };
      const filter = { bank: "cbe", status: "pending", processingStatus, limit: 1, offset: 0 } as const;
      await createVerificationRepository(database, 1).list("", { ...filter, ...period });
    }),
    () => redeliver(database, { deliveryId: "", userId: "", verificationId: "" }),
    ...["ver_1", "dep_1"].map((subject) => () => redeliverAbout(database, { userId: "", subject })),
    ...logFilters.map((filter) => () => listLog(database, "", { ...noFilter, ...filter })),
    () => queueMailedSummaries(database),
    () => findSummarized(database, ""),
    () => readEndpointStatistics(database, { userId: "", endpointId: "" }),
    () => findLogged(database, { userId: "", deliveryId: "" }),
    () => listDeliveries(database, { userId: "", verificationId: "" }),
    ...[undefined, ""].map(
      (endpointId) => () =>
        createRecoveryRepository(database).create({ userId: "", since: new Date(), endpointId }),
    ),
    () => pendingDeliveries(database),
  ],
  verifier: (database) =>
    (["telebirr", "cbe"] as const).flatMap((bank) => {
      const claims = createClaimRepository({ database, bank, leaseMs: 1 });
      return [
        () => claims.claim(""),
        () => claims.renew([]),
        () => claims.park("", { topic: "", key: "", value: "" }, 1),
        () =>
          claims.tryNext(
            { id: "", claimAttempt: 1, httpRequestId: "", attempts: [] },
            { bank, reference: "", suffix: null, phone: null, confidence: 0 },
          ),
        () => claims.unparkOne([]),
        () => claims.unparkAll(1),
        () => claims.claimWaitingFor({ id: "", userId: "", receiptKey: "" } as never),
        () =>
          claims.waitForBooking(
            { id: "", claimAttempt: 1, httpRequestId: "", attempts: [] },
            { delayMs: 1, share: 1, message: { topic: "", key: "", value: "" }, first: undefined },
          ),
        () => claims.takeForRequeue({ limit: 1, includeWaiting: true }),
        () => claims.takeForRequeue({ limit: 1, includeWaiting: false }),
        () => recordVerdict(database),
      ];
    }),
  dispatcher: (database) => [
    ...[createDeliveryRepository({ database, leaseMs: 1, firstDelayMs: 1 })].flatMap((deliveries) => [
      () => deliveries.leaseDue(noCapacity),
      () => deliveries.complete(anything, { timings: {} } as never, anything),
    ]),
    () => createRecoveryRepository(database).advance(1),
    () => pendingDeliveries(database),
  ],
};

async function pendingDeliveries(database: Pool): Promise<void> {
  const metrics = createServiceMetrics({ processMetrics: false });
  reportDeliveries({ database, metrics });
  await metrics.registry.metrics();
}

const request = {
  id: "ver_1",
  userId: "usr_1",
  receiptKey: "key",
  httpRequestId: "req_1",
  traceparent: "00-1",
  payerId: "",
  bank: "cbe",
  reference: "",
  idempotencyKey: null,
  savedAccounts: [],
  input: null,
} as never;
const recording = {
  unsureRefundsPerDay: 20,
  bus: { publish: async () => undefined },
  receiptHashKey: "a key of the test",
  isLive: () => true,
  onPublishError: () => undefined,
  onRecorded: () => undefined,
};

async function recordVerdict(database: Pool): Promise<void> {
  const record = createRecordVerdict({ ...recording, database, liveStatus: { announce: () => undefined } });
  await record(request, { kind: "not_found" });
}

const limits = { requestDeadlineMs: 1, recoverAfterMs: 1, maxWaiting: 1 };

async function admit(database: Pool): Promise<void> {
  await createAdmit({ ...recording, ...limits, database })(request);
}

async function admitCached(database: Pool): Promise<void> {
  const admit = createAdmitCached({ ...recording, ...limits, database });
  await admit(request, { verdict: { kind: "not_found" }, savedAccounts: "[]" });
}

/** Values that do not change the statements. */
const anything = {} as never;

const none = new Map<string, number>();
const noCapacity = {
  ...{ free: 0, perAccount: 0, perHost: 0, perTarget: 0, onHosts: [], breakers: [] },
  ...{ accounts: none, hosts: none, perAccountOnHost: none, targets: none },
};

const noFilter = {
  ...{ endpoint: undefined, types: undefined, states: undefined, subject: undefined },
  ...{ from: undefined, before: undefined, after: undefined, limit: 1 },
};
const logFilters = [
  {},
  { states: ["exhausted"] },
  { endpoint: "none" },
  { subject: "ver_1" },
  { subject: "dep_1" },
] as const;

const everyFilter = {
  reference: "",
  createdAfter: new Date(),
  createdBefore: new Date(),
  startingAfter: "",
  limit: 1,
};
