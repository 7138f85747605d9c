import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { type GrayPicture, shrink } from "../pixels/gray-picture.ts";
import "./image-data.ts";

/** A receipt has one code, a screen perhaps another one. */
const maxCodes = 8;
/** Tried in turn: most codes are large, and a code in a big photo is blurred at full size. */
const pixelSteps = [600_000, 2_500_000] as const;
/** A picture with hardly more is read as it is: to shrink it takes time too. */
const nearly = 1.5;

export async function loadCodeReader(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const { buffer } = new Uint8Array(await readFile(file));
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
}

/** The texts of all QR codes, at any angle. */
export async function readCodes(picture: GrayPicture): Promise<readonly string[]> {
  const pixels = picture.width * picture.height;
  for (const [step, wanted] of pixelSteps.entries()) {
    const isNearly = pixels <= nearly * wanted;
    const isLast = isNearly || step === pixelSteps.length - 1;
    const texts = await readAt(isNearly ? picture : shrink(picture, Math.sqrt(wanted / pixels)));
    if (texts.length > 0 || isLast) return texts;
  }
  return [];
}

async function readAt({ width, height, pixels }: GrayPicture): Promise<readonly string[]> {
  const data = new Uint8ClampedArray(4 * pixels.length);
  const colours = new Uint32Array(data.buffer);
  // Three equal bytes and an opaque one.
  for (let at = 0; at < pixels.length; at += 1) colours[at] = 0xff000000 + 0x010101 * (pixels[at] ?? 0);
  const codes = await readBarcodes(new ImageData(data, width, height), {
    formats: ["QRCode"],
    maxNumberOfSymbols: maxCodes,
  });
  return [...new Set(codes.filter(({ isValid }) => isValid).map(({ text }) => text.trim()))];
}
