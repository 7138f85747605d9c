import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { type Suite, type SuiteName, suites } from "../../../jest.config.ts";
import { installTools } from "./tools.ts";

/** `npm run test:suite -- <name> [options and files of Jest]`. */
const [name = "", ...args] = process.argv.slice(2);
const isSuite = (text: string): text is SuiteName => Object.hasOwn(suites, text);
if (!isSuite(name)) {
  process.stderr.write(
    [
      `No suite is called "${name}". Suites:`,
      ...Object.entries(suites).map(([suite, { about }]) => `  ${suite}: ${about}`),
      "",
    ].join("\n"),
  );
  process.exit(2);
}
const suite: Suite = suites[name];
for (const tools of suite.tools ?? []) installTools(tools);
const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const child = spawn(
  process.execPath,
  [
    ...["--conditions=source", "--disable-warning=ExperimentalWarning", jest],
    ...["--selectProjects", name],
    `--maxWorkers=${suite.workers ?? Math.min(2 * availableParallelism(), 6)}`,
    `--testTimeout=${(suite.timeoutMinutes ?? 10) * 60_000}`,
    ...args,
  ],
  { stdio: "inherit", env: { ...suite.env, ...process.env } },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
