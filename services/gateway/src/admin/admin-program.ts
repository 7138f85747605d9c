import { inTransaction } from "@receipts/database";
import { Command } from "commander";
import { creditBalance } from "../credits/read-ledger.ts";
import { grantCreditsWithin } from "../credits/write-ledger.ts";
import { addAccountCommands } from "./account-commands.ts";
import { type AdminDeps, createWithPool, type WithPool } from "./admin-pool.ts";
import { addAfterRestoreCommand } from "./after-restore-command.ts";
import { addBankCommands } from "./bank-commands.ts";
import { addDocumentCommands } from "./document-commands.ts";
import { addEnvironmentKeyCommands } from "./environment-key-commands.ts";
import { addFileCommands } from "./file-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { recordOfAccount } from "./operator.ts";
import { parseCount, requireAccount, requireUnerased } from "./option-parsers.ts";
import { addPaymentTotalsCommands } from "./payment-totals-commands.ts";
import { addPurchaseCommands } from "./purchase-commands.ts";
import { addReconcileCommand } from "./reconcile-command.ts";
import { addRequestCommands } from "./request-commands.ts";
import { addSecretCommands } from "./secret-commands.ts";
import { addUserCommands } from "./user-commands.ts";

/** The operator's command line. Accounts are named by id or email. Every command is audited. */
export function createAdminProgram(deps: AdminDeps): Command {
  const program = new Command("admin").description(
    "Manage accounts, keys, credits, secrets, totals, banks, requests, quarantined documents, kept files and restored backups",
  );
  const withPool = createWithPool(deps);
  addUserCommands(program, deps, withPool);
  addKeyCommands(program, deps, withPool);
  addCreditCommands(program, deps, withPool);
  addDocumentCommands(program, deps, withPool);
  addFileCommands(program, deps, withPool);
  addBankCommands(program, deps, withPool);
  addRequestCommands(program, deps, withPool);
  addAccountCommands(program, deps, withPool);
  addSecretCommands(program, deps, withPool);
  addEnvironmentKeyCommands(program, deps, withPool);
  addPaymentTotalsCommands(program, deps, withPool);
  addAfterRestoreCommand(program, deps, withPool);
  return program;
}

function addCreditCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const credits = program
    .command("credits")
    .description("grant and check verification credits, decide about purchases");
  credits
    .command("grant")
    .description("add credits to an account")
    .requiredOption("--user <id or email>", "account that gets the credits")
    .requiredOption("--amount <n>", "number of credits", parseCount)
    .option("--note <text>", "reason, for the ledger", "granted by an operator")
    .action(({ user, amount, note }: { user: string; amount: number; note: string }) =>
      withPool(async ({ pool }) => {
        const { id, email } = await requireAccount(pool, user);
        const balance = await inTransaction(pool, async (client) => {
          const after = await grantCreditsWithin(client, id, amount, note);
          // After the balance, which an erasure locks first too.
          await requireUnerased(client, id);
          await recordOfAccount(client, "credits.granted", id, {
            before: { balance: after - amount },
            after: { balance: after, amount, note },
          });
          return after;
        });
        deps.print(`Balance of ${email}: ${balance}`);
      }),
    );
  credits
    .command("balance")
    .description("show the balance of an account")
    .requiredOption("--user <id or email>", "account to show")
    .action((options: { user: string }) =>
      withPool(async ({ pool }) => {
        const account = await requireAccount(pool, options.user);
        await recordOfAccount(pool, "credits.balance_read", account.id);
        deps.print(`Balance of ${account.email}: ${await creditBalance(pool, account.id)}`);
      }),
    );
  addPurchaseCommands(credits, deps, withPool);
  addReconcileCommand(credits, deps, withPool);
}
