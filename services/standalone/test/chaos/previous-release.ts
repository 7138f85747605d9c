import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "./chaos-stack.ts";

const run = promisify(execFile);

/** The commit that runs beside this source; `PREVIOUS_COMMIT` can name another, such as the last release's tag. */
export const previousName = process.env["PREVIOUS_COMMIT"] ?? "HEAD~1";

/** Undefined if the commit is missing: no git, or a clone without history. */
export async function previousCommit(): Promise<string | undefined> {
  return await run("git", ["rev-parse", "--verify", "--quiet", `${previousName}^{commit}`], {
    cwd: repository,
  }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** Extracts that commit's source into its own folder, ready to run. */
export async function checkOutPrevious(commit: string): Promise<AsyncDisposable & { readonly tree: string }> {
  const tree = await mkdtemp(path.join(tmpdir(), "receipts-previous-"));
  await run("/bin/sh", ["-c", 'git archive "$0" | tar -x -C "$1"', commit, tree], { cwd: repository });
  await linkPackages(tree);
  return { tree, [Symbol.asyncDispose]: () => rm(tree, { recursive: true, force: true }) };
}

/** Links its own workspaces, and the libraries that are installed here. */
async function linkPackages(tree: string): Promise<void> {
  const installed = path.join(repository, "node_modules");
  const modules = path.join(tree, "node_modules");
  await mkdir(path.join(modules, "@receipts"), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== "@receipts") await symlink(path.join(installed, name), path.join(modules, name));
  }
  for (const kind of ["packages", "services"]) {
    for (const name of await readdir(path.join(tree, kind))) {
      await symlink(path.join(tree, kind, name), path.join(modules, "@receipts", name));
    }
  }
}
