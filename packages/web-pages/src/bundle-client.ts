import { fileURLToPath } from "node:url";
import { type OutputAsset, type OutputChunk, rolldown } from "rolldown";
import type { Client } from "./client.ts";

/** Packages with code for browsers. */
const PACKAGES =
  /^(?:lit-html|qr|@receipts\/web-pages\/(?:client|bank-uptime|decision-texts|shown-time|texts))(?:\/|$)/;

export interface BundledFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Bundles a client: one file for each entry that is in no group, one for each module that is loaded on demand, those of
 * its groups, and source maps. Rejects an import that browsers cannot load.
 */
export async function bundleClient(client: Client): Promise<readonly BundledFile[]> {
  const { entries, built, groups = [], hasSourceMaps = true } = client;
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, url]) => [name, fileURLToPath(url)])),
    platform: "browser",
    tsconfig: false,
    resolve: { conditionNames: ["source", "browser", "import", "default"] },
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
    // A page that is open over a release loads modules of the next one: names that files share must not change between them.
    minifyInternalExports: false,
    sourcemap: hasSourceMaps,
    // Source maps name the sources relative to it.
    dir: fileURLToPath(built),
    codeSplitting: { groups: [...groups] },
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  await bundle.close();
  return output.filter(hasOwnText).map((file) => ({
    file: file.fileName,
    text: file.type === "chunk" ? file.code : String(file.source),
  }));
}

/** An entry that a group has taken would be a file that only loads another. */
function hasOwnText(file: OutputChunk | OutputAsset): boolean {
  return file.type === "asset" || file.moduleIds.length > 0;
}

function isForBrowsers(specifier: string): boolean {
  return specifier.startsWith(".") || specifier.startsWith("/") || PACKAGES.test(specifier);
}
