import { mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Creates a folder for the data of this process's test servers: in memory if there is space for a whole run, else in
 * the temporary folder. A database is 300 files, and some disks take half a second to create them.
 */
export async function makeTestDataFolder(): Promise<string> {
  await removeLeftFolders();
  const memory = await statfs(MEMORY).catch(() => undefined);
  const freeBytes = Math.min(
    memory === undefined ? 0 : memory.bavail * memory.bsize,
    process.availableMemory(),
  );
  const parent = freeBytes >= NEEDED_BYTES ? MEMORY : os.tmpdir();
  return await mkdtemp(path.join(parent, `receipts-test-${process.pid}-`));
}

/** A killed run removes nothing, and a new run does not empty `/dev/shm`. */
async function removeLeftFolders(): Promise<void> {
  const names = await readdir(MEMORY).catch(() => []);
  for (const name of names) {
    const pid = /^receipts-test-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      await rm(path.join(MEMORY, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user, so it runs.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
