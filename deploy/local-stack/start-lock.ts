import { linkSync, rmSync } from "node:fs";
import { pause } from "@receipts/service-kit";
import { createProcessRecord } from "./process-record.ts";

/**
 * Waits until no other process is starting this stack, and keeps others out until it is disposed of. Of two that start
 * it at a time, the second finds it running. A lock whose holder has died counts for nothing.
 */
export async function takeStartLock(file: string): Promise<Disposable> {
  const own = `${file}.${process.pid}`;
  const holder = createProcessRecord(file);
  createProcessRecord(own).write(process.pid);
  try {
    while (!isLinked(own, file)) {
      if (holder.pid() === undefined) holder.forget();
      else await pause(50);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return { [Symbol.dispose]: () => holder.forget() };
}

/** A link is there with its content or not at all, and only one can make it. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
