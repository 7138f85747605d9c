import { writeFile } from "node:fs/promises";
import type { AdminDeps } from "./admin-pool.ts";

/**
 * Writes bytes to a new file that only its owner can read, and says so. `-` is standard output: a pod may have no way to
 * copy a file out of it.
 */
export async function saveBytes(
  { print, write }: Pick<AdminDeps, "print" | "write">,
  bytes: Uint8Array,
  { file, advice }: { readonly file: string; readonly advice: string },
): Promise<void> {
  if (file === "-") {
    await write(bytes);
    return;
  }
  await writeFile(file, bytes, { mode: 0o600, flag: "wx" });
  print(`Wrote ${bytes.byteLength} bytes to ${file}. It contains personal data: ${advice}.`);
}
