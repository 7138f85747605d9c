import { readFile } from "node:fs/promises";
import path from "node:path";

export interface ProcessUsage {
  /** Resident memory. */
  readonly bytes: number;
  readonly cpuMs: number;
}

/** Linux counts in ticks of 10 ms and pages of 4 KiB. Undefined elsewhere, and for a process that has ended. */
export async function usageOf({
  pid,
}: {
  readonly pid?: number | undefined;
}): Promise<ProcessUsage | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    // The name before the last parenthesis may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user, system, pages] = [11, 12, 21].map((field) => Number(fields[field]));
    return { bytes: (pages ?? 0) * 4_096, cpuMs: ((user ?? 0) + (system ?? 0)) * 10 };
  } catch {
    return undefined;
  }
}

/**
 * Flags of a child that reads strangers' files: it gets them by messages, and sees the program's own files only, no
 * settings and no secrets. It writes no file, starts no program, and loads no native code. Node.js 24 cannot forbid
 * connections.
 */
export function readerPermissions(root: string): readonly string[] {
  const folders = ["node_modules", "packages", "services"].map((name) => path.join(root, name, "*"));
  return [
    "--permission",
    ...[...folders, path.join(root, "package.json")].map((file) => `--allow-fs-read=${file}`),
  ];
}
