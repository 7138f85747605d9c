import { newPasswordSchema } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import type { Command } from "commander";
import { disableAccount, enableAccount, listAccounts } from "../accounts/account-list.ts";
import { findAccount, insertAccount } from "../accounts/account-repository.ts";
import { createInvitation } from "../accounts/invitation-repository.ts";
import { createPasswordHasher } from "../passwords/password-hasher.ts";
import { endSessionsOfPerson } from "../sessions/session-repository.ts";
import { setPassword } from "../sessions/sign-in-repository.ts";
import { deleteTwoFactor } from "../two-factor/two-factor-repository.ts";
import type { AdminDeps, WithPool } from "./admin-pool.ts";
import { recordByOperator, recordOfAccount } from "./operator.ts";
import { parseCount, parseEmail, parseName, requireAccount, requireUnerased } from "./option-parsers.ts";

interface CreateOptions {
  readonly email: string;
  readonly name: string;
  readonly credits: number;
  readonly passwordStdin?: boolean;
}

/** Commands for accounts and their owners. */
export function addUserCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const users = program.command("user").description("create, list, invite, disable and enable accounts");
  addCreate(users, deps, withPool);
  addList(users, deps, withPool);
  addInvite(users, deps, withPool);
  addSetPassword(users, deps, withPool);
  addDisableAndEnable(users, deps, withPool);
  addEndTwoFactor(users, deps, withPool);
}

function addEndTwoFactor(users: Command, deps: AdminDeps, withPool: WithPool): void {
  users
    .command("end-two-factor")
    .description("switch two-factor sign-in off for a locked-out person; check first who asks")
    .requiredOption("--user <id or email>", "person to change")
    .action(({ user }: { user: string }) =>
      withPool(async ({ pool }) => {
        const account = await requireAccount(pool, user);
        const wasOn = await inTransaction(pool, async (client) => {
          await requireUnerased(client, account.id);
          const ended = await deleteTwoFactor(client, account.id);
          if (!ended) return false;
          const sessionsEnded = await endSessionsOfPerson(client, account.id);
          const after = { sessionsEnded };
          await recordOfAccount(client, "two_factor.disabled", account.id, { after });
          return true;
        });
        deps.print(
          wasOn
            ? `${account.email} now signs in with the password alone`
            : `${account.email} has no two-factor sign-in`,
        );
      }),
    );
}

function addCreate(users: Command, deps: AdminDeps, withPool: WithPool): void {
  users
    .command("create")
    .description("create an account")
    .requiredOption("--email <email>", "email of the account", parseEmail)
    .requiredOption("--name <name>", "name of its owner", parseName)
    .option("--credits <n>", "credits to start with", parseCount, 0)
    .option(
      "--password-stdin",
      "read a password from standard input; without one, the account has no sign-in",
    )
    .action((options: CreateOptions) =>
      withPool(async ({ pool }) => {
        const { email, name, credits } = options;
        const passwordHash = options.passwordStdin === true ? await readPasswordHash(deps) : undefined;
        const account = await inTransaction(pool, async (client) => {
          const made = await insertAccount(client, { email, name, credits, passwordHash });
          if (made === undefined) throw new Error(`Account already exists: ${email}`);
          const after = { credits, canSignIn: passwordHash !== undefined };
          await recordOfAccount(client, "account.created", made.id, { after });
          return made;
        });
        deps.print(`Account: ${account.id} ${account.email}`);
      }),
    );
}

function addList(users: Command, deps: AdminDeps, withPool: WithPool): void {
  users
    .command("list")
    .description("list accounts, newest first")
    .option("--limit <n>", "maximum number of accounts", parseCount, 100)
    .action(({ limit }: { limit: number }) =>
      withPool(async ({ pool }) => {
        await recordByOperator(pool, "account.listed");
        const accounts = await listAccounts(pool, limit);
        if (accounts.length === 0) deps.print("No accounts");
        for (const { id, email, name, createdAt, disabledAt, balance } of accounts) {
          const state = disabledAt === null ? "" : "  disabled";
          deps.print(`${id}  ${email}  ${createdAt.toISOString()}  ${balance} credits  ${name}${state}`);
        }
      }),
    );
}

function addInvite(users: Command, deps: AdminDeps, withPool: WithPool): void {
  users
    .command("invite")
    .description("invite one person if REGISTRATION is invite; the token is shown only once")
    .requiredOption("--email <email>", "email of the invited person", parseEmail)
    .action(({ email }: { email: string }) =>
      withPool(async ({ pool }) => {
        const invitation = await inTransaction(pool, async (client) => {
          if ((await findAccount(client, email)) !== undefined)
            throw new Error(`Account already exists: ${email}`);
          const made = await createInvitation(client, email);
          const after = { expiresAt: made.expiresAt };
          await recordByOperator(client, "invitation.created", { subject: made.id, after });
          return made;
        });
        deps.print(
          `Invitation of ${email} until ${invitation.expiresAt.toISOString()}, shown only once: ${invitation.token}`,
        );
      }),
    );
}

function addSetPassword(users: Command, deps: AdminDeps, withPool: WithPool): void {
  users
    .command("set-password")
    .description("set a new password and end all sessions of the account")
    .requiredOption("--user <id or email>", "account to change")
    .requiredOption(
      "--password-stdin",
      "read the password from standard input, so that no process list shows it",
    )
    .action(({ user }: { user: string }) =>
      withPool(async ({ pool }) => {
        const account = await requireAccount(pool, user);
        const passwordHash = await readPasswordHash(deps);
        const sessionsEnded = await inTransaction(pool, async (client) => {
          await requireUnerased(client, account.id);
          await setPassword(client, account.id, passwordHash);
          const ended = await endSessionsOfPerson(client, account.id);
          await recordOfAccount(client, "account.password_set", account.id, {
            after: { sessionsEnded: ended },
          });
          return ended;
        });
        deps.print(`Password of ${account.email} set. Sessions ended: ${sessionsEnded}`);
      }),
    );
}

function addDisableAndEnable(users: Command, deps: AdminDeps, withPool: WithPool): void {
  const change = (name: string, description: string, apply: typeof disableAccount, action: string) =>
    users
      .command(name)
      .description(description)
      .requiredOption("--user <id or email>", "account")
      .action(({ user }: { user: string }) =>
        withPool(async ({ pool }) => {
          const account = await requireAccount(pool, user);
          const changed = await inTransaction(pool, async (client) => {
            const applied = await apply(client, account.id);
            if (applied) await recordOfAccount(client, action, account.id);
            return applied;
          });
          deps.print(changed ? `${account.email}: ${name}d` : `${account.email} was already ${name}d`);
        }),
      );
  change(
    "disable",
    "refuse the account's keys and sessions until it is enabled; deletes nothing",
    disableAccount,
    "account.disabled",
  );
  change(
    "enable",
    "accept the account's keys again; ended sessions stay ended",
    enableAccount,
    "account.enabled",
  );
}

/** Hashes the first line of standard input, as `echo` and password managers write it. */
async function readPasswordHash({ input = process.stdin }: AdminDeps): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  const [line = ""] = Buffer.concat(chunks).toString("utf8").split(/\r?\n/);
  const parsed = newPasswordSchema.safeParse(line);
  if (!parsed.success) throw new Error("The password must have 12 to 200 characters");
  return await createPasswordHasher().hash(parsed.data);
}
