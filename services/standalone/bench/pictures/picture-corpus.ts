import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import encodeJpeg, { init as initJpegEncoder } from "@jsquash/jpeg/encode.js";
import { decodePicture } from "../../../../packages/receipt-pictures/src/decoding/decode-picture.ts";
import type { GrayPicture } from "../../../../packages/receipt-pictures/src/pixels/gray-picture.ts";
import { photograph } from "./photograph.ts";
import { type OrderedReceipt, orderReceipts } from "./receipt-orders.ts";
import { openReceiptScreens, type Shot, screens } from "./receipt-screens.ts";
import { createSeededNumbers } from "./seeded-numbers.ts";

export interface CorpusPicture {
  readonly class: "screenshot" | "photo";
  readonly shot: Shot;
  readonly receipt: OrderedReceipt;
  readonly bytes: Uint8Array;
}

/** Photographs are the same in each run; the sandbox draws new references. */
export async function* pictureCorpus(count: number): AsyncGenerator<CorpusPicture> {
  await initJpegEncoder(
    await WebAssembly.compile(
      await readFile(fileURLToPath(import.meta.resolve("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"))),
    ),
  );
  const receipts = await orderReceipts(count);
  await using shots = await openReceiptScreens();
  for (const [index, receipt] of receipts.entries()) {
    const shot = shotFor(index, receipt);
    const isPhoto = Math.floor(index / 2) % 2 === 1;
    const screenshot = await shots.shoot(receipt, isPhoto ? { ...shot, format: "png", turned: 0 } : shot);
    if (isPhoto) {
      const numbers = createSeededNumbers(index);
      const photo = photograph(await decodePicture("png", screenshot), numbers);
      yield {
        class: "photo",
        shot,
        receipt,
        bytes: await toJpeg(photo, Math.round(numbers.between(40, 80))),
      };
    } else {
      yield { class: "screenshot", shot, receipt, bytes: screenshot };
    }
  }
}

const formats = ["png", { jpegQuality: 85 }, { jpegQuality: 60 }, { jpegQuality: 35 }] as const;

/** The kinds take turns with different periods, so that all of them meet. */
function shotFor(index: number, receipt: OrderedReceipt): Shot {
  const round = Math.floor(index / 11);
  const what = round % 4 === 3 ? "sms" : "receipt";
  return {
    what,
    screen: screens[Math.floor(index / 5) % screens.length] ?? screens[0],
    withCode: what === "receipt" && (receipt.isOnlyInCode || round % 5 === 0),
    format: formats[Math.floor(index / 3) % formats.length] ?? "png",
    turned: index % 9 === 8 ? (([90, 180, 270] as const)[Math.floor(index / 9) % 3] ?? 90) : 0,
  };
}

async function toJpeg({ width, height, pixels }: GrayPicture, quality: number): Promise<Uint8Array> {
  const data = new Uint8ClampedArray(4 * pixels.length);
  const colours = new Uint32Array(data.buffer);
  for (let at = 0; at < pixels.length; at += 1) colours[at] = 0xff000000 + 0x010101 * (pixels[at] ?? 0);
  const encoded = await encodeJpeg(new ImageData(data, width, height), {
    quality,
    progressive: false,
    trellis_multipass: false,
  });
  return new Uint8Array(encoded);
}
