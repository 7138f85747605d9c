import {
  type Permissions,
  permissionActions,
  permissionResources,
  permissionsSchema,
} from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { createSecretBox, createSigningSecretStore } from "@receipts/webhooks";
import { Command, InvalidArgumentError } from "commander";
import { type Account, createAccount, findAccount } from "../accounts/account-repository.ts";
import { createApiKey } from "../api-keys/api-key-repository.ts";
import { creditBalance, grantCredits } from "../credits/credit-repository.ts";
import { type AdminDeps, createWithPool, requireEncryptionKey, type WithPool } from "./admin-pool.ts";
import { addDocumentCommands } from "./document-commands.ts";

/** What an operator does without a browser. Accounts are named by id or email. */
export function createAdminProgram(deps: AdminDeps): Command {
  const program = new Command("admin").description(
    "Accounts, keys, credits, secrets and quarantined documents from the command line",
  );
  const withPool = createWithPool(deps);

  program
    .command("user")
    .description("accounts")
    .command("create")
    .requiredOption("--email <email>", "email of the account", parseEmail)
    .requiredOption("--name <name>", "name of its owner")
    .option("--credits <n>", "credits to start with", parseCount, 0)
    .action((options: { email: string; name: string; credits: number }) =>
      withPool(async ({ pool }) => {
        const account = await createAccount(pool, options);
        deps.print(`Account: ${account.id} ${account.email}`);
      }),
    );

  program
    .command("key")
    .description("API keys")
    .command("create")
    .requiredOption("--user <id or email>", "account of the key")
    .requiredOption("--name <name>", "what the key is for")
    .option(
      "--permissions <list>",
      "e.g. verification:read,verification:write",
      parsePermissions,
      defaultPermissions,
    )
    .option("--expires-in-days <n>", "days until it expires", parseDays)
    .action((options: { user: string; name: string; permissions: Permissions; expiresInDays?: number }) =>
      withPool(async ({ pool, environment }) => {
        const account = await requireAccount(pool, options.user);
        const { id, key } = await createApiKey(pool, {
          ...options,
          userId: account.id,
          prefix: environment.API_KEY_PREFIX,
        });
        deps.print(`API key ${id}, shown this once: ${key}`);
      }),
    );

  addCreditCommands(program, deps, withPool);
  addDocumentCommands(program, deps, withPool);
  program
    .command("webhook-secret")
    .description("signing secrets of webhooks")
    .command("create")
    .requiredOption("--user <id or email>", "account of the secret")
    .action((options: { user: string }) =>
      withPool(async ({ pool, environment }) => {
        const account = await requireAccount(pool, options.user);
        const secretBox = createSecretBox(requireEncryptionKey(environment));
        const secret = await createSigningSecretStore({ database: pool, secretBox }).renew(account.id);
        deps.print(`Signing secret, shown this once: ${secret}`);
      }),
    );
  return program;
}

function addCreditCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const credits = program.command("credits").description("verification credits");
  credits
    .command("grant")
    .requiredOption("--user <id or email>", "account that gets them")
    .requiredOption("--amount <n>", "how many", parseCount)
    .option("--note <text>", "why, for the ledger", "granted by an operator")
    .action((options: { user: string; amount: number; note: string }) =>
      withPool(async ({ pool }) => {
        const account = await requireAccount(pool, options.user);
        const balance = await grantCredits(pool, account.id, options.amount, options.note);
        deps.print(`Balance of ${account.email}: ${balance}`);
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
}

async function requireAccount(pool: Pool, idOrEmail: string): Promise<Account> {
  const account = await findAccount(pool, idOrEmail);
  if (account === undefined) throw new Error(`There is no account ${idOrEmail}`);
  return account;
}

const defaultPermissions: Permissions = { verification: ["read", "write"] };

function parsePermissions(text: string): Permissions {
  const permissions: Record<string, string[]> = {};
  for (const permission of text.split(",")) {
    const [resource = "", action = ""] = permission.trim().split(":");
    permissions[resource] = [...(permissions[resource] ?? []), action];
  }
  const parsed = permissionsSchema.safeParse(permissions);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(
    `resources are ${permissionResources.join(", ")}; actions are ${permissionActions.join(", ")}`,
  );
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("must be a whole number above 0");
}

function parseDays(text: string): number {
  const days = parseCount(text);
  if (days <= 3_650) return days;
  throw new InvalidArgumentError("must be 1 to 3650");
}

function parseEmail(text: string): string {
  if (/^[^@\s]{1,64}@[^@\s]{1,255}$/.test(text)) return text;
  throw new InvalidArgumentError("must be an email address");
}
