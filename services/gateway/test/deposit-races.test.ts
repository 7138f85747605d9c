import { setImmediate as turn } from "node:timers/promises";
import { createBankDetection, readIdentifiers } from "@receipts/banks";
import { createPool, inTransaction, type Pool } from "@receipts/database";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import fc from "fast-check";
import { createAccount } from "../src/accounts/account-repository.ts";
import { createChangeDeposit } from "../src/checkout/deposits/change-deposit.ts";
import { createDeposit } from "../src/checkout/deposits/create-deposit.ts";
import { lockDeposit } from "../src/checkout/deposits/deposit-repository.ts";
import { createSettleSubmission } from "../src/checkout/receipts/settle-submission.ts";
import type { Submission } from "../src/checkout/receipts/submission-repository.ts";
import { createSubmitReceipt } from "../src/checkout/receipts/submit-receipt.ts";
import { type ActorName, actors, legalOutcomes, type Outcome, outcomeText } from "./deposit-model.ts";

const RACES = 200;
const PHONE = "0911223344";
const cause = { requestId: "race", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
const terminal = ["deposit.confirmed", "deposit.expired", "deposit.canceled"];
const checkoutBaseUrl = "https://pay.example.test";

let database: TestDatabase;
let pool: Pool;
let userId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "races", maxConnections: 6 });
  const account = await createAccount(pool, { email: "shop@example.test", name: "Shop", credits: 0 });
  userId = account.id;
  await pool.query(
    `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name)
     values ('acc_1', $1, 'telebirr', 'user', $2, $2, 'Shop')`,
    [userId, PHONE],
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const changeDeposit = createChangeDeposit({ checkoutBaseUrl, onEvent: () => undefined });
const settlement = () =>
  createSettleSubmission({
    pool,
    changeDeposit,
    receiptHashKey: "key",
    log: testLog,
    onConfirmed: async () => undefined,
  });

/** The bank says at once that the receipt is genuine and paid to the shop; two processes hear of it. */
async function bankSaysYes({ verificationId, bank, reference }: Submission): Promise<void> {
  const result = {
    bank,
    status: "success",
    amount: 10,
    receiverAccount: PHONE,
    timestamp: new Date().toISOString(),
    timestampPrecision: "second",
    referenceNumber: reference,
    senderName: "Payer",
    failureReason: null,
  };
  await pool.query(
    `insert into verification_requests (id, user_id, source, bank, reference, receipt_key, cache_status, processing_status, status,
                                        verified, result, recover_after, deadline_at, http_request_id, completed_at)
     values ($1, $2, 'checkout', $3, $4, $4, 'MISS', 'completed', 'success', true, $5, now(), now(), 'race', now())`,
    [verificationId, userId, bank, reference, result],
  );
  await Promise.all([settlement().settle(verificationId), settlement().settle(verificationId)]);
}

let receipts = 0;
function aReference(): string {
  receipts += 1;
  return `DJ5${receipts.toString(36).toUpperCase().padStart(6, "0")}1`;
}

const readTelebirr = readIdentifiers("telebirr", {});
const submit = (depositId: string) =>
  createSubmitReceipt({
    pool,
    rules: {
      banks: new Map(readTelebirr === undefined ? [] : [["telebirr" as const, readTelebirr]]),
      detect: createBankDetection({}),
    },
    changeDeposit,
    askBank: bankSaysYes,
  })({ depositId, text: aReference(), cause });

const runOut = (id: string) => pool.query("update deposits set expires_at = now_ms() where id = $1", [id]);
const change = (id: string, kind: "expire" | "cancel") =>
  inTransaction(pool, async (client) => {
    const locked = await lockDeposit(client, id);
    if (locked !== undefined) await changeDeposit(client, locked, { kind }, { cause });
  });

const acts: { readonly [Name in ActorName]: (id: string) => Promise<unknown> } = {
  confirm: submit,
  expire: async (id) => {
    await runOut(id);
    await change(id, "expire");
  },
  cancel: (id) => change(id, "cancel"),
  late: async (id) => {
    await runOut(id);
    await submit(id);
  },
};

async function aDeposit(): Promise<string> {
  const body = { amount: "10.00", currency: "ETB" as const, reference: "order", expiresInMinutes: 60 };
  const rules = { checkoutBaseUrl, allowPrivateWebhooks: false, allowLocalPages: false };
  const { id } = await inTransaction(pool, (client) => createDeposit(client, rules, { userId, body, cause }));
  return id;
}

interface Observed extends Outcome {
  readonly sequences: readonly number[];
  readonly eventCount: number;
  readonly open: number;
}

async function observe(id: string): Promise<Observed> {
  const { rows } = await pool.query<Observed>(
    `select d.status, d.event_count as "eventCount",
            (select count(*) from deposit_submissions s where s.deposit_id = d.id and s.settled_at is null) as open,
            (select json_agg(type order by sequence) from deposit_events e where e.deposit_id = d.id) as events,
            (select json_agg(sequence order by sequence) from deposit_events e where e.deposit_id = d.id) as sequences
       from deposits d where d.id = $1`,
    [id],
  );
  const [observed] = rows;
  if (observed === undefined) throw new Error(`there is no deposit ${id}`);
  return observed;
}

/** Starts after so many turns of the event loop, so that the two meet at different places. */
async function startLater(turns: number, act: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < turns; n += 1) await turn();
  await act();
}

const names = Object.keys(actors) as ActorName[];
const pairs = names.flatMap((a, index) => names.slice(index).map((b): [ActorName, ActorName] => [a, b]));
/** In turns of the event loop: up to what a few statements take, so that each comes first now and then. */
const headStarts = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 400 }));

describe("a deposit that two act on at once", () => {
  it.each(pairs)(
    "ends as if %s and %s had taken turns, with one terminal event at most",
    async (a, b) => {
      const legal = legalOutcomes([a, b]);
      const seen = new Set<string>();
      const race = async ([first, second]: [number, number]) => {
        const id = await aDeposit();
        await Promise.all([startLater(first, () => acts[a](id)), startLater(second, () => acts[b](id))]);
        const end = await observe(id);
        expect([...legal]).toContain(outcomeText(end));
        seen.add(outcomeText(end));
        const ends = end.events.filter((type) => terminal.includes(type));
        expect(ends).toEqual(end.status === "awaiting_payment" ? [] : [`deposit.${end.status}`]);
        expect(end.sequences).toEqual(end.events.map((_, index) => index + 1));
        expect([end.eventCount, end.open]).toEqual([end.events.length, 0]);
      };
      await fc.assert(fc.asyncProperty(headStarts, race), { numRuns: RACES, endOnFailure: true });
      // Or this would not have been a race.
      expect([...seen].sort()).toEqual([...legal].sort());
    },
    60_000,
  );

  it("leaves the account's events without holes, and each receipt with one deposit", async () => {
    const { rows } = await pool.query(
      `select (select count(*) from deposit_events) = (select max(publication) from deposit_events) as "noHoles",
              (select count(*) from deposits where receipt_hash is not null)
                = (select count(*) from receipt_confirmations) as "oneEach"`,
    );
    expect(rows).toEqual([{ noHoles: true, oneEach: true }]);
  });
});
