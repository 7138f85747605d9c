import type { AskedWalk } from "@receipts/database";
import { createTestDatabase, isFullRun, type TestDatabase } from "@receipts/testing";
import type { PaymentFilter } from "../../../gateway/src/payments/payment-filter.ts";
import { exportPayments, searchPayments } from "../../../gateway/src/payments/search-payments.ts";
import { createFirstConfirmations } from "../../../gateway/src/verification/first-confirmation.ts";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { branchIds, insertPayments, memberIds } from "../../bench/payment-rows.ts";
import { createRecordingDatabase, pagesRead } from "./recording-database.ts";

const PAYMENTS = isFullRun ? 1_000_000 : 300_000;
/** Two a minute. */
const DAYS = Math.floor(PAYMENTS / 2_880);
/** Pages of 8 KiB. A payment of a page takes two, a descent of an index four. */
const FOR_FEW = 1_000;
/** The postings of the texts that all payers have. */
const FOR_TEXT = 2_000;
/** The total reads 10,001 entries of an index; their rows where the index has no column of them. */
const FOR_MANY = 15_000;
/** A text in very many payments is compared with the newest 10,000 rows; several frequent filters skip as many. */
const FOR_COMPARED = 40_000;

/** Counted, not timed: `bench -- history` has the times. */
describe(`the payments of an account with ${PAYMENTS}`, () => {
  let database: TestDatabase;
  let userId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    [{ userId }] = await makeAccounts(database.pool, 1);
    await insertPayments(database.pool, userId, PAYMENTS);
  });
  afterAll(() => database.drop());

  async function costOf(filter: PaymentFilter & Partial<AskedWalk>) {
    const recording = createRecordingDatabase(database.pool);
    const { rows, total, isExact } = await searchPayments(recording.database, userId, {
      ...{ limit: 20, offset: 0 },
      ...filter,
    });
    const startedAt = performance.now();
    const pages: number[] = [];
    for (const statement of recording.statements) pages.push(await pagesRead(database.pool, statement));
    const ms = Math.round(performance.now() - startedAt);
    return {
      rows: rows.length,
      total,
      isExact,
      pages: pages.reduce((sum, one) => sum + one, 0),
      ms,
      each: pages,
    };
  }

  const old = { from: new Date(0), before: daysAgo(DAYS - 2) };
  const after = { place: daysAgo(DAYS - 2).getTime() * 1_000, id: "ver_" };
  it.each<[string, PaymentFilter & Partial<AskedWalk>, number, number]>([
    ["a number", { text: "ft00254321" }, 1, FOR_FEW],
    ["a part of a number of one bank", { text: "T0025432", bank: "boa" }, 3, FOR_FEW],
    ["a payer", { text: "payer c4ca4238a0" }, 1, FOR_TEXT],
    ["words of a payer in another order", { text: "c4ca4238a0 payer" }, 1, FOR_TEXT],
    ["a payer and an amount", { text: "100 c4ca4238a0" }, 1, FOR_TEXT],
    ["a payer and another amount", { text: "c4ca4238a0 101" }, 0, FOR_TEXT],
    ["a text that none has", { text: "chaltu" }, 0, FOR_FEW],
    ["the only amount of its kind", { amount: 7_777n }, 1, FOR_FEW],
    ["an amount that none has", { amount: 7_778n, decision: "accept" }, 0, FOR_FEW],
    ["the only payment of a bank", { bank: "siinqee" }, 1, FOR_FEW],
    ["a bank without payments", { bank: "zemen" }, 0, FOR_FEW],
    ["the only payment of a branch", { branch: branchIds[2] }, 1, FOR_FEW],
    ["the only payment of a person", { member: memberIds[2] }, 1, FOR_FEW],
    [
      "the only one of a branch, and a person without it",
      { branch: branchIds[2], member: memberIds[0] },
      0,
      FOR_FEW,
    ],
    ["a day", { from: daysAgo(31), before: daysAgo(30) }, 20, FOR_FEW],
    ["a decision of a day", { decision: "review", from: daysAgo(31), before: daysAgo(30) }, 20, FOR_FEW],
    ["a person on a day", { member: memberIds[0], from: daysAgo(31), before: daysAgo(30) }, 20, FOR_FEW],
    ["no filter", {}, 20, FOR_MANY],
    ["a frequent decision", { decision: "accept" }, 20, FOR_MANY],
    ["a rare decision", { decision: "reject" }, 20, FOR_MANY],
    ["a bank", { bank: "cbe" }, 20, FOR_MANY],
    ["a branch", { branch: branchIds[0] }, 20, FOR_MANY],
    ["a person", { member: memberIds[1] }, 20, FOR_MANY],
    ["a frequent amount", { amount: 125_000n }, 20, FOR_MANY],
    ["a frequent amount that is text too", { amount: 125_000n, text: "1,250" }, 20, FOR_MANY],
    ["eight frequent amounts", { text: "1250 100 200 300 400 500 600 700" }, 0, FOR_COMPARED],
    ["an amount thirty-two times", { text: Array(32).fill("1").join(" ") }, 0, FOR_COMPARED],
    ["more words than a search has", { text: "1 2 3 4 5 6 7 8 9 10" }, 0, FOR_COMPARED],
    [
      "all filters but the day",
      { decision: "accept", bank: "cbe", branch: branchIds[0], member: memberIds[1] },
      20,
      FOR_COMPARED,
    ],
    ["an old period", { ...old, decision: "review" }, 20, FOR_MANY],
    ["a deep page", { offset: 9_000 }, 20, FOR_MANY],
    ["a deep page of a decision", { offset: 9_000, decision: "accept" }, 20, FOR_MANY],
    ["a cursor far beyond what is counted", { after }, 20, FOR_MANY],
    ["a cursor into a text that very many have", { after, text: "abebe" }, 20, 2 * FOR_COMPARED],
    ["two filters that never meet", { decision: "review", bank: "boa" }, 0, FOR_MANY],
    ["a text that very many have", { text: "abebe" }, 20, FOR_COMPARED],
    ["a text that very many have, of a decision", { text: "abebe", decision: "accept" }, 20, FOR_COMPARED],
  ])("are found by %s for the cost of what is shown", async (_name, filter, rows, most) => {
    const cost = await costOf(filter);
    expect(cost.rows).toBe(rows);
    expect(cost.pages).toBeLessThan(most);
  });

  it("have exact totals up to 10,000, and else say so", async () => {
    expect(await costOf({})).toMatchObject({ total: 10_000, isExact: false });
    const days = { from: daysAgo(11), before: daysAgo(10) };
    expect(await costOf(days)).toMatchObject({ total: 2_880, isExact: true });
  });

  it("tell of their first confirmation for the cost of a few rows each, however often the receipt was used", async () => {
    const { rows: firsts } = await database.pool.query<{ id: string }>(
      `select id from verification_requests where user_id = $1 and status = 'success' order by created_at limit 1`,
      [userId],
    );
    await database.pool.query("set session_replication_role = replica");
    await database.pool.query(
      `insert into verification_requests
         select (jsonb_populate_record(v, jsonb_build_object(
                  'id', 'ver_' || new_ulid(), 'created_at', now_ms(), 'completed_at', now_ms(),
                  'result', v.result || jsonb_build_object(
                    'decision', 'reject', 'decisionReasons', '["already_confirmed"]'::jsonb,
                    'confirmationHistory', jsonb_build_object('firstConfirmedAt', iso_utc(v.completed_at)))))).*
           from verification_requests v cross join generate_series(1, 5000) where v.id = $1`,
      [firsts[0]?.id],
    );
    const used = await searchPayments(database.pool, userId, { decision: "reject", limit: 20, offset: 0 });
    const recording = createRecordingDatabase(database.pool);
    const found = await createFirstConfirmations("key")(recording.database, userId, used.rows);
    expect([...found.values()]).toMatchObject(used.rows.map(() => ({ requestId: firsts[0]?.id })));
    let pages = 0;
    for (const statement of recording.statements) pages += await pagesRead(database.pool, statement);
    expect(pages).toBeLessThan(FOR_FEW);
  });

  it("are exported in batches of the same cost", async () => {
    for (const filter of [{}, { bank: "cbe" }, { text: "abebe" }, { amount: 125_000n }] as const) {
      const recording = createRecordingDatabase(database.pool);
      let batches = 0;
      for await (const _rows of exportPayments(recording.database, userId, filter)) {
        batches += 1;
        if (batches === 200) break;
      }
      const last = recording.statements.at(-1);
      if (last === undefined) throw new Error("nothing was read");
      expect(await pagesRead(database.pool, last)).toBeLessThan(12_000);
    }
  });
});

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}
