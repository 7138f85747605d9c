import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment, until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { StartedService } from "./documented-service.ts";
import { readBlocks } from "./page-blocks.ts";

const REPOSITORY = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * Runs the first block of the quick start in its own terminal, without its `npm ci`. CI has run that before any test, and
 * running it here would delete the packages of the running tests.
 */
export async function startAsWritten(env: Readonly<Record<string, string>>): Promise<StartedService> {
  const [start] = readBlocks("quick-start.md");
  const [install, ...commands] = (start?.code ?? "").trimEnd().split("\n");
  if (`${start?.language} ${start?.role}: ${install}` !== "sh server: npm ci")
    throw new Error("the quick start must begin with npm ci");
  const terminal = spawn("bash", ["-c", commands.join("\n")], {
    cwd: REPOSITORY,
    env: childEnvironment({ HOME: process.env["HOME"] ?? "", ...env }),
    detached: true,
  });
  let output = "";
  for (const stream of [terminal.stdout, terminal.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const ended = new Promise<void>((resolve) => terminal.once("close", () => resolve()));
  await until(() => /^Sample: .*$/m.test(output) || terminal.exitCode !== null, {
    what: `a service that has started:\n${output}`,
  });
  if (terminal.exitCode !== null) throw new Error(`the service ended:\n${output}`);
  for (const [, secret = ""] of output.matchAll(/(?:key: |demo@example\.com \/ )(\S+)$/gm))
    rememberSecret(secret);
  return {
    output: () => output,
    end: async (signal) => {
      process.kill(-Number(terminal.pid), signal);
      await ended;
    },
  };
}
