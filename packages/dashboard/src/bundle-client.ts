import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const MAIN = new URL("../client/main.ts", import.meta.url);
/** The client's only package. */
const PACKAGE = /^lit-html(?:\/|$)/;
/** Modules of two pages that few people open: not part of the first visit. */
const KEY_PAGES = /\/client\/keys\/(?!key-places)/;

export interface BundledFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Bundles the client: `main.js`, one file for each page that is loaded on demand, and source maps. `shared.js` has their
 * common modules, `keys-pages.js` those of the two pages of keys. Rejects an import that browsers cannot load.
 */
export async function bundleClient(entry = MAIN): Promise<readonly BundledFile[]> {
  const bundle = await rolldown({
    input: fileURLToPath(entry),
    platform: "browser",
    tsconfig: false,
    external: (specifier, importer) => {
      if (importer !== undefined && !importer.includes("/node_modules/") && !isForBrowsers(specifier))
        throw new Error(`${importer} imports ${specifier}, which browsers do not have`);
      return false;
    },
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await bundle.generate({
    format: "es",
    minify: true,
    sourcemap: true,
    // Source maps name the sources relative to it.
    dir: fileURLToPath(new URL("../dist/client/", import.meta.url)),
    codeSplitting: {
      groups: [
        { name: "shared", test: (module) => !KEY_PAGES.test(module), minShareCount: 2, priority: 1 },
        { name: "keys-pages", minShareCount: 2 },
      ],
    },
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  await bundle.close();
  return output.map((file) => ({
    file: file.fileName,
    text: file.type === "chunk" ? file.code : String(file.source),
  }));
}

function isForBrowsers(specifier: string): boolean {
  return specifier.startsWith(".") || specifier.startsWith("/") || PACKAGE.test(specifier);
}
