import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { VENDOR } from "./link-imports.ts";

const FOLDER = folderOf("lit-html");

/**
 * Reads the named files of the package and all files that they import. Builds for browsers have only relative
 * imports.
 */
export function readVendored(names: readonly string[]): { readonly file: string; readonly text: string }[] {
  const read = new Map<string, string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (read.has(name)) continue;
    const text = readFileSync(path.join(FOLDER, "..", name), "utf8").replace(
      /^\/\/# sourceMappingURL=.*$/m,
      "",
    );
    read.set(name, text);
    waiting.push(...importsOf(name, text));
  }
  return [...read].sort().map(([name, text]) => ({ file: `${VENDOR}${name}`, text }));
}

function importsOf(name: string, text: string): string[] {
  return [...text.matchAll(/\b(?:import|from)\s*"([^"]+)"/g)].map(([, specifier = ""]) => {
    if (!specifier.startsWith("."))
      throw new Error(`${name} imports ${specifier}, which browsers do not have`);
    return path.posix.join(path.posix.dirname(name), specifier);
  });
}

/** Node resolves to the server build, which is a folder below. */
function folderOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  return entry.slice(0, entry.lastIndexOf(`${path.sep}${name}${path.sep}`) + name.length + 2);
}
