import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { type DocumentedService, startDocumentedService } from "./documented-service.ts";
import { followPage } from "./follow-page.ts";
import { canFollow, readBlocks } from "./page-blocks.ts";
import { outputPattern } from "./shown-answers.ts";

const REPOSITORY = fileURLToPath(new URL("../../../..", import.meta.url));
const page = "quick-start.md";
const [start, printed] = readBlocks(page);

/** The first block, in a terminal of its own. It installs what these tests run on already; the rest of it is run as it is. */
async function startAsWritten(env: Readonly<Record<string, string>>) {
  const [install, ...commands] = (start?.code ?? "").trimEnd().split("\n");
  expect([start?.language, start?.role, install]).toEqual(["sh", "server", "npm ci"]);
  const terminal = spawn("bash", ["-c", commands.join("\n")], {
    cwd: REPOSITORY,
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    detached: true,
  });
  let output = "";
  for (const stream of [terminal.stdout, terminal.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const ended = new Promise<void>((resolve) => terminal.once("close", () => resolve()));
  await until(() => /^Sample: .*$/m.test(output) || terminal.exitCode !== null, {
    timeoutMs: 60_000,
    what: `a service that has started:\n${output}`,
  });
  if (terminal.exitCode !== null) throw new Error(`the service ended:\n${output}`);
  for (const [, secret = ""] of output.matchAll(/(?:key: |demo@example\.com \/ )(\S+)$/gm))
    rememberSecret(secret);
  return {
    output: () => output,
    end: async (signal: NodeJS.Signals) => {
      process.kill(-Number(terminal.pid), signal);
      await ended;
    },
  };
}

let service: DocumentedService;
beforeAll(async () => {
  service = await startDocumentedService(startAsWritten);
}, 90_000);
afterAll(() => service.close());

describe("a newcomer who does what the quick start says, word for word", () => {
  it("sees what it says that he sees", () => {
    expect(service.toPage(service.output())).toMatch(outputPattern(printed?.code ?? ""));
  });

  const followed = canFollow(page) ? it : it.skip;
  followed(
    "has verified a receipt in four ways and received a signed webhook at the end",
    async () => {
      await followPage(service, page);
    },
    60_000,
  );
});
