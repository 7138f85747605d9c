import { setImmediate as turn } from "node:timers/promises";
import { createBankDetection, readIdentifiers } from "@receipts/banks";
import { createPool, inTransaction, type Pool } from "@receipts/database";
import { asService, createTestDatabase, type TestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import fc from "fast-check";
import { createAccount } from "../src/accounts/account-repository.ts";
import { operatorActor } from "../src/audit/audit-log.ts";
import { createChangeDeposit } from "../src/checkout/deposits/change-deposit.ts";
import { createDeposit } from "../src/checkout/deposits/create-deposit.ts";
import { lockDeposit } from "../src/checkout/deposits/deposit-repository.ts";
import { resolveDeposit } from "../src/checkout/deposits/resolve-deposit.ts";
import type { ReceiptSubmission } from "../src/checkout/deposits/submission-repository.ts";
import { createResolveSubmission } from "../src/checkout/receipts/resolve-submission.ts";
import { createSubmitReceipt } from "../src/checkout/receipts/submit-receipt.ts";
import { ApiProblem } from "../src/http/api-problem.ts";
import {
  type ActorName,
  type InitialState,
  legalOutcomes,
  type Outcome,
  outcomeText,
} from "./deposit-model.ts";

/** Races of a pair, and the maximum until every order was seen. */
const RACES = 25;
const MAX_RACES = 400;
const PHONE = "0911223344";
const cause = { requestId: "race", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
const terminal = ["deposit.confirmed", "deposit.expired", "deposit.canceled"];
const checkoutBaseUrl = "https://pay.example.test";

let database: TestDatabase;
let pool: Pool;
let userId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({
    connectionString: asService(database.url, "gateway"),
    applicationName: "races",
    maxConnections: 6,
  });
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

const changeDeposit = createChangeDeposit({
  checkoutBaseUrl,
  onEvent: () => undefined,
  onConfirmed: async () => undefined,
});
const resolver = () =>
  createResolveSubmission({
    pool,
    changeDeposit,
    receiptHashKey: "key",
    log: testLog,
  });

type Proof = "account" | "mask_only";

/** The bank confirms the receipt at once; two processes receive the verdict. */
const recordVerdictOf =
  (proof: Proof, amount: number) =>
  async ({ verificationId, bank, reference }: ReceiptSubmission): Promise<void> => {
    const result = {
      bank,
      status: "success",
      amount,
      receiverAccount: PHONE,
      receiverName: "Shop",
      timestamp: new Date().toISOString(),
      referenceNumber: reference,
      senderName: "Payer",
      failureReason: null,
      settlementAccountMatch: { matched: true, matchedSettlementAccount: PHONE, ambiguous: false, proof },
    };
    await pool.query(
      `insert into verification_requests (id, user_id, source, bank, reference, receipt_key, cache_status, processing_status, status,
                                        verified, result, requeue_after, deadline_at, http_request_id, completed_at)
     values ($1, $2, 'checkout', $3, $4, $4, 'MISS', 'completed', 'success', true, $5, now(), now(), 'race', now())`,
      [verificationId, userId, bank, reference, result],
    );
    await Promise.all([resolver().applyResult(verificationId), resolver().applyResult(verificationId)]);
  };

let receipts = 0;
function aReference(): string {
  receipts += 1;
  return `DJ5${receipts.toString(36).toUpperCase().padStart(6, "0")}1`;
}

const readTelebirr = readIdentifiers("telebirr", {});
const submit = (depositId: string, proof: Proof = "account", amount = 10) =>
  createSubmitReceipt({
    pool,
    rules: {
      banks: new Map(readTelebirr === undefined ? [] : [["telebirr" as const, readTelebirr]]),
      detect: createBankDetection({}),
    },
    changeDeposit,
    startVerification: recordVerdictOf(proof, amount),
  })({ depositId, text: aReference(), cause });

const runOut = (id: string) =>
  database.pool.query("update deposits set expires_at = now_ms() where id = $1", [id]);
const change = (id: string, kind: "expire" | "cancel") =>
  inTransaction(pool, async (client) => {
    const locked = await lockDeposit(client, id);
    if (locked !== undefined) await changeDeposit(client, locked, { kind }, { cause });
  });

const resolve = (depositId: string, decision: "accept" | "reject") =>
  inTransaction(pool, (client) =>
    resolveDeposit(client, changeDeposit, {
      requireFreshPerson: () => undefined,
      ...{ userId, depositId, cause, actor: operatorActor("race") },
      body: { decision, note: "seen on the account" },
    }),
  ).catch((error: unknown) => {
    // It came too late, or too early.
    if (!(error instanceof ApiProblem) || error.code !== "invalid_state") throw error;
  });

const acts: { readonly [Name in ActorName]: (id: string) => Promise<unknown> } = {
  confirm: (id) => submit(id),
  part: (id) => submit(id, "account", 5),
  doubt: (id) => submit(id, "mask_only"),
  accept: (id) => resolve(id, "accept"),
  reject: (id) => resolve(id, "reject"),
  giveUp: async (id) => {
    await pool.query(
      "update deposits set review_expires_at = now_ms() where id = $1 and status = 'review_required'",
      [id],
    );
    await change(id, "expire");
  },
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

async function aDeposit(initial: InitialState): Promise<string> {
  const order = { amount: "10.00", currency: "ETB" as const, reference: "order", expiresInMinutes: 60 };
  const body = { ...order, allowPartial: initial === "in parts" };
  const { id } = await inTransaction(pool, (client) =>
    createDeposit(client, { checkoutBaseUrl, isLive: () => true }, { userId, body, cause }),
  );
  if (initial === "in review") await submit(id, "mask_only");
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

/** Starts after this many turns of the event loop, so that the two meet at different points. */
async function startLater(turns: number, act: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < turns; n += 1) await turn();
  await act();
}

const pairsOf = (initial: InitialState, names: readonly ActorName[]) =>
  names.flatMap((a, index) =>
    names.slice(index).map((b): [InitialState, ActorName, ActorName] => [initial, a, b]),
  );
const races = [
  ...pairsOf("created", ["confirm", "expire", "cancel", "late", "accept"]),
  ...pairsOf("in parts", ["part", "confirm", "expire", "cancel", "late", "accept"]).filter(
    ([, a]) => a === "part",
  ),
  ...pairsOf("in review", ["confirm", "doubt", "accept", "reject", "giveUp", "cancel"]),
];
/**
 * How long the second actor waits, in turns of the event loop, and which actor is first. The wait covers a few
 * statements or all of them, so that every order occurs.
 */
const headStart = fc.tuple(fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 6_000 })), fc.boolean());

describe("a deposit with two concurrent actors", () => {
  it.each(races)(
    "that is %s ends as if %s and %s had come one after the other, with one end",
    async (initial, a, b) => {
      const legal = legalOutcomes(initial, [a, b]);
      const seen = new Set<string>();
      const race = async ([turns, isFirst]: [number, boolean]) => {
        const id = await aDeposit(initial);
        const [first, second] = isFirst ? [acts[a], acts[b]] : [acts[b], acts[a]];
        await Promise.all([first(id), startLater(turns, () => second(id))]);
        const end = await observe(id);
        expect([...legal]).toContain(outcomeText(end));
        seen.add(outcomeText(end));
        const ends = end.events.filter((type) => terminal.includes(type));
        // An expired deposit may still be marked as paid.
        const last = ends[0] === "deposit.expired" ? ends.slice(1) : ends;
        expect(last.length).toBeLessThanOrEqual(1);
        expect(terminal.includes(`deposit.${end.status}`)).toBe(ends.length > 0);
        expect(end.sequences).toEqual(end.events.map((_, index) => index + 1));
        expect([end.eventCount, end.open]).toEqual([end.events.length, 0]);
      };
      for (let runs = 0; runs < MAX_RACES; runs += RACES) {
        if (runs > 0 && seen.size === legal.size) break;
        await fc.assert(fc.asyncProperty(headStart, race), { numRuns: RACES, endOnFailure: true });
      }
      // Otherwise this would not have been a race.
      expect([...seen].sort()).toEqual([...legal].sort());
    },
  );

  it("numbers the account's events without gaps, and gives each receipt to one deposit", async () => {
    const { rows } = await pool.query(
      `select (select count(*) from deposit_events) = (select max(publication) from deposit_events) as "noHoles",
              (select count(*) from (select receipt_hash from deposits where receipt_hash is not null
                                      union select receipt_hash from deposit_parts) used)
                = (select count(*) from receipt_confirmations) as "oneEach"`,
    );
    expect(rows).toEqual([{ noHoles: true, oneEach: true }]);
  });
});
