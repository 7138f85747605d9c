import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { openCluster, type ServerCommand } from "./postgres-cluster.ts";
import { DATABASE, ensureDatabase, isResponding } from "./server-database.ts";

export interface EmbeddedPostgresOptions {
  /** Folder with `postgres/` (the cluster) and `postgres.password` (0600). Created if missing. */
  readonly dataDir: string;
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly startTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** URL of the `receipts` database as its owner. */
  readonly url: string;
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** Starts the server on a free loopback port. It stops when this process ends, even by `kill -9`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options);
  const port = await freePort();
  const adminUrl = cluster.url(port, "postgres");
  const command = cluster.command({ port: String(port), ...options.settings });
  const server = await launchUntilReady(() => launch(command), adminUrl, options.startTimeoutMs ?? 60_000);
  await ensureDatabase(adminUrl);
  return { adminUrl, url: cluster.url(port, DATABASE), stop: () => stop(server.child) };
}

interface Server {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/**
 * A shell starts a watcher on its standard input, then becomes the server (`exec`). When our end of that pipe closes
 * for any reason, the watcher requests a fast shutdown of the server.
 */
function launch({ file, args, cwd, account }: ServerCommand): Server {
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      'exec 3<&0; (cat <&3 >/dev/null; kill -INT $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null',
      "postgres",
      file,
      ...args,
    ],
    // A separate process group: Ctrl-C in a terminal reaches only us, and we stop the server last.
    { cwd, env: { PATH: "/usr/bin:/bin" }, stdio: ["pipe", "pipe", "pipe"], detached: true, ...account },
  );
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return { child, output: () => output };
}

/**
 * After a crash of ours the previous server may still be shutting down. Until then a new one finds its lock file and
 * exits at once, so it is started again.
 */
async function launchUntilReady(launchServer: () => Server, url: string, timeoutMs: number): Promise<Server> {
  const startedAt = performance.now();
  let server = launchServer();
  for (;;) {
    const timedOut = performance.now() - startedAt > timeoutMs;
    if (server.child.exitCode !== null) {
      if (timedOut || !server.output().includes("postmaster.pid")) {
        throw new Error(`PostgreSQL did not start:\n${server.output()}`);
      }
      server = launchServer();
    }
    if (await isResponding(url)) return server;
    if (timedOut) {
      await stop(server.child);
      throw new Error(`PostgreSQL was not ready in time:\n${server.output()}`);
    }
    await delay(50);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGINT");
  await exited;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}
