import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, chown, copyFile, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPool } from "@receipts/database";
import { openCluster, startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { openTcp } from "@receipts/service-kit";
import { freePort, until } from "@receipts/testing";
import { prepareKafka } from "../local-stack/native-kafka.ts";
import { makeSecrets } from "./make-secrets.ts";
import { readText } from "./repository.ts";
import { onThisMachine, secretFile, withTls } from "./tls-overlay.ts";

/** A backend with the settings of deploy/compose/tls.yml, on this machine: `localhost`, and 127.0.0.2 as a wrong name. */
export interface TlsServer extends AsyncDisposable {
  /** The services' secrets. */
  readonly folder: string;
  /** An authority that signed none of the certificates. */
  readonly otherAuthority: string;
  readonly port: number;
}

/** Stops in reverse order; nothing is left of an incomplete start. */
async function openTlsServer(
  start: (closers: AsyncDisposableStack, places: { folder: string; data: string }) => Promise<number>,
): Promise<TlsServer> {
  await using starting = new AsyncDisposableStack();
  const { folder } = starting.use(makeSecrets({ tls: true }));
  const other = starting.use(makeSecrets({ tls: true }));
  const data = await mkdtemp(path.join(tmpdir(), "receipts-tls-"));
  starting.defer(() => rm(data, { recursive: true, force: true }));
  const port = await start(starting, { folder, data });
  const started = starting.move();
  return {
    folder,
    otherAuthority: secretFile(other.folder, "backends-ca.pem"),
    port,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** The image makes properties of its variables like this. The others are options of its scripts. */
function propertiesOf(environment: Readonly<Record<string, string | number>>): Record<string, string> {
  const settings = Object.entries(environment).filter(([name]) => !/^KAFKA_(?:OPTS|HEAP_OPTS)$/.test(name));
  return Object.fromEntries(
    settings.map(([name, value]) => [
      name.replace("KAFKA_", "").toLowerCase().replaceAll("_", "."),
      String(value),
    ]),
  );
}

export async function startTlsKafka(): Promise<TlsServer> {
  return await openTlsServer(async (closers, { folder, data }) => {
    const [port, controllerPort] = [await freePort(), await freePort()];
    const environment = withTls("kafka").environment ?? {};
    const here = (text: string) =>
      onThisMachine(folder, text)
        .replace("://kafka:", "://localhost:")
        .replaceAll(":9092", `:${port}`)
        .replaceAll(":9093", `:${controllerPort}`);
    const properties = Object.entries(propertiesOf(environment)).map(([name, value]) => [name, here(value)]);
    const settings = {
      ...Object.fromEntries(properties),
      "log.dirs": path.join(data, "kafka"),
      // Default: 50 partitions, which take seconds to open.
      "offsets.topic.num.partitions": 1,
    };
    const options = here(String(environment["KAFKA_OPTS"])).split(" ");
    run(closers, await prepareKafka(path.join(data, "kafka.properties"), settings, options));
    await until(() => isOpen(port), { what: "Kafka" });
    return port;
  });
}

export async function startTlsRedis(): Promise<TlsServer> {
  return await openTlsServer(async (closers, { folder, data }) => {
    const port = await freePort();
    const [file = "", ...args] = (withTls("redis").command ?? []).map((text) =>
      onThisMachine(folder, text).replace(/^6379$/, String(port)),
    );
    const place = ["--dir", data, "--bind", "127.0.0.1", "127.0.0.2"];
    run(closers, { file, args: [...args, ...place] });
    await until(() => isOpen(port), { what: "Redis" });
    return port;
  });
}

/** Has the roles of deploy/compose/create-roles.sh, and the database `receipts`. */
export async function startTlsPostgres(): Promise<TlsServer> {
  return await openTlsServer(async (closers, { folder, data }) => {
    // Created before the start, so that the certificate can be in its folder: the server has its own account.
    await openCluster({ dataDir: data });
    await chmod(data, 0o711);
    const cluster = path.join(data, "postgres");
    const own = async (name: string) => {
      const { uid, gid } = await stat(cluster);
      await chmod(path.join(cluster, name), 0o600);
      await chown(path.join(cluster, name), uid, gid);
    };
    await copyFile(secretFile(folder, "postgres-tls.pem"), path.join(cluster, "postgres-tls.pem"));
    await own("postgres-tls.pem");
    await writeFile(path.join(cluster, "tls-hba.conf"), "host all all all scram-sha-256\n");
    await own("tls-hba.conf");
    const args = (withTls("postgres").command ?? []).filter((text) => text.includes("="));
    const settings = Object.fromEntries(
      args.map((text) => text.replace(/=\/(?:tmp\/)?/, "=").split("=") as [string, string]),
    );
    const server = await startEmbeddedPostgres({
      dataDir: data,
      settings: { ...settings, listen_addresses: "127.0.0.1,127.0.0.2" },
    });
    closers.defer(() => server.stop());
    await createRoles(server.adminUrl, folder);
    // From now on as in the overlay: the preparation above had no certificate to check.
    await writeFile(path.join(cluster, "tls-hba.conf"), readText("deploy/compose/tls-hba.conf"));
    await until(() => refusesPlainConnections(server.adminUrl));
    return Number(new URL(server.adminUrl).port);
  });
}

/** As deploy/compose/create-roles.sh, which needs psql. */
async function createRoles(adminUrl: string, folder: string): Promise<void> {
  const pool = createPool({ connectionString: adminUrl, applicationName: "roles", maxConnections: 1 });
  for (const role of ["owner", "gateway", "verifier", "dispatcher"]) {
    const password = readSecret(folder, `${role}-database-password`);
    await pool.query(`create role receipts_${role} login password '${password}'`);
  }
  await pool.query("alter database receipts owner to receipts_owner");
  await pool.end();
}

/** Has the server read its file, until it no longer answers without TLS. */
async function refusesPlainConnections(adminUrl: string): Promise<boolean> {
  const pool = createPool({ connectionString: adminUrl, applicationName: "reload", maxConnections: 1 });
  const isAnswered = await pool.query("select pg_reload_conf()").then(
    () => true,
    () => false,
  );
  await pool.end();
  return !isAnswered;
}

export function readSecret(folder: string, name: string): string {
  return readFileSync(secretFile(folder, name), "utf8").trim();
}

async function isOpen(port: number): Promise<boolean> {
  const socket = openTcp({ host: "127.0.0.1", port });
  const isConnected = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

/** Ends with the test, also if that is killed. */
function run(
  closers: AsyncDisposableStack,
  { file, args }: { readonly file: string; readonly args: readonly string[] },
) {
  const child: ChildProcess = spawn(file, args, { stdio: "ignore" });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  closers.defer(async () => {
    process.off("exit", kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    kill();
    await exited;
  });
}
