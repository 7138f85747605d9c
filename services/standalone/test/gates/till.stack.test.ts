import { randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { openSession } from "@receipts/gateway";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { findOpenSession } from "../../../gateway/src/sessions/session-repository.ts";
import {
  forgetPinTries,
  forgetTillTries,
  takePinTry,
  takeTillTry,
} from "../../../gateway/src/tills/pin-tries.ts";
import {
  endShifts,
  findShiftPayment,
  listShiftPayments,
  readShiftTakings,
} from "../../../gateway/src/tills/shift-repository.ts";
import { findEnrolledTill, findTill, viewTill } from "../../../gateway/src/tills/till-repository.ts";
import { createFirstConfirmations } from "../../../gateway/src/verification/first-confirmation.ts";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { openCounters } from "../../bench/bench-counters.ts";
import { insertPayments, memberIds } from "../../bench/payment-rows.ts";
import { createRecordingDatabase, pagesRead, planKinds, planOf } from "./recording-database.ts";

const PAYMENTS = 100_000;
const ENDED_SESSIONS = 100_000;
const COUNTERS = 100;
/** Pages of 8 KiB for a list of 20 rows, two each, with the descents of its indexes. */
const FOR_A_LIST = 200;
const FOR_A_ROW = 60;
/** Some hundred receipts of twelve hours. */
const FOR_A_SHIFT = 1_000;

/** Counted, not timed. A cashier waits for each of these statements. */
describe("a till of an account with very many payments and sessions", () => {
  let database: TestDatabase;
  let userId: string;
  let memberId: string;
  let tillId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { pool } = database;
    [{ userId }] = await makeAccounts(pool, 1);
    await insertPayments(pool, userId, PAYMENTS);
    const encryptionKey = randomBytes(32).toString("base64");
    const [counter] = await openCounters(pool, { userId, encryptionKey }, COUNTERS);
    memberId = counter?.memberId ?? "";
    const { rows } = await pool.query("select till_id from sessions where member_id = $1", [memberId]);
    tillId = rows[0].till_id;
    await pool.query("update members set pin_hash = 'a hash' where id = $1", [memberId]);
    // Each shift of the account leaves one.
    await pool.query(
      `insert into sessions (id, user_id, member_id, till_id, created_at, expires_at, ended_at)
       select 'ses_' || new_ulid(), $1, $2, $3, now() - n * interval '1 min', now() - n * interval '1 min' + interval '12 h', now()
         from generate_series(1, $4::int) n`,
      [userId, memberId, tillId, ENDED_SESSIONS],
    );
    await insertUnfinished(database, userId);
    await pool.query("analyze sessions, members, tills, verification_requests");
  });
  afterAll(() => database.drop());

  async function expectCheap(
    work: (database: Queryable) => Promise<unknown>,
    most: number,
    indexes: readonly RegExp[] = [],
  ): Promise<void> {
    const { database: recording, statements } = createRecordingDatabase(database.pool);
    await work(recording);
    for (const statement of statements) {
      const start = statement.name ?? statement.text.slice(0, 60);
      const pages = await pagesRead(database.pool, statement);
      expect({ start, isCheap: pages < most || pages }).toEqual({ start, isCheap: true });
      for (const kind of planKinds) {
        const plan = await planOf(database.pool, statement, kind);
        const read = [...plan.scanned, ...plan.walked.map(({ table }) => table)];
        const whole = read.filter((table) => table === "verification_requests" || table === "sessions");
        const missing = indexes.filter((index) => !plan.indexes.some((name) => index.test(name)));
        expect({ start, kind, whole, missing }).toEqual({ start, kind, whole: [], missing: [] });
      }
    }
  }

  it.each([
    ["with very many receipts", 0],
    ["with one old receipt", 2],
  ])("lists the receipts of a shift %s by the cashier's index", async (_name, member) => {
    const shift = { userId, memberId: memberIds[member] ?? "", tillId, since: new Date(0) };
    const reads = (pool: Queryable) => ({ pool, firstConfirmationsOf: createFirstConfirmations("key") });
    const rows = await listShiftPayments(reads(database.pool), shift);
    expect(rows).toHaveLength(member === 0 ? 20 : 1);
    await expectCheap((recording) => listShiftPayments(reads(recording), shift), FOR_A_LIST, [
      /^payments_by_member$/,
      /^verification_requests_(?:deadline|unfinished)$/,
    ]);
    const lastHours = { ...shift, since: new Date(Date.now() - 12 * 3_600_000) };
    await expectCheap((recording) => readShiftTakings(recording, lastHours), FOR_A_SHIFT, [
      /^payments_by_member$/,
    ]);
    const id = rows[0]?.id ?? "";
    await expectCheap((recording) => findShiftPayment(reads(recording), shift, id), FOR_A_ROW, [
      /^verification_requests_pkey$/,
    ]);
  });

  it("signs a cashier in by index", async () => {
    const till = { id: tillId, userId };
    const { rows } = await database.pool.query("select token_hash from tills where id = $1", [tillId]);
    await expectCheap(async (recording) => {
      await findEnrolledTill(recording, rows[0].token_hash);
      await takeTillTry(recording, tillId);
      await takePinTry(recording, till, memberId);
      await findTill(recording, userId, tillId);
      await forgetPinTries(recording, tillId, { cashierId: memberId, pinHash: "a hash" });
      await forgetTillTries(recording, tillId);
      await endShifts(recording, { userId, tillId, memberId });
    }, FOR_A_ROW);
    const { id } = await openSession(database.pool, userId, { memberId, tillId });
    await expectCheap((recording) => findOpenSession(recording, id, rows[0].token_hash), FOR_A_ROW);
    await expectCheap((recording) => viewTill(recording, tillId), FOR_A_LIST);
  });
});

/** A bank that is down leaves as many as its queue takes. */
async function insertUnfinished({ pool }: TestDatabase, userId: string): Promise<void> {
  await pool.query(
    `insert into verification_requests (id, user_id, member_id, bank, reference, receipt_key, cache_status, processing_status, status, requeue_after,
                                        deadline_at, http_request_id)
     select $4 || n, $1, $2, 'cbe', 'FT' || n, 'waiting:' || n, 'MISS', 'queued', 'pending', now() + interval '1 h', now() + interval '1 h', $3
       from generate_series(1, 10) n`,
    [userId, memberIds[0], "req_1", newId("verification").slice(0, 28)],
  );
}
