import { inspect } from "node:util";
import type { Receipt } from "@receipts/banks";
import { newId, noExpectation, type Santim } from "@receipts/contracts";
import { createPool, type Pool } from "@receipts/database";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { createRecordVerdict } from "@receipts/verdicts";
import { createAccount } from "../src/accounts/account-repository.ts";
import { type AdmissionDraft, createAdmit } from "../src/verification/admission.ts";
import { createAdmitCached } from "../src/verification/admit-cached.ts";
import { createSavedAccounts } from "../src/verification/saved-accounts.ts";

/** One statement debits and confirms a cached verdict: no concurrent change may make it count twice, or for free. */
let database: TestDatabase;
/** As a gateway connects. */
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test", maxConnections: 12 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const recording = {
  bus: { publish: async () => undefined },
  receiptHashKey: "a key of the test",
  isLive: () => true,
  unsureRefundsPerDay: 20,
  onPublishError: () => undefined,
};
const limits = { requestDeadlineMs: 60_000, recoverAfterMs: 30_000, maxWaiting: 10_000 };

/** As in one process. */
const aGateway = (database = pool) => ({
  admit: createAdmit({ ...limits, database }),
  admitCached: createAdmitCached({ ...limits, ...recording, database, onRecorded: () => undefined }),
});

const newAccount = async (credits: number) =>
  (await createAccount(pool, { email: `${newId("user")}@example.test`, name: "A", credits })).id;

let drafts = 0;
function draftFor(userId: string, change: Partial<AdmissionDraft> = {}): AdmissionDraft {
  drafts += 1;
  return {
    id: newId("verification"),
    ...{
      userId,
      payerId: userId,
      isPaid: false,
      apiKeyId: null,
      memberId: null,
      branchId: null,
      tillId: null,
      bank: "boa",
      reference: `R${drafts}`,
      suffix: "58203",
    },
    ...{
      phone: null,
      receiptKey: `${drafts}`,
      source: "api",
      settlementAccount: null,
      expectation: noExpectation,
      input: null,
    },
    ...{
      webhookUrl: null,
      recheckForMinutes: 0,
      cacheStatus: "HIT",
      idempotencyKey: null,
      fingerprint: Buffer.alloc(32),
    },
    ...{ httpRequestId: "req_1", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    ...change,
  };
}

const receiptOf = (reference: string, paidAt = new Date()): Receipt => ({
  referenceNumber: reference,
  paymentStatus: "completed",
  amount: 125_000n as Santim,
  currency: "ETB",
  senderName: "Abebe Kebede",
  receiverName: "Sara Coffee Trading",
  receiverAccount: "1000123456789",
  paidAt,
});

const cachedFor = (reference: string, savedAccounts = "[]", paidAt?: Date) => ({
  verdict: { kind: "success", receipt: receiptOf(reference, paidAt) } as const,
  savedAccounts,
});

const times = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)));

const kindsOf = (outcomes: readonly { readonly kind: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, found]) => [kind, found.length]),
  );

async function stateOf(userId: string) {
  const { rows } = await pool.query(
    `select (select balance from credit_accounts where user_id = $1) as balance,
            (select sum(amount)::int from credit_transactions where user_id = $1) as ledger,
            (select count(*)::int from verification_requests where user_id = $1) as requests,
            (select coalesce(sum(confirmation_count), 0)::int from receipt_confirmations where user_id = $1) as confirmations,
            -- Each row of the ledger has the balance of the rows up to it.
            (select count(*)::int from (
               select balance_after, sum(amount) over (order by sequence) as sum from credit_transactions where user_id = $1) l
              where balance_after <> sum) as "outOfOrder"`,
    [userId],
  );
  return rows[0];
}

describe("requests with a cached verdict", () => {
  it("ends N of them for N credits, in any process, and confirms as many receipts", async () => {
    const userId = await newAccount(60);
    const gateways = [aGateway(), aGateway(), aGateway()];
    const outcomes = await times(100, async (nth) => {
      const draft = draftFor(userId);
      return (await gateways[nth % 3]?.admitCached(draft, cachedFor(draft.reference))) ?? { kind: "" };
    });
    expect(kindsOf(outcomes)).toEqual({ ended: 60, refused: 40 });
    const left = { balance: 0, ledger: 0, requests: 60, confirmations: 60, outOfOrder: 0 };
    expect(await stateOf(userId)).toEqual(left);
  });

  /** They cannot share a statement with each other, but each shares one with the others. */
  it("wait behind a few statements, however many of another account are about one receipt", async () => {
    const [poor, honest] = [await newAccount(0), await newAccount(1)];
    const draft = draftFor(honest);
    let statements = 0;
    let before = Number.POSITIVE_INFINITY;
    const counting = {
      query: (...query: Parameters<Pool["query"]>) => {
        // One that is slow to return lets many others begin: what counts is how many come first.
        if (inspect(query, { depth: null, maxArrayLength: null }).includes(draft.id))
          before = Math.min(before, statements);
        statements += 1;
        return pool.query(...query);
      },
    } as Pool;
    const { admitCached } = aGateway(counting);
    const flood = times(300, () => admitCached(draftFor(poor), cachedFor("R")));
    expect(await admitCached(draft, cachedFor("R1"))).toMatchObject({ kind: "ended" });
    expect(before).toBeLessThan(15);
    expect(kindsOf(await flood)).toEqual({ refused: 300 });
  });

  it("share the credit with requests that query a bank", async () => {
    const userId = await newAccount(50);
    const gateways = [aGateway(), aGateway()];
    const outcomes = await times(120, async (nth) => {
      const { admit, admitCached } = gateways[nth % 2] ?? aGateway();
      const draft = draftFor(userId);
      return nth % 3 === 0
        ? await admit({ ...draft, cacheStatus: "MISS" })
        : await admitCached(draft, cachedFor(draft.reference));
    });
    const { admitted = 0, ended = 0, refused } = kindsOf(outcomes);
    expect([admitted + ended, refused]).toEqual([50, 70]);
    const left = { balance: 0, ledger: 0, requests: 50, confirmations: ended, outOfOrder: 0 };
    expect(await stateOf(userId)).toEqual(left);
  });

  it("admit one for one key, with or without a cached verdict", async () => {
    const userId = await newAccount(40);
    const gateways = [aGateway(), aGateway()];
    const outcomes = await times(40, async (nth) => {
      const { admit, admitCached } = gateways[nth % 2] ?? aGateway();
      const draft = draftFor(userId, { idempotencyKey: `key ${Math.floor(nth / 8)}`, reference: "R" });
      return nth % 4 < 2
        ? await admit({ ...draft, cacheStatus: "MISS" })
        : await admitCached(draft, cachedFor("R"));
    });
    const { admitted = 0, ended = 0, known } = kindsOf(outcomes);
    expect([admitted + ended, known]).toEqual([5, 35]);
    const left = { balance: 35, ledger: 35, requests: 5, confirmations: ended, outOfOrder: 0 };
    expect(await stateOf(userId)).toEqual(left);
  });

  it("count one receipt as new once, and confirm it as often as requested", async () => {
    const userId = await newAccount(20);
    const gateways = [aGateway(), aGateway()];
    const outcomes = await times(20, async (nth) => {
      return await gateways[nth % 2]?.admitCached(draftFor(userId), cachedFor("THE SAME"));
    });
    const histories = outcomes.map((outcome) => {
      if (outcome?.kind !== "ended") throw new Error(outcome?.kind);
      return outcome.result.confirmationHistory;
    });
    expect(histories.filter(({ isFirstConfirmation }) => isFirstConfirmation)).toHaveLength(1);
    expect(histories.map(({ confirmationCount }) => confirmationCount).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, nth) => nth + 1),
    );
  });

  it("have no effect if the saved accounts changed after the verdict was matched", async () => {
    const userId = await newAccount(5);
    const saved = createSavedAccounts(pool);
    const before = await saved.lastRead(userId, "boa");
    await pool.query(
      `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name)
       values ($1, $2, 'boa', 'user', '1000123456789', '1000123456789', 'Sara Coffee Trading')`,
      [newId("bankAccount"), userId],
    );
    const { admitCached } = aGateway();
    expect(await saved.lastRead(userId, "boa")).toBe(before);
    expect(await admitCached(draftFor(userId), cachedFor("R", before))).toEqual({ kind: "accounts_changed" });
    const untouched = { balance: 5, ledger: 5, requests: 0, confirmations: 0, outOfOrder: 0 };
    expect(await stateOf(userId)).toEqual(untouched);
    saved.invalidate(userId, "boa");
    const now = await saved.lastRead(userId, "boa");
    const ended = await admitCached(draftFor(userId), cachedFor("R", now));
    expect(ended).toMatchObject({ kind: "ended", result: { settlementAccountMatch: { matched: true } } });
  });

  it("confirm nothing for an account that is closed or without credit", async () => {
    const closed = await newAccount(5);
    await pool.query("update credit_accounts set closed_at = now() where user_id = $1", [closed]);
    const poor = await newAccount(0);
    const { admitCached } = aGateway();
    for (const userId of [closed, poor]) {
      expect(await admitCached(draftFor(userId), cachedFor("R"))).toEqual({ kind: "refused" });
      expect(await stateOf(userId)).toMatchObject({ requests: 0, confirmations: 0 });
    }
  });

  /** The database's clock sets the time of the request. */
  it.each([
    { ageMinutes: 1, decisionReasons: [] },
    { ageMinutes: 3, decisionReasons: ["paid_too_early"] },
  ])(
    "decide $decisionReasons for a payment of $ageMinutes minutes ago, if two are allowed",
    async (example) => {
      const userId = await newAccount(5);
      const paidAt = new Date(Date.now() - example.ageMinutes * 60_000);
      const draft = draftFor(userId, { expectation: { ...noExpectation, maxAgeMinutes: 2 } });
      const outcome = await aGateway().admitCached(draft, cachedFor("R", "[]", paidAt));
      if (outcome.kind !== "ended") throw new Error(outcome.kind);
      const rejections = outcome.result.decisionReasons?.filter((reason) => reason === "paid_too_early");
      expect(rejections).toEqual(example.decisionReasons);
    },
  );

  /** Both lock confirmations and balances, of several accounts. */
  it("never deadlock with verdicts", async () => {
    const userIds = await times(3, () => newAccount(10_000));
    const record = createRecordVerdict({
      ...recording,
      database: pool,
      liveStatus: { announce: () => undefined },
    });
    for (let turn = 0; turn < 15; turn += 1) {
      const { admit, admitCached } = aGateway();
      const requests = await times(18, async (nth) => {
        const draft = draftFor(userIds[nth % 3] ?? "", {
          cacheStatus: "MISS",
          reference: `T${turn} ${nth % 6}`,
        });
        const { kind } = await admit(draft);
        expect(kind).toBe("admitted");
        return draft;
      });
      await Promise.all([
        ...requests.map(async (draft, nth) => {
          const claimed = {
            ...draft,
            savedAccounts: [],
            claimAttempt: 0,
            requestedAt: new Date(),
          };
          const recorded = await record(
            claimed,
            nth % 2 === 0
              ? { kind: "undecided", reason: "bank_unavailable" }
              : { kind: "success", receipt: receiptOf(draft.reference) },
          );
          expect(recorded).toBeDefined();
        }),
        ...Array.from({ length: 18 }, async (_, nth) => {
          const draft = draftFor(userIds[nth % 3] ?? "", { reference: `T${turn} ${nth % 6}` });
          expect((await admitCached(draft, cachedFor(draft.reference))).kind).toBe("ended");
        }),
      ]);
    }
    for (const userId of userIds) {
      const { balance, ledger, outOfOrder } = await stateOf(userId);
      expect([balance, outOfOrder]).toEqual([ledger, 0]);
    }
  });
});
