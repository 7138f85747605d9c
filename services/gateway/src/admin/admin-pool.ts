import { createPool, environmentKeysOf, type Pool, registerEnvironmentKeys } from "@receipts/database";
import { createSecretBox } from "@receipts/webhooks";
import type { ReadStoredMessages } from "../restore/lost-messages.ts";
import type { AdminEnvironment } from "./admin-environment.ts";

/** For commands that scan a whole table or a large account: one hour suffices for some billion rows. */
export const WHOLE_TABLES_TIMEOUT_MS = 3_600_000;

export interface AdminDeps {
  readonly environment: () => AdminEnvironment;
  /** Commands with much output await the result, since the reader may be slow. */
  readonly print: (line: string) => unknown;
  /** Writes bytes as they are to standard output. */
  readonly write: (bytes: Uint8Array) => unknown;
  /** Default: standard input. */
  readonly input?: AsyncIterable<string | Uint8Array>;
  /** Reads messages that Kafka retains; only `after-restore` uses it. */
  readonly readStoredMessages?: ReadStoredMessages;
}

export interface AdminContext {
  readonly pool: Pool;
  readonly environment: AdminEnvironment;
}

export interface WithPoolOptions {
  readonly statementTimeoutMs?: number;
}

/** Opens the database for one command and closes it afterwards. */
export type WithPool = (
  use: (context: AdminContext) => Promise<void>,
  options?: WithPoolOptions,
) => Promise<void>;

export function createWithPool(deps: AdminDeps): WithPool {
  return async (use, options = {}) => {
    const environment = deps.environment();
    const pool = createPool({
      readsWholeTables: true,
      connectionString: environment.DATABASE_URL.reveal(),
      applicationName: "admin",
      maxConnections: 1,
      ...options,
    });
    try {
      await use({ pool, environment });
    } finally {
      await pool.end();
    }
  };
}

/** Returns the services' key or throws, for commands that need it. */
export function requireEncryptionKey({ SECRETS_ENCRYPTION_KEY: key }: AdminEnvironment): string {
  if (key === undefined) throw new Error("SECRETS_ENCRYPTION_KEY is not set: use that of the services");
  return key.reveal();
}

/** Opens what the services sealed, also with their previous keys. Throws for a key that they do not know. */
export async function openSecretBox({ pool, environment }: AdminContext) {
  const key = requireEncryptionKey(environment);
  const { SECRETS_ENCRYPTION_KEY, SECRETS_ENCRYPTION_KEYS_PREVIOUS } = environment;
  const used = { SECRETS_ENCRYPTION_KEY, SECRETS_ENCRYPTION_KEYS_PREVIOUS };
  await registerEnvironmentKeys(pool, environmentKeysOf(used));
  return createSecretBox(
    key,
    SECRETS_ENCRYPTION_KEYS_PREVIOUS.map((previous) => previous.reveal()),
  );
}

/** Returns the verifiers' key or throws, for quarantined documents. */
export function requireQuarantineKey({ QUARANTINE_KEY: key }: AdminEnvironment): string {
  if (key === undefined) throw new Error("QUARANTINE_KEY is not set: use that of the verifiers");
  return key.reveal();
}
