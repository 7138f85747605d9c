import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AssetFile } from "@receipts/web-pages";

const SCRIPT = "text/javascript; charset=utf-8";
/** Loaded only by browsers that cannot read a QR code: the two files of the package. */
const readerFiles = { "decode.js": "qr/decode.js", "index.js": "qr" } as const;

/** The scripts that read a receipt in a picture: on the device if it shows a code, else on the server. For the folder of a page. */
export function scanAssets(): AssetFile[] {
  return [
    ...["scan.js", "receipt-file.js"].map((file) => ({
      file,
      contentType: SCRIPT,
      bytes: readFileSync(new URL(`../../assets/${file}`, import.meta.url)),
    })),
    ...Object.entries(readerFiles).map(([file, module]) => ({
      file: `qr/${file}`,
      contentType: SCRIPT,
      bytes: readFileSync(createRequire(import.meta.url).resolve(module)),
    })),
  ];
}
