import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { openCluster, type ServerCommand } from "./postgres-cluster.ts";
import { answers, DATABASE, ensureDatabase } from "./server-database.ts";

export interface EmbeddedPostgresOptions {
  /** Folder that holds `postgres/` (the cluster) and `postgres.password` (0600). Made when missing. */
  readonly dataDir: string;
  /** Extra `name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly startTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** URL of the `receipts` database as its owner. */
  readonly url: string;
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** Starts the server on a free loopback port and keeps it as long as this process lives: when we are killed, it stops. */
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
 * A shell becomes the server (`exec`), after leaving behind a watcher on its standard input: when our end of that pipe
 * closes, for whatever reason, the watcher asks the server for a fast shutdown.
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
    // A process group of its own: Ctrl-C in a terminal reaches us alone, and we stop the server last.
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
 * After a crash of ours the server of before may still be shutting down; until it is gone a new one finds its lock file
 * and exits at once, so that is tried again.
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
    if (await answers(url)) return server;
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
