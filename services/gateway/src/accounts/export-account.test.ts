import { createPool } from "@receipts/database";
import { database, until, useTestDatabase } from "@receipts/testing";
import { operatorActor } from "../audit/audit-log.ts";
import { createAccount } from "./account-repository.ts";
import { accountTables } from "./account-tables.ts";
import { exportAccount } from "./export-account.ts";

useTestDatabase();

let accounts = 0;
async function anAccount(): Promise<string> {
  accounts += 1;
  const email = `${accounts}@example.test`;
  return (await createAccount(database.pool, { email, name: "A", credits: 5 })).id;
}

const actor = operatorActor("root");
async function exportsOf(userId: string) {
  const { rows } = await database.pool.query(
    "select actor_id as by from audit_log where user_id = $1 and action = 'account.exported'",
    [userId],
  );
  return rows;
}

describe("exportAccount", () => {
  /** A closed pipe, a full disk, an operator who has seen enough: some rows were already shown. */
  it("is in the audit log before anything is written, and stays there when the export ends early", async () => {
    const userId = await anAccount();
    const seen: unknown[] = [];
    const write = async () => {
      seen.push(await exportsOf(userId));
      throw new Error("the pipe is closed");
    };
    await expect(exportAccount(database.pool, userId, { actor, write })).rejects.toThrow(
      "the pipe is closed",
    );
    expect(seen).toEqual([[{ by: "root" }]]);
    expect(await exportsOf(userId)).toEqual([{ by: "root" }]);
  });

  /** Each may be megabytes: the files of a page took longer than a statement may. */
  it("does not read the columns that it withholds", async () => {
    const userId = await anAccount();
    const pool = createPool({ connectionString: database.url, applicationName: "seen", maxConnections: 1 });
    const client = await pool.connect();
    const query = jest.spyOn(client, "query");
    client.release();
    await exportAccount(pool, userId, { actor, write: async () => undefined });
    const statements = query.mock.calls.map(([text]) => String(text));
    await pool.end();
    const ofTable = (name: string) =>
      statements.find((text) => text.includes("declare account_rows") && text.includes(`from ${name} t`));
    for (const { name, withheld = [] } of accountTables) {
      expect(ofTable(name)).toBeDefined();
      for (const column of withheld) expect(ofTable(name)).not.toMatch(new RegExp(`\\b${column}\\b`));
    }
  });

  it("waits for a slow reader, such as a pager", async () => {
    const userId = await anAccount();
    const pool = createPool({ connectionString: database.url, applicationName: "slow", maxConnections: 1 });
    // On the pool's only connection.
    await pool.query("set idle_in_transaction_session_timeout = '20ms'");
    const idleForLong = async () => {
      const { rows } = await database.pool.query(
        `select coalesce(bool_and(state = 'idle in transaction' and state_change < now() - interval '300 ms'), true) as over
           from pg_stat_activity where application_name = 'slow'`,
      );
      return rows[0].over;
    };
    const lines: string[] = [];
    const write = async (line: string) => {
      if (lines.push(line) === 3) await until(idleForLong);
    };
    await exportAccount(pool, userId, { actor, write });
    await pool.end();
    expect(JSON.parse(lines.join("\n"))).toMatchObject({ users: [{ id: userId }] });
  });
});
