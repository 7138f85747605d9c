import { mkdir, rm, writeFile } from "node:fs/promises";
import { bundleClient } from "./bundle-client.ts";
import { BUILT_CLIENT } from "./client-files.ts";

/** Part of `npm run build`. */
await rm(BUILT_CLIENT, { recursive: true, force: true });
await mkdir(BUILT_CLIENT, { recursive: true });
for (const { file, text } of await bundleClient()) await writeFile(new URL(file, BUILT_CLIENT), text);
