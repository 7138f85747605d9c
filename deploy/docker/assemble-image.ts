import { existsSync } from "node:fs";
import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { isUnneeded } from "../install/unneeded-files.mjs";

/**
 * Assembles the content of an image: the service and the packages that it needs, with their production dependencies.
 * Each has the folders that its manifest lists in `files` (default: `dist`).
 *
 *   assemble-image.ts <service's folder> <built tree> <tree of a production install> <target>
 */
const SCOPE = "@receipts/";

interface Manifest {
  readonly name: string;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Workspace {
  /** Relative to the top level. */
  readonly folder: string;
  readonly manifest: Manifest;
}

const [service, built, installed, target] = process.argv.slice(2);
if (service === undefined || built === undefined || installed === undefined || target === undefined) {
  throw new Error("usage: assemble-image.ts <service's folder> <built tree> <installed tree> <target>");
}

const workspaces = await neededFrom(service, built);
for (const workspace of workspaces) await copyWorkspace(workspace, { built, installed, target });
await copyDependencies(path.join(installed, "node_modules"), path.join(target, "node_modules"));
await linkWorkspaces(workspaces, path.join(target, "node_modules"));
await cp(path.join(built, "deploy/docker/healthcheck.mjs"), path.join(target, "healthcheck.mjs"));

/** The service and every package that it reaches. */
async function neededFrom(start: string, tree: string): Promise<Workspace[]> {
  const found = new Map<string, Workspace>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const manifest: Manifest = JSON.parse(await readFile(path.join(tree, folder, "package.json"), "utf8"));
    found.set(folder, { folder, manifest });
    const next = Object.keys(manifest.dependencies ?? {})
      .filter((name) => name.startsWith(SCOPE))
      .map((name) => `packages/${name.slice(SCOPE.length)}`);
    waiting.push(...next.filter((other) => !found.has(other)));
  }
  return [...found.values()];
}

async function copyWorkspace(
  { folder, manifest }: Workspace,
  trees: { readonly built: string; readonly installed: string; readonly target: string },
): Promise<void> {
  const to = path.join(trees.target, folder);
  await mkdir(to, { recursive: true });
  for (const entry of ["package.json", ...(manifest.files ?? ["dist"])]) {
    await cp(path.join(trees.built, folder, entry), path.join(to, entry), {
      recursive: true,
      filter: isUsed,
    });
  }
  // A version that differs from the top-level one.
  const own = path.join(trees.installed, folder, "node_modules");
  if (existsSync(own)) await copyDependencies(own, path.join(to, "node_modules"));
}

/** Declarations are only for compilers. */
function isUsed(file: string): boolean {
  return !/\.d\.[cm]?ts$/.test(file);
}

/** Leaves out programs of packages, npm's own notes, what no process reads, and links to workspaces (created below). */
async function copyDependencies(from: string, to: string): Promise<void> {
  const left = [".package-lock.json", SCOPE.slice(0, -1)].map((name) => path.join(from, name));
  // Packages that hold another version of their own dependency have one too.
  const isProgram = (file: string) => path.basename(file) === ".bin";
  await cp(from, to, {
    recursive: true,
    filter: (file) => !left.includes(file) && !isProgram(file) && isUsed(file) && !isUnneeded(file),
  });
}

async function linkWorkspaces(linked: readonly Workspace[], modules: string): Promise<void> {
  await mkdir(path.join(modules, SCOPE), { recursive: true });
  for (const { folder, manifest } of linked) {
    await symlink(path.join("../..", folder), path.join(modules, manifest.name));
  }
}
