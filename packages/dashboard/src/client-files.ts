import { readdir, readFile } from "node:fs/promises";
import { type AssetFile, pageStyle } from "@receipts/web-pages";

const ASSETS = new URL("../assets/", import.meta.url);
const IS_SOURCE = import.meta.url.endsWith(".ts");
/** The folder of the built client. */
export const BUILT_CLIENT = new URL("../dist/client/", import.meta.url);

/** Reads all files that browsers can request. When run from source, it bundles the client, which takes half a second. */
export async function readClientFiles(): Promise<readonly AssetFile[]> {
  return [
    ...(IS_SOURCE ? await bundled() : await built()),
    {
      file: "dashboard.css",
      contentType: "text/css; charset=utf-8",
      bytes: Buffer.from(pageStyle(new URL("dashboard.css", ASSETS))),
    },
    {
      file: "dashboard.svg",
      contentType: "image/svg+xml",
      bytes: await readFile(new URL("dashboard.svg", ASSETS)),
    },
  ];
}

async function bundled(): Promise<readonly AssetFile[]> {
  const { bundleClient } = await import("./bundle-client.ts");
  return (await bundleClient()).map(({ file, text }) => moduleFile(file, Buffer.from(text)));
}

async function built(): Promise<readonly AssetFile[]> {
  const files = (await readdir(BUILT_CLIENT)).sort();
  return await Promise.all(
    files.map(async (file) => moduleFile(file, await readFile(new URL(file, BUILT_CLIENT)))),
  );
}

function moduleFile(file: string, bytes: Buffer): AssetFile {
  return {
    file,
    contentType: file.endsWith(".map") ? "application/json" : "text/javascript; charset=utf-8",
    bytes,
  };
}
