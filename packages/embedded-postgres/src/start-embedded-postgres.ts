import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { locatePostgresRuntime } from "./postgres-runtime.ts";
import { giveTo, type ServerAccount, serverAccount } from "./server-account.ts";

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

const DATABASE = "receipts";

/**
 * Starts the server on a free loopback port and keeps it as long as this process lives: when we are killed, it
 * stops by itself. The cluster is reached through its working directory, so that a data folder below a path that the
 * server's account may not enter (`/root`, or a folder of mode 0700) works.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = serverAccount();
  const runtime = await locatePostgresRuntime({ asRoot: account !== undefined });
  const cluster = path.resolve(options.dataDir, "postgres");
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const password = await readOrMakePassword(path.resolve(options.dataDir, "postgres.password"));
  if (existsSync(cluster)) giveTo(account, cluster);
  else await makeCluster(runtime, cluster, account, password);
  await chmod(cluster, 0o700);
  const port = await freePort();
  const adminUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const server = await launchUntilReady(
    () => launch(runtime, cluster, account, port, options.settings ?? {}),
    adminUrl,
    options.startTimeoutMs ?? 60_000,
  );
  await ensureDatabase(adminUrl);
  return {
    adminUrl,
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/${DATABASE}`,
    stop: () => stop(server.child),
  };
}

async function readOrMakePassword(file: string): Promise<string> {
  if (!existsSync(file)) {
    const partial = `${file}.${process.pid}`;
    await writeFile(partial, randomBytes(24).toString("hex"), { mode: 0o600 });
    await rename(partial, file);
  }
  return (await readFile(file, "utf8")).trim();
}

/** On Linux a magic link leads to the working directory whatever the rights on the path above it. */
const clusterArgument = (cluster: string): string =>
  process.platform === "linux" ? "/proc/self/cwd" : cluster;

/** Made beside its place and then renamed: a start that is killed in the middle leaves nothing that looks whole. */
async function makeCluster(
  runtime: string,
  cluster: string,
  account: ServerAccount | undefined,
  password: string,
): Promise<void> {
  const partial = `${cluster}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  giveTo(account, partial);
  await initialize(runtime, partial, account, password);
  await rename(partial, cluster);
}

/** The password goes in through standard input: never an argument, never a file that another account could read. */
async function initialize(
  runtime: string,
  cluster: string,
  account: ServerAccount | undefined,
  password: string,
): Promise<void> {
  const run = promisify(execFile)(
    "/bin/sh",
    // initdb opens its password file by path, which works for the shell's pipe but not for the socket that we write to.
    [
      "-c",
      'cat | "$@"',
      "initdb",
      path.join(runtime, "bin", "initdb"),
      "-D",
      clusterArgument(cluster),
      "-U",
      "postgres",
      "-E",
      "UTF8",
      "--locale=C",
      "-A",
      "scram-sha-256",
      "--pwfile=/dev/stdin",
    ],
    { cwd: cluster, env: { PATH: "/usr/bin:/bin" }, ...account },
  );
  run.child.stdin?.end(`${password}\n`);
  await run;
}

interface Server {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/**
 * A shell becomes the server (`exec`), after leaving behind a watcher on its standard input: when our end of that pipe
 * closes, for whatever reason, the watcher asks the server for a fast shutdown.
 */
function launch(
  runtime: string,
  cluster: string,
  account: ServerAccount | undefined,
  port: number,
  settings: Readonly<Record<string, string>>,
): Server {
  const all = { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "", ...settings };
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      'exec 3<&0; (cat <&3 >/dev/null; kill -INT $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null',
      "postgres",
      path.join(runtime, "bin", "postgres"),
      "-D",
      clusterArgument(cluster),
      ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    // A process group of its own: Ctrl-C in a terminal reaches us alone, and we stop the server last.
    {
      cwd: cluster,
      env: { PATH: "/usr/bin:/bin" },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      ...account,
    },
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

async function answers(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("select 1"));
    return true;
  } catch {
    return false;
  }
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGINT");
  await exited;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address !== null
          ? resolve(address.port)
          : reject(new Error("no port")),
      );
    });
  });
}
