import { readFileSync } from "node:fs";
import path from "node:path";

/** Where the time of a CPU profile went: `node …/profile-summary-main.ts <file.cpuprofile>…`. Idle time is left out. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const root = path.join(import.meta.dirname, "../../..");
const notWork = new Set(["(idle)", "(program)", "(root)"]);
const TOP = 20;

for (const file of process.argv.slice(2)) {
  const profile: Profile = JSON.parse(readFileSync(file, "utf8"));
  const selfMs = selfTimes(profile);
  const busy = profile.nodes.filter(({ callFrame }) => !notWork.has(callFrame.functionName));
  const busyMs = busy.reduce((sum, { id }) => sum + (selfMs.get(id) ?? 0), 0);
  process.stdout.write(`\n## ${path.basename(file)}: ${busyMs.toFixed(0)} ms busy\n`);
  const print = (title: string, keyOf: (node: ProfileNode) => string) => {
    const sums = new Map<string, number>();
    for (const node of busy) {
      const key = keyOf(node);
      sums.set(key, (sums.get(key) ?? 0) + (selfMs.get(node.id) ?? 0));
    }
    process.stdout.write(`\n${title}\n`);
    for (const [key, ms] of [...sums].toSorted(([, a], [, b]) => b - a).slice(0, TOP)) {
      process.stdout.write(`${((ms / busyMs) * 100).toFixed(1).padStart(6)} %  ${key}\n`);
    }
  };
  print("by module", ({ callFrame }) => moduleOf(callFrame.url) || callFrame.functionName);
  print(
    "by function",
    ({ callFrame: { functionName, url, lineNumber } }) =>
      `${functionName || "(anonymous)"}  ${shortUrl(url)}:${lineNumber + 1}`,
  );
}

function selfTimes({ samples, timeDeltas }: Profile): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    sums.set(id, (sums.get(id) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  }
  return sums;
}

function shortUrl(url: string): string {
  return url.replace(`file://${root}/`, "").replace(/^.*node_modules\//, "");
}

/** A package, a workspace of ours, or a part of Node. */
function moduleOf(url: string): string {
  const short = shortUrl(url);
  if (url.startsWith("node:")) return short.split("/").slice(0, 2).join("/");
  return short
    .split("/")
    .slice(0, short.startsWith("@") || /^(?:packages|services)\//.test(short) ? 2 : 1)
    .join("/");
}
