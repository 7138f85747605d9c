import { newId } from "@receipts/contracts";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { runAdmin } from "../../test/run-admin.ts";
import { createAccount } from "../accounts/account-repository.ts";

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const account = { email: "a@example.test", name: "a", credits: 10 };
  userId = (await createAccount(database.pool, account)).id;
});
afterAll(() => database.drop());

async function run(command: "check" | "repair") {
  const printed: string[] = [];
  const failure = await runAdmin(database.url, ["payment-totals", command], { printed })
    .then(() => undefined)
    .catch((error: Error) => error.message);
  return { printed, failure };
}

/** As a verifier of an earlier release records it: without the totals. */
const record = (result: object) =>
  database.pool.query(
    `insert into verification_requests
       (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, result,
        requeue_after, deadline_at, http_request_id, completed_at)
     values ($1, $2, 'cbe', 'r', 'k', 'MISS', 'completed', 'success', true, $3, now(), now(), 'r', '2026-03-02T10:14:59.999Z')`,
    [newId("verification"), userId, result],
  );

describe("admin -- payment-totals", () => {
  it("finds what an earlier release did not count, repairs it once, and leaves what is right", async () => {
    const first = { isFirstConfirmation: true, confirmedBefore: false };
    const again = { isFirstConfirmation: false, confirmedBefore: true };
    await record({ amount: 0.29, decision: "accept", confirmationHistory: first });
    await record({ amount: 1250.1, decision: "accept", confirmationHistory: again });
    await record({ amount: 3, decision: "review", confirmationHistory: { confirmedBefore: false } });
    await record({ amount: 5 });
    const key = `${userId} 2026-03-02T10:00:00.000Z cbe`;
    expect(await run("check")).toEqual({
      printed: [
        `${key} accept: 2 payments and 29 santim missing`,
        `${key} review: 1 payments and 300 santim missing`,
        `${key} success: 1 payments and 0 santim missing`,
      ],
      failure: "3 totals differ from the requests",
    });
    expect((await run("repair")).printed).toEqual(["3 totals repaired"]);
    expect((await run("repair")).printed).toEqual(["0 totals repaired"]);
    expect((await run("check")).printed).toEqual(["1 accounts: all totals match the requests"]);
  });

  it("takes away what was counted too often", async () => {
    await database.pool.query("update payment_totals set payments = payments + 7, amount_cents = 1");
    expect((await run("repair")).printed).toEqual(["3 totals repaired"]);
    const { rows } = await database.pool.query(
      "select decision, payments::int, amount_cents::int as cents from payment_totals order by decision",
    );
    expect(rows).toEqual([
      { decision: "accept", payments: 2, cents: 29 },
      { decision: "review", payments: 1, cents: 300 },
      { decision: "success", payments: 1, cents: 0 },
    ]);
  });
});
