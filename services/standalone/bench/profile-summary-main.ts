import { readFileSync } from "node:fs";
import path from "node:path";
import { type CpuProfile, type ProfileNode, selfTimes } from "./cpu-profile.ts";

/**
 * Sums a CPU profile by module and function: `node …/profile-summary-main.ts <file.cpuprofile>…`. Leaves idle time out.
 */
const root = path.join(import.meta.dirname, "../../..");
const notWork = new Set(["(idle)", "(program)", "(root)"]);
const TOP = 20;

for (const file of process.argv.slice(2)) {
  const profile: CpuProfile = JSON.parse(readFileSync(file, "utf8"));
  const micros = selfTimes(profile);
  const busy = profile.nodes.filter(({ callFrame }) => !notWork.has(callFrame.functionName));
  const busyMicros = busy.reduce((sum, { id }) => sum + (micros.get(id) ?? 0), 0);
  process.stdout.write(`\n## ${path.basename(file)}: ${(busyMicros / 1_000).toFixed(0)} ms busy\n`);
  const print = (title: string, keyOf: (node: ProfileNode) => string) => {
    const sums = new Map<string, number>();
    for (const node of busy) {
      const key = keyOf(node);
      sums.set(key, (sums.get(key) ?? 0) + (micros.get(node.id) ?? 0));
    }
    process.stdout.write(`\n${title}\n`);
    for (const [key, own] of [...sums].toSorted(([, a], [, b]) => b - a).slice(0, TOP)) {
      process.stdout.write(`${((own / busyMicros) * 100).toFixed(1).padStart(6)} %  ${key}\n`);
    }
  };
  print("by module", ({ callFrame }) => moduleOf(callFrame.url) || callFrame.functionName);
  print(
    "by function",
    ({ callFrame: { functionName, url, lineNumber } }) =>
      `${functionName || "(anonymous)"}  ${shortUrl(url)}:${lineNumber + 1}`,
  );
}

function shortUrl(url: string): string {
  return url.replace(`file://${root}/`, "").replace(/^.*node_modules\//, "");
}

/** Returns a package, one of our workspaces, or a part of Node. */
function moduleOf(url: string): string {
  const short = shortUrl(url);
  if (url.startsWith("node:")) return short.split("/").slice(0, 2).join("/");
  return short
    .split("/")
    .slice(0, short.startsWith("@") || /^(?:packages|services)\//.test(short) ? 2 : 1)
    .join("/");
}
