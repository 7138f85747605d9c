import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment, createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { appendToSuiteLog, rememberSecret } from "@receipts/testing/suite-log";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** A fifth less CPU time for a process that lives for seconds. */
const FEW_COLLECTIONS = ["--min-semi-space-size=32", "--max-semi-space-size=64"];

export interface StandaloneProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly sandboxUrl: string;
  readonly apiKey: string;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Returns the text that it printed after this name. */
  printed(name: string): string;
  /** Sends the signal; returns the exit code (null after a kill). */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The demo's keys and password, which the standalone prints on purpose. */
const shownOnPurpose = /^(?:API key|Checkout key|Dashboard): .*$/gm;

/** Starts the standalone as its own process, as a user does, and reads its output. */
export async function startStandalone(
  env: Readonly<Record<string, string | undefined>>,
  main = MAIN,
): Promise<StandaloneProcess> {
  const child = spawn(process.execPath, [...FEW_COLLECTIONS, "--conditions=source", main], {
    env: childEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  child.once("close", () => appendToSuiteLog(output.replace(shownOnPurpose, "")));
  const printed = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(output)?.[1] ?? "";
  // Production verifies no sample; its lines before that are printed in one piece.
  const started = () => printed(env["NODE_ENV"] === "production" ? "Ready" : "Sample") !== "";
  await until(() => started() || child.exitCode !== null, { what: "its last line" });
  if (child.exitCode !== null) throw new Error(`the standalone ended:\n${output}`);
  for (const name of ["API key", "Checkout key"]) rememberSecret(printed(name));
  rememberSecret(printed("Dashboard").split(" / ")[1] ?? "");
  return {
    child,
    url: printed("Ready"),
    apiKey: printed("API key"),
    sandboxUrl: printed("Bank sandbox"),
    output: () => output,
    printed,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** A data folder, a database and free ports for the processes of a test. */
export interface StandaloneHome {
  readonly database: TestDatabase;
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function makeStandaloneHome(): Promise<StandaloneHome> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-process-"));
  const database = await createTestDatabase();
  return {
    database,
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      PORT: "0",
      SANDBOX_PORT: "0",
      LOG_LEVEL: "error",
    },
    remove: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the JSON of a response, untyped. */
export async function jsonOf(response: Response) {
  return JSON.parse(await response.text());
}
