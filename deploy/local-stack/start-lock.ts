import { linkSync, rmSync } from "node:fs";
import { pause } from "@receipts/service-kit";
import { createProcessRecord } from "./process-record.ts";

/**
 * Waits until no other process is starting this stack, and locks it until disposed. A second concurrent start then
 * finds the stack running. A lock whose holder has died is ignored.
 */
export async function takeStartLock(file: string): Promise<Disposable> {
  const own = `${file}.${process.pid}`;
  const holder = createProcessRecord(file);
  createProcessRecord(own).write(process.pid);
  try {
    while (!isLinked(own, file)) {
      if (holder.pid() === undefined) holder.remove();
      else await pause(50);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return { [Symbol.dispose]: () => holder.remove() };
}

/** Creating a link is atomic: it exists with its content or not at all, and only one process succeeds. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
