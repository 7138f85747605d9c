import { readdir, readFile } from "node:fs/promises";
import type { Client } from "./client.ts";
import type { AssetFile } from "./page-assets.ts";

const IS_SOURCE = import.meta.url.endsWith(".ts");

/** Reads all files of a client. When run from source, it bundles them, which takes up to half a second. */
export async function readClient(client: Client): Promise<readonly AssetFile[]> {
  return IS_SOURCE ? await bundled(client) : await built(client);
}

async function bundled(client: Client): Promise<readonly AssetFile[]> {
  const { bundleClient } = await import("./bundle-client.ts");
  return (await bundleClient(client)).map(({ file, text }) => clientFile(file, Buffer.from(text)));
}

async function built(client: Client): Promise<readonly AssetFile[]> {
  const files = (await readdir(client.built)).sort();
  return await Promise.all(
    files.map(async (file) => clientFile(file, await readFile(new URL(file, client.built)))),
  );
}

function clientFile(file: string, bytes: Buffer): AssetFile {
  return {
    file,
    contentType: file.endsWith(".map") ? "application/json" : "text/javascript; charset=utf-8",
    bytes,
  };
}
