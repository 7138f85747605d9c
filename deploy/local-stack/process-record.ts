import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Stores a server's process id in a file, so that a later command can stop the server. */
export interface ProcessRecord {
  /** Returns the server's process id; undefined if it does not run. */
  pid(): number | undefined;
  write(pid: number): void;
  remove(): void;
}

export function createProcessRecord(file: string): ProcessRecord {
  return {
    pid() {
      if (!existsSync(file)) return undefined;
      const [pid, startTime] = readFileSync(file, "utf8").trim().split("\n");
      // Another process may have the same id by now, for example after a reboot.
      return startTime !== undefined && startTimeOf(Number(pid)) === startTime ? Number(pid) : undefined;
    },
    write(pid) {
      writeFileSync(file, `${pid}\n${startTimeOf(pid) ?? "gone"}\n`);
    },
    remove() {
      rmSync(file, { force: true });
    },
  };
}

/** Returns an id of the process's start; undefined if the process has exited, also as a zombie. */
function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    }
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // proc(5): the name in brackets may contain anything. After it: the state, and the start time as the 20th field.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}
