import { inTransaction, type Queryable } from "@receipts/database";
import type { Command } from "commander";
import { findPaymentDifferences, repairPaymentTotals } from "../reports/payment-totals.ts";
import { type AdminDeps, WHOLE_TABLES_TIMEOUT_MS, type WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";

/** Any number that only this command locks. */
const REPAIR_LOCK = 7_204_116;

export function addPaymentTotalsCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const totals = program
    .command("payment-totals")
    .description("check or repair the totals of payments by account, time, bank and decision");
  totals
    .command("check")
    .description("compare every account's totals with its requests; fails on a difference")
    .action(() =>
      withPool(
        async ({ pool }) => {
          await recordByOperator(pool, "payment_totals.checked");
          const accounts = await accountIds(pool);
          let differences = 0;
          for (const userId of accounts) {
            for (const row of await findPaymentDifferences(pool, userId)) {
              differences += 1;
              const key = `${userId} ${row.bucket.toISOString()} ${row.bank} ${row.decision}`;
              await deps.print(`${key}: ${row.payments} payments and ${row.cents} santim missing`);
            }
          }
          if (differences > 0) throw new Error(`${differences} totals differ from the requests`);
          await deps.print(`${accounts.length} accounts: all totals match the requests`);
        },
        { statementTimeoutMs: WHOLE_TABLES_TIMEOUT_MS },
      ),
    );
  totals
    .command("repair")
    .description("correct every total that differs from the requests; verdicts may be recorded meanwhile")
    .action(() =>
      withPool(
        async ({ pool }) => {
          await recordByOperator(pool, "payment_totals.repaired");
          let repaired = 0;
          for (const userId of await accountIds(pool)) {
            repaired += await inTransaction(pool, async (client) => {
              await client.query("select pg_advisory_xact_lock($1)", [REPAIR_LOCK]);
              return await repairPaymentTotals(client, userId);
            });
          }
          await deps.print(`${repaired} totals repaired`);
        },
        { statementTimeoutMs: WHOLE_TABLES_TIMEOUT_MS },
      ),
    );
}

async function accountIds(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>("select id from users order by id");
  return rows.map(({ id }) => id);
}
