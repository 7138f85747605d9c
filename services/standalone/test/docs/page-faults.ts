import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../../../..", import.meta.url));
const MAX_WIDTH = 120;
const MAX_COLUMNS = 4;

/** Every README of the repository, and the pages of the documentation. */
export const markdownFiles: readonly string[] = globSync(
  [
    "README.md",
    "{packages,services,deploy}/**/README.md",
    "services/*/settings.md",
    "packages/documentation/pages/*.md",
  ],
  { cwd: REPOSITORY },
)
  .filter((file) => !file.includes("node_modules/"))
  .sort();

const ignored = textOf(".gitignore")
  .split("\n")
  .filter((line) => line !== "");

/** Returns the files and folders that a page names and that do not exist, and its table rows that are too wide. */
export function faultsOf(file: string): readonly string[] {
  const { prose, code } = partsOf(textOf(file));
  const named = new Set(prose.flatMap((line) => [...linksIn(line), ...pathsIn(line)]));
  // Readers create files as the code blocks name them, and commands create ignored ones.
  const isCreated = (name: string) =>
    code.includes(name) || ignored.some((start) => `${name}/`.startsWith(start));
  const missing = [...named].filter((name) => !isCreated(name) && !exists(path.dirname(file), name));
  return [
    ...missing.map((name) => `${name} does not exist`),
    ...prose.filter(isTooWide).map((row) => `a row is too wide: ${row.slice(0, 60)}`),
  ];
}

function textOf(file: string): string {
  return readFileSync(path.join(REPOSITORY, file), "utf8");
}

function partsOf(text: string): { readonly prose: readonly string[]; readonly code: string } {
  const parts = text.split(/^\s*(?:```|~~~)/m);
  return {
    prose: parts.filter((_, index) => index % 2 === 0).flatMap((part) => part.split("\n")),
    code: parts.filter((_, index) => index % 2 === 1).join("\n"),
  };
}

const linksIn = (line: string): string[] =>
  [...line.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z]+:|\/)/.test(target));

/** A path has one of our folders at its start, a slash at its end, or the extension of a file. */
const PATH =
  /^(?:(?:packages|services|deploy|src|test|bench|tools)\/[^\s:]+|[\w…{][^\s:/]*(?:\/[^\s:/]+)*(?:\/|\.(?:ts|m?js|md|json|sql|css|sh|ya?ml|toml|py)))$/;

const pathsIn = (line: string): string[] =>
  [...line.matchAll(/`([^`]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => PATH.test(name) && !/[<>()="$]|^Node\.js$/.test(name));

/** In the folder of the page, its `src/` or the one that it is in, its package, or the repository. */
function exists(folder: string, name: string): boolean {
  const pattern = name.replaceAll("…", "*");
  const [owner = folder] = folder.split("/src/");
  return [folder, path.join(folder, "src"), path.join(owner, "src"), owner, "."].some((start) => {
    const cwd = path.join(REPOSITORY, start);
    return /[*{]/.test(pattern) ? globSync(pattern, { cwd }).length > 0 : existsSync(path.join(cwd, pattern));
  });
}

const isTooWide = (line: string): boolean =>
  line.startsWith("|") && (line.length > MAX_WIDTH || columnsOf(line) > MAX_COLUMNS);

const columnsOf = (row: string): number =>
  row
    .replace(/\\\||`[^`]*`/g, "")
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|").length;
