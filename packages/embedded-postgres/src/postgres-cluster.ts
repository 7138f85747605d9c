import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { locatePostgresRuntime } from "./postgres-runtime.ts";
import { chownTo, type ServerAccount, serverAccount } from "./server-account.ts";

/** Command that starts the server on its data folder. */
export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Account to run as. Undefined: our own. */
  readonly account: ServerAccount | undefined;
}

export interface PostgresCluster {
  command(settings: Readonly<Record<string, string>>): ServerCommand;
  url(port: number, database: string): string;
}

/**
 * Opens the data folder, or creates it. The server reaches the cluster through its working directory, so the folder may
 * be below one that the server's account cannot enter (`/root`, or one of mode 0700).
 */
export async function openCluster(options: {
  /** Folder with `postgres/` (the cluster) and `postgres.password` (0600). Created if missing. */
  readonly dataDir: string;
}): Promise<PostgresCluster> {
  const account = serverAccount();
  const runtime = await locatePostgresRuntime({ asRoot: account !== undefined });
  const cluster = path.resolve(options.dataDir, "postgres");
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const password = await readOrCreatePassword(path.resolve(options.dataDir, "postgres.password"));
  if (existsSync(cluster)) chownTo(account, cluster);
  else await createCluster(runtime, cluster, account, password);
  await chmod(cluster, 0o700);
  return {
    url: (port, database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    command: (settings) => ({
      file: path.join(runtime, "bin", "postgres"),
      args: ["-D", clusterArgument(cluster), ...settingArguments(settings)],
      cwd: cluster,
      account,
    }),
  };
}

/** Default: loopback TCP only. */
function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function readOrCreatePassword(file: string): Promise<string> {
  if (!existsSync(file)) {
    const partial = `${file}.${process.pid}`;
    await writeFile(partial, randomBytes(24).toString("hex"), { mode: 0o600 });
    await rename(partial, file);
  }
  return (await readFile(file, "utf8")).trim();
}

/** On Linux this link leads to the working directory, regardless of permissions on the path above it. */
const clusterArgument = (cluster: string): string =>
  process.platform === "linux" ? "/proc/self/cwd" : cluster;

/** Created under another name, then renamed: an interrupted start leaves no incomplete cluster. */
async function createCluster(
  runtime: string,
  cluster: string,
  account: ServerAccount | undefined,
  password: string,
): Promise<void> {
  const partial = `${cluster}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  chownTo(account, partial);
  await initialize(runtime, partial, account, password);
  await rename(partial, cluster);
}

/** Passes the password through standard input: never as an argument or in a file that another account could read. */
async function initialize(
  runtime: string,
  cluster: string,
  account: ServerAccount | undefined,
  password: string,
): Promise<void> {
  const run = promisify(execFile)(
    "/bin/sh",
    // initdb opens its password file by path: this works for the shell's pipe, but not for the socket that we write to.
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
