import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { locatePostgresRuntime } from "./postgres-runtime.ts";
import { giveTo, type ServerAccount, serverAccount } from "./server-account.ts";

/** How to start the server on its data folder, by whoever will keep it running. */
export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The account to run as; undefined: our own. */
  readonly account: ServerAccount | undefined;
}

export interface PostgresCluster {
  command(settings: Readonly<Record<string, string>>): ServerCommand;
  url(port: number, database: string): string;
}

/**
 * Finds the data folder, or makes it. The cluster is reached through the server's working directory, so that a
 * folder below a path that the server's account may not enter (`/root`, or one of mode 0700) works.
 */
export async function openCluster(options: {
  /** Folder that holds `postgres/` (the cluster) and `postgres.password` (0600). Made when missing. */
  readonly dataDir: string;
}): Promise<PostgresCluster> {
  const account = serverAccount();
  const runtime = await locatePostgresRuntime({ asRoot: account !== undefined });
  const cluster = path.resolve(options.dataDir, "postgres");
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const password = await readOrMakePassword(path.resolve(options.dataDir, "postgres.password"));
  if (existsSync(cluster)) giveTo(account, cluster);
  else await makeCluster(runtime, cluster, account, password);
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

/** Loopback TCP only, unless the settings say otherwise. */
function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
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
