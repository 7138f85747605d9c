import type { Command } from "commander";
import { type CreditDifference, reconcileCredits } from "../credits/reconcile-credits.ts";
import { type AdminDeps, WHOLE_TABLES_TIMEOUT_MS, type WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";

export function addReconcileCommand(credits: Command, deps: AdminDeps, withPool: WithPool): void {
  credits
    .command("reconcile")
    .description("check every account's ledger against its balance, line by line; fails on a difference")
    .action(() =>
      withPool(
        async ({ pool }) => {
          await recordByOperator(pool, "credits.reconciled");
          const { accounts, lines, differences } = await reconcileCredits(pool);
          for (const difference of differences) deps.print(lineOf(difference));
          if (differences.length > 0) {
            throw new Error(`The ledger differs from the balance of ${differences.length} accounts`);
          }
          deps.print(`${accounts} accounts, ${lines} lines: every ledger matches its balance`);
        },
        { statementTimeoutMs: WHOLE_TABLES_TIMEOUT_MS },
      ),
    );
}

function lineOf({ userId, balance, ledger, brokenLines, firstBrokenLine }: CreditDifference): string {
  const chain =
    brokenLines === 0
      ? ""
      : `, ${brokenLines} lines do not continue the previous one, the first is ${firstBrokenLine}`;
  return `${userId}: balance ${balance}, ledger ${ledger}${chain}`;
}
