import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment, until } from "@receipts/testing";
import { appendToSuiteLog, rememberSecret } from "@receipts/testing/suite-log";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export interface StandaloneProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly sandboxUrl: string;
  readonly apiKey: string;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Sends the signal and answers with the exit code (null after a kill). */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The keys and the password of the demonstration, which it prints for whoever has started it. */
const shownOnPurpose = /^(?:API key|Checkout key|Dashboard): .*$/gm;

/** The standalone as its user starts it: a process of its own, known by what it prints. */
export async function startStandalone(
  env: Readonly<Record<string, string | undefined>>,
  main = MAIN,
): Promise<StandaloneProcess> {
  const child = spawn(process.execPath, ["--conditions=source", main], {
    env: childEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  child.once("close", () => appendToSuiteLog(output.replace(shownOnPurpose, "")));
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(output)?.[1];
  // In production there is no sample: what is printed before it comes in one piece.
  const started = () =>
    env["NODE_ENV"] === "production" ? line("Ready") !== undefined : line("Sample") !== undefined;
  await until(() => started() || child.exitCode !== null, { timeoutMs: 60_000, what: "its last line" });
  if (child.exitCode !== null) throw new Error(`the standalone ended:\n${output}`);
  for (const name of ["API key", "Checkout key"]) rememberSecret(line(name) ?? "");
  rememberSecret(line("Dashboard")?.split(" / ")[1] ?? "");
  return {
    child,
    url: line("Ready") ?? "",
    apiKey: line("API key") ?? "",
    sandboxUrl: line("Bank sandbox") ?? "",
    output: () => output,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** An answer's JSON, to be looked into freely. */
export async function jsonOf(response: Response) {
  return JSON.parse(await response.text());
}
