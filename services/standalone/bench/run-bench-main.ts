import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installTools } from "@receipts/testing/tools";
import { type Benchmark, benchmarks } from "./benchmarks.ts";

/** `npm run bench -- <name> [options]`. */
const [name = "", ...args] = process.argv.slice(2);
const benchmark: Benchmark | undefined = Object.entries(benchmarks).find(([one]) => one === name)?.[1];
if (benchmark === undefined) {
  const names = Object.keys(benchmarks).join(", ");
  process.stderr.write(`No benchmark is called "${name}". Benchmarks: ${names}\n`);
  process.exit(2);
}
const { file, flags = [], tools } = benchmark;
if (tools !== undefined) installTools(tools);
const main = fileURLToPath(new URL(file, import.meta.url));
const child = spawn(process.execPath, [...flags, "--conditions=source", main, ...args], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
