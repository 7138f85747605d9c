import { createPool, type Pool } from "@receipts/database";
import type { ReadStoredMessages } from "../restore/lost-messages.ts";
import type { AdminEnvironment } from "./admin-environment.ts";

/** For a command that reads or changes all of a table, or of a large account: an hour is enough for some thousand million rows. */
export const WHOLE_TABLES_TIMEOUT_MS = 3_600_000;

export interface AdminDeps {
  readonly environment: () => AdminEnvironment;
  /** What it answers is waited for where much is printed: whoever reads may be slow. */
  readonly print: (line: string) => unknown;
  /** Standard input, unless told. */
  readonly input?: AsyncIterable<string | Uint8Array>;
  /** What Kafka has kept; only `after-restore` asks. */
  readonly readKeptMessages?: ReadStoredMessages;
}

export interface AdminContext {
  readonly pool: Pool;
  readonly environment: AdminEnvironment;
}

export interface WithPoolOptions {
  readonly statementTimeoutMs?: number;
}

/** Opens the database for one command and closes it again. */
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

/** The key of the services, for the commands that cannot do without it. */
export function requireEncryptionKey({ SECRETS_ENCRYPTION_KEY: key }: AdminEnvironment): string {
  if (key === undefined) throw new Error("SECRETS_ENCRYPTION_KEY is needed: the services' own");
  return key.reveal();
}

/** The key of the verifiers, for what they have put into quarantine. */
export function requireQuarantineKey({ QUARANTINE_KEY: key }: AdminEnvironment): string {
  if (key === undefined) throw new Error("QUARANTINE_KEY is needed: the verifiers' own");
  return key.reveal();
}
