import type { Permissions } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import type { Command } from "commander";
import { type ApiKeyRow, apiKeys } from "../api-keys/api-key-repository.ts";
import { auditedKey } from "../api-keys/api-key-routes.ts";
import { MAX_ACTIVE_KEYS } from "../api-keys/key-table.ts";
import type { AdminDeps, WithPool } from "./admin-pool.ts";
import { recordByOperator, recordOfAccount } from "./operator.ts";
import {
  defaultPermissions,
  parseDays,
  parsePermissions,
  requireAccount,
  requireUnerased,
} from "./option-parsers.ts";

interface CreateOptions {
  readonly user: string;
  readonly name: string;
  readonly permissions: Permissions;
  readonly expiresInDays?: number;
}

export function addKeyCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const keys = program.command("key").description("create, list and revoke API keys");
  addCreate(keys, deps, withPool);
  addList(keys, deps, withPool);
  addRevoke(keys, deps, withPool);
}

function addCreate(keys: Command, deps: AdminDeps, withPool: WithPool): void {
  keys
    .command("create")
    .description("create an API key; it is shown only once")
    .requiredOption("--user <id or email>", "account of the key")
    .requiredOption("--name <name>", "name, such as the program that uses the key")
    .option(
      "--permissions <list>",
      "such as verification:read,verification:write",
      parsePermissions,
      defaultPermissions,
    )
    .option("--expires-in-days <n>", "days until it expires", parseDays)
    .action((options: CreateOptions) =>
      withPool(async ({ pool, environment }) => {
        const { id: userId } = await requireAccount(pool, options.user);
        const { row, key } = await inTransaction(pool, async (client) => {
          await requireUnerased(client, userId);
          const prefix = environment.API_KEY_PREFIX;
          const made = await apiKeys.create(client, { ...options, userId, prefix });
          if (made === undefined)
            throw new Error(`The account already has ${MAX_ACTIVE_KEYS} active keys. Revoke one first`);
          const after = auditedKey(made.row);
          await recordByOperator(client, "api_key.created", { userId, subject: made.row.id, after });
          return made;
        });
        deps.print(`API key ${row.id}, shown only once: ${key}`);
      }),
    );
}

/** More than the maximum of active keys. Of ended keys, the newest are listed. */
const LISTED = 1_000;

function addList(keys: Command, deps: AdminDeps, withPool: WithPool): void {
  keys
    .command("list")
    .description("list keys without their secrets, newest first")
    .requiredOption("--user <id or email>", "account of the keys")
    .action(({ user }: { user: string }) =>
      withPool(async ({ pool }) => {
        const { id } = await requireAccount(pool, user);
        await recordOfAccount(pool, "api_key.listed", id);
        const { rows } = await apiKeys.list(pool, id, { limit: LISTED, offset: 0 });
        if (rows.length === 0) deps.print("No API keys");
        for (const row of rows) deps.print(lineOf(row));
      }),
    );
}

function lineOf({ id, enabled, revokedAt, requestCount, lastUsedAt, permissions, name }: ApiKeyRow): string {
  const ended = revokedAt === null ? "expired" : "revoked";
  const used = `${requestCount} requests  ${lastUsedAt?.toISOString() ?? "never used"}`;
  return `${id}  ${enabled ? "active" : ended}  ${used}  ${JSON.stringify(permissions)}  ${name}`;
}

function addRevoke(keys: Command, deps: AdminDeps, withPool: WithPool): void {
  keys
    .command("revoke")
    .description("revoke a key; calls with it fail within a second")
    .requiredOption("--user <id or email>", "account of the key")
    .argument("<id>", "key_…")
    .action((id: string, { user }: { user: string }) =>
      withPool(async ({ pool }) => {
        const { id: userId } = await requireAccount(pool, user);
        await inTransaction(pool, async (client) => {
          await requireUnerased(client, userId);
          const revoked = await apiKeys.revoke(client, userId, id);
          if (revoked === undefined) throw new Error(`Active key not found: ${id}`);
          const before = { name: revoked.name };
          await recordByOperator(client, "api_key.revoked", { userId, subject: id, before });
        });
        deps.print(`Revoked ${id}`);
      }),
    );
}
