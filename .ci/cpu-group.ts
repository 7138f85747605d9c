import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import path from "node:path";

/** Counts the CPU time of a process and all that it starts, servers that outlive it included: a control group. */
export interface CpuGroup {
  /** The command that runs in the group. */
  enter(command: readonly string[]): readonly [file: string, args: readonly string[]];
  /** CPU seconds of all its processes so far. */
  seconds(): number;
  /** Ends what the command left running. */
  close(): void;
}

/** The group of a kernel with one hierarchy (v2), or with one for each controller (v1). */
const hierarchies = [
  { root: "/sys/fs/cgroup", marker: "cgroup.controllers", file: "cpu.stat", read: microsOf },
  { root: "/sys/fs/cgroup/cpuacct", marker: "cpuacct.usage", file: "cpuacct.usage", read: nanosOf },
] as const;

function microsOf(text: string): number {
  return Number(/^usage_usec (\d+)$/m.exec(text)?.[1]) / 1e6;
}

function nanosOf(text: string): number {
  return Number(text) / 1e9;
}

/** Undefined where the kernel allows no group: then nothing is measured, and the run says so. */
export function openCpuGroup(name: string): CpuGroup | undefined {
  const hierarchy = hierarchies.find(({ root, marker }) => existsSync(path.join(root, marker)));
  if (hierarchy === undefined) return undefined;
  const folder = path.join(hierarchy.root, `ci-${process.pid}-${name}`);
  try {
    mkdirSync(folder);
  } catch {
    return undefined;
  }
  const members = path.join(folder, "cgroup.procs");
  return {
    enter: ([file = "", ...args]) => ["sh", ["-c", `echo $$ > ${members} && exec "$@"`, "sh", file, ...args]],
    seconds: () => hierarchy.read(readFileSync(path.join(folder, hierarchy.file), "utf8")),
    close: () => {
      for (let tries = 0; tries < 50; tries += 1) {
        const left = readFileSync(members, "utf8").split("\n").filter(Boolean);
        for (const pid of left) kill(Number(pid));
        try {
          rmdirSync(folder);
          return;
        } catch {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        }
      }
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
