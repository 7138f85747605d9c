import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Which process a server is, kept in a file, so that a later command can stop what an earlier one started. */
export interface ProcessRecord {
  /** The server's process id; undefined when it does not run. */
  pid(): number | undefined;
  write(pid: number): void;
  forget(): void;
}

export function createProcessRecord(file: string): ProcessRecord {
  return {
    pid() {
      if (!existsSync(file)) return undefined;
      const [pid, birth] = readFileSync(file, "utf8").trim().split("\n");
      // The same number may be somebody else's by now: after a restart of the machine, for one.
      return birth !== undefined && birthOf(Number(pid)) === birth ? Number(pid) : undefined;
    },
    write(pid) {
      writeFileSync(file, `${pid}\n${birthOf(pid) ?? "gone"}\n`);
    },
    forget() {
      rmSync(file, { force: true });
    },
  };
}

/** When the process was started; undefined when it is gone (a zombie is). */
function birthOf(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    }
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // proc(5): the name in brackets may hold anything; after it the state, and the start time as the 20th field.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}
