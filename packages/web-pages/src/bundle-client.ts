import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import type { Client } from "./client-files.ts";

/** Packages with code for browsers. */
const PACKAGES = /^(?:lit-html|qr|@receipts\/web-pages\/client)(?:\/|$)/;

export interface BundledFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Bundles a client: one file for each entry, one for each module that is loaded on demand, those of its groups, and source
 * maps. Rejects an import that browsers cannot load.
 */
export async function bundleClient(client: Client): Promise<readonly BundledFile[]> {
  const { entries, built, groups = [], hasSourceMaps = true } = client;
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, url]) => [name, fileURLToPath(url)])),
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
    sourcemap: hasSourceMaps,
    // Source maps name the sources relative to it.
    dir: fileURLToPath(built),
    codeSplitting: { groups: [...groups] },
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
  return specifier.startsWith(".") || specifier.startsWith("/") || PACKAGES.test(specifier);
}
