import { mkdtemp, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Makes a folder for the data of test servers: in memory where there is room for a whole run, else in the temporary folder.
 * A database is 300 files, and some disks take half a second to create them.
 */
export async function makeTestDataFolder(prefix: string): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  const isRoomy = memory !== undefined && memory.bavail * memory.bsize >= NEEDED_BYTES;
  return await mkdtemp(path.join(isRoomy ? MEMORY : os.tmpdir(), prefix));
}
