import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Imports point one way: contracts ← packages ← services. Biome restricts imports to the `dependencies` of a package;
 * this check restricts the dependencies.
 */
const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Workspace {
  readonly name: string;
  readonly kind: "packages" | "services";
  readonly dependencies: readonly string[];
}

function readWorkspaces(kind: Workspace["kind"]): Workspace[] {
  return readdirSync(path.join(root, kind)).map((folder) => {
    const manifest: { name: string; dependencies?: Record<string, string> } = JSON.parse(
      readFileSync(path.join(root, kind, folder, "package.json"), "utf8"),
    );
    const dependencies = Object.keys(manifest.dependencies ?? {}).filter((name) =>
      name.startsWith("@receipts/"),
    );
    return { name: manifest.name, kind, dependencies };
  });
}

const workspaces = [...readWorkspaces("packages"), ...readWorkspaces("services")];
const kindOf = new Map(workspaces.map(({ name, kind }) => [name, kind]));

function faultsOf(workspace: Workspace): string[] {
  return workspace.dependencies.flatMap((dependency) => {
    if (workspace.name === "@receipts/contracts")
      return [`contracts is the base: it must not import ${dependency}`];
    // The sandbox plays banks from what is known of them. With our adapters' code both would share the same errors.
    if (workspace.name === "@receipts/bank-sandbox" && dependency !== "@receipts/contracts")
      return [`bank-sandbox plays the banks: it must not import ${dependency}`];
    if (dependency === "@receipts/testing")
      return [`${workspace.name} ships: it must not depend on ${dependency}`];
    if (kindOf.get(dependency) !== "services") return [];
    if (workspace.name === "@receipts/standalone") return [];
    return [`${workspace.name} must not import the service ${dependency}`];
  });
}

function cycleFrom(
  name: string,
  trail: readonly string[],
  importsOf: (name: string) => readonly string[],
): string[] | undefined {
  if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
  for (const dependency of importsOf(name)) {
    const cycle = cycleFrom(dependency, [...trail, name], importsOf);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

const importsOfWorkspace = (name: string) =>
  workspaces.find((workspace) => workspace.name === name)?.dependencies ?? [];

/** Checks that the folders within a folder import one way too. Files above the folders may import all of them. */
function folderCycle(source: string): string[] | undefined {
  const folders = new Map<string, Set<string>>();
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || !file.includes("/")) continue;
    const [folder = ""] = file.split("/");
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const [, target = ""] of readFileSync(path.join(source, file), "utf8").matchAll(
      / from "(\.[^"]+)"/g,
    )) {
      const [other = ""] = path.join(path.dirname(file), target).split("/");
      if (other !== folder && !other.endsWith(".ts")) imported.add(other);
    }
  }
  for (const folder of folders.keys()) {
    const cycle =
      cycleFrom(folder, [], (name) => [...(folders.get(name) ?? [])]) ??
      folderCycle(path.join(source, folder));
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

const faults = workspaces.flatMap((workspace) => {
  const cycle = cycleFrom(workspace.name, [], importsOfWorkspace);
  return [...faultsOf(workspace), ...(cycle === undefined ? [] : [`cycle: ${cycle.join(" → ")}`])];
});

for (const service of readdirSync(path.join(root, "services"))) {
  const cycle = folderCycle(path.join(root, "services", service, "src"));
  if (cycle !== undefined) faults.push(`services/${service}/src: cycle of folders: ${cycle.join(" → ")}`);
}

if (faults.length > 0) {
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exitCode = 1;
}
