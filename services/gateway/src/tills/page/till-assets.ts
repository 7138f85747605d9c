import { readFileSync } from "node:fs";
import {
  type ClientFolder,
  createClientFolder,
  inlineSource,
  pageStyle,
  readClient,
} from "@receipts/web-pages";
import { tillClient, tillWorker } from "../../http/page-clients.ts";

const FOLDER = new URL("../../../assets/", import.meta.url);

export interface TillAssets extends ClientFolder {
  readonly style: { readonly text: string; readonly source: string };
}

export function readTillAssets(base: string): TillAssets {
  const read = (file: string) => readFileSync(new URL(`till/${file}`, FOLDER));
  const folder = createClientFolder(base, async () => [
    ...(await readClient(tillClient)),
    { file: "till.svg", contentType: "image/svg+xml", bytes: read("till.svg") },
    ...[192, 512].map((size) => ({
      file: `till-${size}.png`,
      contentType: "image/png",
      bytes: read(`till-${size}.png`),
    })),
  ]);
  const text = pageStyle(new URL("pages.css", FOLDER), new URL("till/till.css", FOLDER));
  return { ...folder, style: { text, source: inlineSource(text) } };
}

/** The service worker. It has an address of its own, since its place limits what it may serve. */
export async function readTillWorker(): Promise<string> {
  const [worker] = await readClient(tillWorker);
  if (worker === undefined) throw new Error("the till's worker is not built");
  return worker.bytes.toString();
}
