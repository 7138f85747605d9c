import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "../..");

export const readText = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** Files of a clone, and new ones in this one; none that git ignores. */
export function repositoryFiles(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return listed.split("\0").filter((file) => file !== "");
}

/** Every file, folder and link below a folder, relative to it; links are not followed. */
export function entriesBelow(folder: string, within = ""): string[] {
  return readdirSync(path.join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(within, entry.name);
    return entry.isDirectory() ? [name, ...entriesBelow(folder, name)] : [name];
  });
}
