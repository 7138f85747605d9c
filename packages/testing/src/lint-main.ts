import { execFile } from "node:child_process";
import path from "node:path";
import { installTools, modulesOf } from "./tools.ts";

/** `npm run lint`: all checks at the same time, as the proof of patterns takes most of it and one core. */
const lint = path.relative(".", path.dirname(modulesOf("lint")));
const tool = (name: string, ...args: readonly string[]) => [
  path.join(modulesOf("lint"), ".bin", name),
  ...args,
];
const check = (name: string) => [
  process.execPath,
  "--conditions=source",
  `packages/testing/src/check-${name}.ts`,
];
const checks = [
  tool(
    "biome",
    "check",
    "--formatter-enabled=false",
    "--error-on-warnings",
    `--config-path=${lint}/biome-config.json`,
  ),
  check("import-directions"),
  check("plain-english"),
  check("linear-patterns"),
  tool("knip", "--config", `${lint}/knip.json`),
];

installTools("lint");
await Promise.all(
  checks.map(
    ([file = "", ...args]) =>
      new Promise<void>((resolve) => {
        execFile(file, args, { maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
          process.stdout.write(stdout);
          process.stderr.write(stderr);
          if (error !== null) process.exitCode = 1;
          resolve();
        });
      }),
  ),
);
