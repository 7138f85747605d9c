import { mkdir, rm, writeFile } from "node:fs/promises";
import { bundleClient } from "./bundle-client.ts";
import type { Client } from "./client.ts";

/** Writes the built files of a client: part of `npm run build`. */
export async function writeClient(client: Client): Promise<void> {
  await rm(client.built, { recursive: true, force: true });
  await mkdir(client.built, { recursive: true });
  for (const { file, text } of await bundleClient(client)) await writeFile(new URL(file, client.built), text);
}
