import path from "node:path";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import type { StandaloneConfig } from "./standalone-config.ts";

export interface StandaloneDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns the database in `DATABASE_URL`, or starts the embedded PostgreSQL below `DATA_DIR`. */
export async function startDatabase(config: StandaloneConfig): Promise<StandaloneDatabase> {
  const given = config.DATABASE_URL?.reveal();
  if (given !== undefined) return { url: given, stop: async () => undefined };
  return await startEmbeddedPostgres({ dataDir: path.resolve(config.DATA_DIR), startTimeoutMs: 30_000 });
}
