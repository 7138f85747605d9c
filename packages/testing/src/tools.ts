import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Packages that few commands need, in folders with a lockfile of their own. `npm ci` at the top does not install them;
 * the first command that needs them does. Files below such a folder import them as usual.
 */
export const toolFolders = {
  lint: "packages/testing/lint",
  browser: "services/standalone/test/browser",
  clients: "packages/documentation/clients",
  "openapi-lint": "services/standalone/test/clients",
  monitoring: "deploy/monitoring",
  parsers: "packages/banks/bench",
} as const;
export type Tools = keyof typeof toolFolders;

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Absolute path of a folder's packages. */
export const modulesOf = (tools: Tools): string => path.join(root, toolFolders[tools], "node_modules");

/** Installs a folder's packages as its lockfile has them, unless this was done. Throws if npm cannot. */
export function installTools(tools: Tools): void {
  const folder = path.join(root, toolFolders[tools]);
  const lockfile = readFileSync(path.join(folder, "package-lock.json"));
  const wanted = createHash("sha256").update(lockfile).digest("hex");
  const mark = path.join(modulesOf(tools), ".installed-lockfile");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  process.stderr.write(`installing ${toolFolders[tools]}/package-lock.json\n`);
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`"npm ci" failed in ${toolFolders[tools]}`);
  writeFileSync(mark, wanted);
}
