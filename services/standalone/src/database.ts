import path from "node:path";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { asFolderFault } from "@receipts/service-kit";
import type { StandaloneConfig } from "./standalone-config.ts";

export interface StandaloneDatabase {
  /** Connects as the owner. */
  readonly url: string;
  /** True for our own server, in which each service gets its own role. */
  readonly isEmbedded: boolean;
  stop(): Promise<void>;
}

/**
 * Returns the database in `DATABASE_URL`, which must be as secure as required, or starts the embedded PostgreSQL below
 * `DATA_DIR`.
 */
export async function startDatabase(config: StandaloneConfig): Promise<StandaloneDatabase> {
  const { DATABASE_URL, SECURE_BACKENDS } = config;
  if (DATABASE_URL !== undefined) {
    // Loaded only here: the embedded PostgreSQL starts while the other code loads.
    const { checkDatabaseUrl } = await import("@receipts/database");
    checkDatabaseUrl({ DATABASE_URL, SECURE_BACKENDS });
    return { url: DATABASE_URL.reveal(), isEmbedded: false, stop: async () => undefined };
  }
  const dataDir = path.resolve(config.DATA_DIR);
  try {
    return { ...(await startEmbeddedPostgres({ dataDir, startTimeoutMs: 30_000 })), isEmbedded: true };
  } catch (error) {
    throw asFolderFault(error, "DATA_DIR", dataDir);
  }
}
