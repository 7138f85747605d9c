import { inTransaction } from "@receipts/database";
import { createSecretBox, createSigningSecretStore } from "@receipts/webhooks";
import { Command } from "commander";
import { recordAudit } from "../audit/audit-log.ts";
import { creditBalance, grantCreditsWithin } from "../credits/credit-repository.ts";
import { addAccountCommands } from "./account-commands.ts";
import { type AdminDeps, createWithPool, requireEncryptionKey, type WithPool } from "./admin-pool.ts";
import { addDocumentCommands } from "./document-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { thisOperator } from "./operator.ts";
import { parseCount, requireAccount } from "./option-parsers.ts";
import { addReconcileCommand } from "./reconcile-command.ts";
import { addUserCommands } from "./user-commands.ts";

/** What an operator does without a browser. Accounts are named by id or email; what changes something is audited. */
export function createAdminProgram(deps: AdminDeps): Command {
  const program = new Command("admin").description(
    "Accounts, keys, credits, secrets and quarantined documents from the command line",
  );
  const withPool = createWithPool(deps);
  addUserCommands(program, deps, withPool);
  addKeyCommands(program, deps, withPool);
  addCreditCommands(program, deps, withPool);
  addDocumentCommands(program, deps, withPool);
  addAccountCommands(program, deps, withPool);
  addSecretCommands(program, deps, withPool);
  return program;
}

function addSecretCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  program
    .command("webhook-secret")
    .description("signing secrets of webhooks")
    .command("create")
    .requiredOption("--user <id or email>", "account of the secret")
    .action((options: { user: string }) =>
      withPool(async ({ pool, environment }) => {
        const { id } = await requireAccount(pool, options.user);
        const secretBox = createSecretBox(requireEncryptionKey(environment));
        const secret = await inTransaction(pool, async (client) => {
          const made = await createSigningSecretStore({ database: client, secretBox }).renew(id);
          const actor = thisOperator();
          await recordAudit(client, { userId: id, actor, action: "webhook_secret.created", subject: id });
          return made;
        });
        deps.print(`Signing secret, shown this once: ${secret}`);
      }),
    );
}

function addCreditCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const credits = program.command("credits").description("verification credits");
  credits
    .command("grant")
    .requiredOption("--user <id or email>", "account that gets them")
    .requiredOption("--amount <n>", "how many", parseCount)
    .option("--note <text>", "why, for the ledger", "granted by an operator")
    .action(({ user, amount, note }: { user: string; amount: number; note: string }) =>
      withPool(async ({ pool }) => {
        const { id, email } = await requireAccount(pool, user);
        const balance = await inTransaction(pool, async (client) => {
          const after = await grantCreditsWithin(client, id, amount, note);
          await recordAudit(client, {
            userId: id,
            actor: thisOperator(),
            action: "credits.granted",
            subject: id,
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
    .requiredOption("--user <id or email>", "account to show")
    .action((options: { user: string }) =>
      withPool(async ({ pool }) => {
        const account = await requireAccount(pool, options.user);
        deps.print(`Balance of ${account.email}: ${await creditBalance(pool, account.id)}`);
      }),
    );
  addReconcileCommand(credits, deps, withPool);
}
