import { inTransaction } from "@receipts/database";
import { Argument, type Command } from "commander";
import type { AdminDeps, WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";

/** By setting, the consequence of a new key. */
const losses = {
  RECEIPT_HASH_KEY:
    "every confirmation: each receipt counts as new, can be used a second time, and has isFirstConfirmation true again",
  SECRETS_ENCRYPTION_KEY:
    "what earlier keys sealed: webhook signing secrets, two-factor secrets, kept files and all sessions. Without a loss: webhook-secret reseal",
  QUARANTINE_KEY: "the documents in quarantine: save those that you need first",
} as const;

/** Commands for the fingerprints of the keys in the environment: a service with another key does not start. */
export function addEnvironmentKeyCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const keys = program
    .command("environment-keys")
    .description("list or replace the keys of the environment that the database was used with");
  keys
    .command("list")
    .description("list the settings and when each key was first used")
    .action(() =>
      withPool(async ({ pool }) => {
        await recordByOperator(pool, "environment_key.listed");
        const { rows } = await pool.query<{ setting: string; at: Date }>(
          "select setting, registered_at as at from environment_keys order by setting, at",
        );
        if (rows.length === 0) deps.print("No service has started yet");
        for (const { setting, at } of rows) deps.print(`${setting}  since ${at.toISOString()}`);
      }),
    );
  keys
    .command("forget")
    .description(
      "let the next service that starts use another key, and give up what the earlier ones protect",
    )
    .addArgument(new Argument("<setting>").choices(Object.keys(losses)))
    .option("--accept-loss", "do it; without this option, only what would be lost is printed")
    .action((setting: keyof typeof losses, { acceptLoss = false }: { acceptLoss?: boolean }) =>
      withPool(async ({ pool }) => {
        if (!acceptLoss)
          throw new Error(`A new ${setting} loses ${losses[setting]}. If you accept that, add --accept-loss`);
        await inTransaction(pool, async (client) => {
          await client.query("delete from environment_keys where setting = $1", [setting]);
          await recordByOperator(client, "environment_key.forgotten", { subject: setting });
        });
        deps.print(`The next service that starts decides which ${setting} this database is used with`);
      }),
    );
}
