import { readFileSync } from "node:fs";
import nodeModule from "node:module";
import path from "node:path/posix";
import { fileURLToPath } from "node:url";
import { type AssetFile, pageStyle } from "@receipts/web-pages";
import { linkImports } from "./link-imports.ts";
import { readVendored } from "./vendored-files.ts";

const JAVASCRIPT = "text/javascript; charset=utf-8";
const ASSETS = new URL("../assets/", import.meta.url);
/** When run from source, the client is TypeScript source too. */
const IS_SOURCE = import.meta.url.endsWith(".ts");
const CLIENT = new URL(IS_SOURCE ? "../client/" : "./client/", import.meta.url);
const MAIN = IS_SOURCE ? "main.ts" : "main.js";

export interface ClientFiles {
  /** All files that browsers can request. */
  readonly files: readonly AssetFile[];
  /** The modules of the first visit, entry module first. The others are loaded when their page is opened. */
  readonly modules: readonly string[];
}

/** Reads the client: compiled modules, or source modules stripped of their types. */
export function readClientFiles(): ClientFiles {
  const own = readOwn();
  const vendored = readVendored([...new Set(own.flatMap(({ packages }) => packages))]);
  const modules = [...own, ...vendored].map(({ file, text }) => ({
    file,
    contentType: JAVASCRIPT,
    bytes: Buffer.from(text),
  }));
  return {
    files: [
      ...modules,
      {
        file: "dashboard.css",
        contentType: "text/css; charset=utf-8",
        bytes: Buffer.from(pageStyle(new URL("dashboard.css", ASSETS))),
      },
      {
        file: "dashboard.svg",
        contentType: "image/svg+xml",
        bytes: readFileSync(new URL("dashboard.svg", ASSETS)),
      },
    ],
    modules: modules
      .filter(({ file }) => !own.some((each) => each.file === file && each.isLater))
      .map(({ file }) => file),
  };
}

interface OwnModule {
  readonly file: string;
  readonly text: string;
  readonly packages: readonly string[];
  /** Only modules that are loaded on demand import it. */
  readonly isLater: boolean;
}

/** Reads the entry module and everything it imports. Files with only types are skipped. */
function readOwn(): OwnModule[] {
  const read = new Map<string, OwnModule>();
  const onDemand: string[] = [];
  const readAll = (waiting: string[], isLater: boolean) => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (read.has(file)) continue;
      const from = path.dirname(file);
      const { text, own, later, packages } = linkImports(file, javaScriptOf(file));
      read.set(file, { file, text, packages, isLater });
      waiting.push(...own.map((specifier) => path.join(from, specifier)));
      onDemand.push(...later.map((specifier) => path.join(from, specifier)));
    }
  };
  readAll([MAIN], false);
  readAll(onDemand, true);
  return [...read.values()];
}

/** Without comments and indentation, which are a tenth of what browsers would load. */
function javaScriptOf(file: string): string {
  const text = readFileSync(fileURLToPath(new URL(file, CLIENT)), "utf8");
  return (IS_SOURCE ? compiled(text) : text).replaceAll(/\n[ \t]+/g, "\n");
}

/** As `tsc` would: `strip` alone keeps the comments. */
function compiled(text: string): string {
  const { emitWarning } = process;
  // Hides Node's warning that the function is experimental.
  process.emitWarning = () => undefined;
  try {
    return nodeModule.stripTypeScriptTypes(text, { mode: "transform" });
  } finally {
    process.emitWarning = emitWarning;
  }
}
