import path from "node:path";
import { ensureDatabase, openCluster, type PostgresCluster } from "@receipts/embedded-postgres";
import { createNativeServer } from "./native-server.ts";
import { postgresIsReady } from "./readiness.ts";
import type { StackServer } from "./stack-server.ts";

export interface NativePostgres extends StackServer {
  /** URL of the `receipts` database as its owner. Throws before the start. */
  url(): string;
}

/** The embedded PostgreSQL as a separate server; durable, as in production (`fsync` on). */
export function createNativePostgres(options: {
  readonly dataDir: string;
  readonly port: number;
}): NativePostgres {
  let opened: Promise<PostgresCluster> | undefined;
  let cluster: PostgresCluster | undefined;
  const adminUrl = (found: PostgresCluster) => found.url(options.port, "postgres");

  async function open(): Promise<PostgresCluster> {
    opened ??= openCluster({ dataDir: path.join(options.dataDir, "postgres") });
    cluster = await opened;
    return cluster;
  }

  const server = createNativeServer({
    name: "postgres",
    dataDir: options.dataDir,
    stopSignal: "SIGINT", // fast: connections are cut, transactions rolled back
    isReady: async () => await postgresIsReady(adminUrl(await open())),
    async prepare() {
      const { file, args, cwd, account } = (await open()).command({
        port: String(options.port),
        max_connections: "800",
      });
      return { file, args, cwd, ...account };
    },
  });

  return {
    ...server,
    async start() {
      await server.start();
      await ensureDatabase(adminUrl(await open()));
    },
    url() {
      if (cluster === undefined) throw new Error("PostgreSQL has not been started");
      return cluster.url(options.port, "receipts");
    },
  };
}
