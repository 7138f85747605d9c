import path from "node:path";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import type { StandaloneConfig } from "./standalone-config.ts";

export interface StandaloneDatabase {
  /** Connects as the owner. */
  readonly url: string;
  /** True for our own server, in which each service gets its own role. */
  readonly isEmbedded: boolean;
  stop(): Promise<void>;
}

/** Returns the database in `DATABASE_URL`, or starts the embedded PostgreSQL below `DATA_DIR`. */
export async function startDatabase(config: StandaloneConfig): Promise<StandaloneDatabase> {
  const given = config.DATABASE_URL?.reveal();
  if (given !== undefined) return { url: given, isEmbedded: false, stop: async () => undefined };
  const dataDir = path.resolve(config.DATA_DIR);
  return { ...(await startEmbeddedPostgres({ dataDir, startTimeoutMs: 30_000 })), isEmbedded: true };
}
