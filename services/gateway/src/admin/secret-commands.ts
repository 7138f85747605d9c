import { fingerprintOf, inTransaction } from "@receipts/database";
import { createSigningSecretStore, resealAll } from "@receipts/webhooks";
import type { Command } from "commander";
import { resealTwoFactors } from "../two-factor/two-factor-repository.ts";
import { type AdminDeps, openSecretBox, requireEncryptionKey, type WithPool } from "./admin-pool.ts";
import { recordByOperator, recordOfAccount } from "./operator.ts";
import { requireAccount, requireUnerased } from "./option-parsers.ts";

/** Accounts and endpoints per batch; each takes a statement of its own. */
const RESEAL_BATCH = 500;

export function addSecretCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const secrets = program
    .command("webhook-secret")
    .description("create and reencrypt signing secrets of webhooks");
  secrets
    .command("create")
    .description("create or replace an account's signing secret; it is shown only once")
    .requiredOption("--user <id or email>", "account of the secret")
    .action((options: { user: string }) =>
      withPool(async ({ pool, environment }) => {
        const { id } = await requireAccount(pool, options.user);
        const secretBox = await openSecretBox({ pool, environment });
        const { secret } = await inTransaction(pool, async (client) => {
          await requireUnerased(client, id);
          const made = await createSigningSecretStore({ database: client, secretBox }).renew(id);
          await recordOfAccount(client, "webhook_secret.created", id);
          return made;
        });
        deps.print(`Signing secret, shown only once: ${secret}`);
      }),
    );
  addReseal(secrets, deps, withPool);
}

function addReseal(secrets: Command, deps: AdminDeps, withPool: WithPool): void {
  secrets
    .command("reseal")
    .description("reencrypt all secrets with SECRETS_ENCRYPTION_KEY, so that previous keys can be removed")
    .action(() =>
      withPool(async ({ pool, environment }) => {
        const secretBox = await openSecretBox({ pool, environment });
        // Before the first batch: each batch commits by itself, and the command can be interrupted after any of them.
        await recordByOperator(pool, "webhook_secret.resealed");
        let resealed = 0;
        for (let more = -1; more !== 0; resealed += more) {
          const deps = { database: pool, secretBox };
          more = (await resealAll(deps, RESEAL_BATCH)) + (await resealTwoFactors(deps, RESEAL_BATCH));
        }
        // Only now can processes start that do not have the previous keys.
        const setting = "SECRETS_ENCRYPTION_KEY";
        const current = fingerprintOf({ setting, key: requireEncryptionKey(environment) });
        await pool.query("delete from environment_keys where setting = $1 and fingerprint <> $2", [
          setting,
          current,
        ]);
        deps.print(
          `Reencrypted ${resealed} secrets of accounts, endpoints and people. You can remove SECRETS_ENCRYPTION_KEYS_PREVIOUS`,
        );
      }),
    );
}
