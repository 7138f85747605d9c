import path from "node:path/posix";

/** Where files of packages are served, below the dashboard's own. */
export const VENDOR = "vendor/";

/** A whole import or export statement at the start of a line, wrapped or not, and an import that waits. */
const STATEMENT =
  /^((?:import|export)\b[^;"]{0,4000}\bfrom |import )"([^"\n]{1,400})";|\bimport\("([^"\n]{1,400})"\)/gm;

export interface LinkedModule {
  readonly text: string;
  /** Files of our own that it imports, as it names them. */
  readonly own: readonly string[];
  /** Files of packages that it imports: `lit-html/lit-html.js`. */
  readonly packages: readonly string[];
}

/**
 * Gives the packages that a module imports the addresses that they are served under, for browsers know no package. Files of
 * our own stay as they are. What is neither is a fault at the start, not one in somebody's browser.
 */
export function linkImports(file: string, text: string): LinkedModule {
  const own: string[] = [];
  const packages: string[] = [];
  const linked = text.replaceAll(STATEMENT, (statement: string, _head, named?: string, awaited?: string) => {
    const specifier = named ?? awaited ?? "";
    if (specifier.startsWith("./") || specifier.startsWith("../")) {
      own.push(specifier);
      return statement;
    }
    if (specifier !== "lit-html" && !specifier.startsWith("lit-html/"))
      throw new Error(`client/${file} imports ${specifier}, which browsers do not have`);
    const served = specifier === "lit-html" ? "lit-html/lit-html.js" : specifier;
    packages.push(served);
    return statement.replace(`"${specifier}"`, `"${addressFrom(file, `${VENDOR}${served}`)}"`);
  });
  return { text: linked, own, packages };
}

function addressFrom(file: string, target: string): string {
  const relative = path.relative(path.dirname(file), target);
  return relative.startsWith("../") ? relative : `./${relative}`;
}
