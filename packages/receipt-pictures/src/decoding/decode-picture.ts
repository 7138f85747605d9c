import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import decodeJpeg, { init as initJpeg } from "@jsquash/jpeg/decode.js";
import decodePng, { init as initPng } from "@jsquash/png/decode.js";
import decodeWebp, { init as initWebp } from "@jsquash/webp/decode.js";
import { type GrayPicture, toGray } from "../pixels/gray-picture.ts";
import "./image-data.ts";
import { firstFrameOf } from "./picture-format.ts";

type Decode = (bytes: Uint8Array<ArrayBuffer>) => Promise<ImageData>;

/** A JPEG is turned as its camera noted. */
const decoders: Readonly<Record<"png" | "jpeg" | "webp", Decode>> = {
  async png(bytes) {
    await initPng(await compile("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
    return await decodePng(bytes.buffer);
  },
  async jpeg(bytes) {
    await initJpeg(await compile("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm"));
    return await decodeJpeg(bytes.buffer, { preserveOrientation: true });
  },
  async webp(bytes) {
    await initWebp(await compile("@jsquash/webp/codec/dec/webp_dec.wasm"));
    return await decodeWebp(new Uint8Array(firstFrameOf(bytes)).buffer);
  },
};

/** Throws for a damaged picture. The caller has checked its dimensions. */
export async function decodePicture(kind: "png" | "jpeg" | "webp", bytes: Uint8Array): Promise<GrayPicture> {
  return toGray(await decoders[kind](new Uint8Array(bytes)));
}

async function compile(file: string): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(file))));
}
