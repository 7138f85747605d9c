import { spawn } from "node:child_process";
import { once } from "node:events";
import { pause } from "@receipts/service-kit";

/**
 * Counts a process's system calls by name while the load runs; undefined without `strace`, which slows the process
 * down.
 */
export async function countSystemCalls(
  pid: number,
  load: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number> | undefined> {
  const tracer = spawn("strace", ["-c", "-f", "-U", "name,calls", "-p", String(pid)]);
  let printed = "";
  tracer.stderr.on("data", (text) => {
    printed += text;
  });
  const ended = once(tracer, "close");
  ended.catch(() => undefined);
  const failed = new Promise((resolve) => tracer.once("error", () => resolve("failed")));
  const attached = (async () => {
    while (!printed.includes("attached")) await pause(10);
  })();
  if ((await Promise.race([attached, failed])) === "failed") return undefined;
  await load();
  tracer.kill("SIGINT");
  await ended;
  return new Map(
    Array.from(printed.matchAll(/^(?!total )(\w+)\s+(\d+)$/gm), ([, name = "", calls]) => [
      name,
      Number(calls),
    ]),
  );
}
