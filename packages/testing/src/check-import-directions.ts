import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Imports point one way: contracts ← packages ← services. Biome holds every import to the `dependencies` of its
 * package; this holds those to the direction.
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
    // It plays the banks from what is known of them, not from how we read them: or both would be wrong alike.
    if (workspace.name === "@receipts/bank-sandbox" && dependency !== "@receipts/contracts")
      return [`bank-sandbox plays the banks: it must not import ${dependency}`];
    if (dependency === "@receipts/testing")
      return [`${workspace.name} ships: it must not depend on ${dependency}`];
    if (kindOf.get(dependency) !== "services") return [];
    if (workspace.name === "@receipts/standalone") return [];
    return [`${workspace.name} must not import the service ${dependency}`];
  });
}

function cycleFrom(name: string, trail: readonly string[]): string[] | undefined {
  if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
  const next = workspaces.find((workspace) => workspace.name === name)?.dependencies ?? [];
  for (const dependency of next) {
    const cycle = cycleFrom(dependency, [...trail, name]);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

const faults = workspaces.flatMap((workspace) => {
  const cycle = cycleFrom(workspace.name, []);
  return [...faultsOf(workspace), ...(cycle === undefined ? [] : [`cycle: ${cycle.join(" → ")}`])];
});

if (faults.length > 0) {
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exitCode = 1;
}
