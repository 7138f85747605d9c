import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { runAdmin } from "../../test/run-admin.ts";
import { createAccount } from "../accounts/account-repository.ts";
import { grantCredits } from "../credits/write-ledger.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function reconcile(): Promise<{ printed: string; failure: string | undefined }> {
  const printed: string[] = [];
  const failure = await runAdmin(database.url, ["credits", "reconcile"], { printed })
    .then(() => undefined)
    .catch((error: Error) => error.message);
  return { printed: printed.join("\n"), failure };
}

async function anAccount(name: string): Promise<string> {
  const { id } = await createAccount(database.pool, { email: `${name}@example.test`, name, credits: 10 });
  await grantCredits(database.pool, id, 5, "more");
  await grantCredits(database.pool, id, 7, "more");
  return id;
}

describe("admin -- credits reconcile", () => {
  it("confirms that every ledger sums to its balance, also for accounts without lines", async () => {
    await anAccount("a");
    await createAccount(database.pool, { email: "b@example.test", name: "b", credits: 0 });
    expect(await reconcile()).toEqual({
      printed: "2 accounts, 3 lines: every ledger matches its balance",
      failure: undefined,
    });
  });

  it("names the account whose balance differs from its ledger, and fails", async () => {
    await anAccount("a");
    const wrong = await anAccount("b");
    await database.pool.query("update credit_accounts set balance = 21 where user_id = $1", [wrong]);
    expect(await reconcile()).toEqual({
      printed: `${wrong}: balance 21, ledger 22`,
      failure: "The ledger differs from the balance of 1 accounts",
    });
  });

  it("finds a line that does not continue the previous one, although the sum is right", async () => {
    const wrong = await anAccount("a");
    const { rows } = await database.pool.query<{ id: string }>(
      "update credit_transactions set balance_after = 16 where user_id = $1 and balance_after = 15 returning id",
      [wrong],
    );
    expect((await reconcile()).printed).toBe(
      `${wrong}: balance 22, ledger 22, 2 lines do not continue the previous one, the first is ${rows[0]?.id}`,
    );
  });

  it("finds an account with a ledger but no balance", async () => {
    const wrong = await anAccount("a");
    await database.pool.query("delete from credit_accounts where user_id = $1", [wrong]);
    expect((await reconcile()).printed).toBe(`${wrong}: balance 0, ledger 22`);
  });
});
