import path from "node:path/posix";

/** Folder of package files, below the dashboard's own files. */
export const VENDOR = "vendor/";

/** A whole import or export statement at the start of a line, on one or several lines, or a dynamic import. */
const STATEMENT =
  /^((?:import|export)\b[^;"]{0,4000}\bfrom |import )"([^"\n]{1,400})";|\bimport\("([^"\n]{1,400})"\)/gm;

export interface LinkedModule {
  readonly text: string;
  /** The module's own imports, as written. */
  readonly own: readonly string[];
  /** Its own imports that are loaded later, on demand. */
  readonly later: readonly string[];
  /** Imported package files, such as `lit-html/lit-html.js`. */
  readonly packages: readonly string[];
}

/**
 * Replaces package names in imports by the addresses of their files, since browsers cannot resolve packages. Our own
 * files stay unchanged. Any other import fails at startup, not in a browser.
 */
export function linkImports(file: string, text: string): LinkedModule {
  const own: string[] = [];
  const later: string[] = [];
  const packages: string[] = [];
  const linked = text.replaceAll(STATEMENT, (statement: string, _head, named?: string, awaited?: string) => {
    const specifier = named ?? awaited ?? "";
    if (specifier.startsWith("./") || specifier.startsWith("../")) {
      (named === undefined ? later : own).push(specifier);
      return statement;
    }
    if (specifier !== "lit-html" && !specifier.startsWith("lit-html/"))
      throw new Error(`client/${file} imports ${specifier}, which browsers do not have`);
    const served = specifier === "lit-html" ? "lit-html/lit-html.js" : specifier;
    packages.push(served);
    return statement.replace(`"${specifier}"`, `"${addressFrom(file, `${VENDOR}${served}`)}"`);
  });
  return { text: linked, own, later, packages };
}

function addressFrom(file: string, target: string): string {
  const relative = path.relative(path.dirname(file), target);
  return relative.startsWith("../") ? relative : `./${relative}`;
}
