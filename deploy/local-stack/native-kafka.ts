import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createNativeServer, type ServerCommand } from "./native-server.ts";
import { kafkaIsReady } from "./readiness.ts";
import type { StackServer } from "./stack-server.ts";
import { kafkaJars } from "./stack-settings.ts";

const run = promisify(execFile);
/** Arbitrary id of the single-node cluster: 16 bytes in URL-safe base64. */
const clusterId = Buffer.from("receipts-local-1").toString("base64url");
const heap = "-Xmx512m";
const quiet = "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn";

/** Apache Kafka in KRaft mode, broker and controller in one process. Needs Java 17 and, the first time, Maven. */
export function createNativeKafka(options: { readonly dataDir: string; readonly port: number }): StackServer {
  return createNativeServer({
    name: "kafka",
    dataDir: options.dataDir,
    stopSignal: "SIGTERM",
    isReady: () => kafkaIsReady(options.port),
    prepare: () => prepare(options.dataDir, options.port),
  });
}

async function prepare(dataDir: string, port: number): Promise<ServerCommand> {
  const properties = path.join(dataDir, "kafka.properties");
  const settings = propertiesOf(path.join(dataDir, "kafka"), port);
  return await prepareKafka(properties, settings);
}

/** Writes the properties' file, and creates their data folder if it is missing. Returns the command of the broker. */
export async function prepareKafka(
  file: string,
  settings: Readonly<Record<string, string | number | boolean>>,
  options: readonly string[] = [],
): Promise<ServerCommand> {
  const jars = await fetchJars();
  const text = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, text.join(""));
  const java = [quiet, ...options, "-cp", path.join(jars, "*")];
  if (!existsSync(path.join(String(settings["log.dirs"]), "meta.properties"))) {
    const format = ["kafka.tools.StorageTool", "format", "--cluster-id", clusterId, "--config", file];
    await run("java", [...java, ...format]);
  }
  return { file: "java", args: [heap, ...java, "kafka.Kafka", file] };
}

/** Copied under another name, then renamed, so that an interrupted copy is never used. */
async function fetchJars(): Promise<string> {
  const jars = kafkaJars;
  if (existsSync(jars)) return jars;
  const partial = `${jars}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(path.dirname(jars), { recursive: true });
  const pom = path.join(import.meta.dirname, "kafka/pom.xml");
  const goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", `-DoutputDirectory=${partial}`];
  await run("mvn", ["-q", "-B", "-f", pom, ...goal]);
  await rename(partial, jars);
  return jars;
}

function propertiesOf(data: string, port: number) {
  return {
    "process.roles": "broker,controller",
    "node.id": 1,
    "controller.quorum.voters": `1@127.0.0.1:${port + 1}`,
    "controller.listener.names": "CONTROLLER",
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${port + 1}`,
    "advertised.listeners": `PLAINTEXT://127.0.0.1:${port}`,
    "log.dirs": data,
    "auto.create.topics.enable": false,
    // A single broker cannot store the default of three copies.
    "offsets.topic.replication.factor": 1,
    "transaction.state.log.replication.factor": 1,
    "transaction.state.log.min.isr": 1,
    // Default: 50 partitions, each with files and mapped indexes: more than all our topics have.
    "offsets.topic.num.partitions": 4,
    "transaction.state.log.num.partitions": 4,
    // Do not wait for further members of a new group.
    "group.initial.rebalance.delay.ms": 0,
  };
}
