import { extractImages, getDocumentProxy } from "unpdf";
import type { GrayPicture } from "../pixels/gray-picture.ts";
import { toGray } from "../pixels/gray-picture.ts";

/** Below it, a picture is a logo. */
const minPixels = 40_000;
const maxPictures = 2;

/** The largest pictures of the first page, where a scan has its receipt. */
export async function readPdfPictures(bytes: Uint8Array, maxPixels: number): Promise<readonly GrayPicture[]> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, maxImageSize: maxPixels });
  try {
    const pictures = await extractImages(document, 1);
    return pictures
      .filter(({ width, height }) => width * height >= minPixels)
      .sort((a, b) => b.width * b.height - a.width * a.height)
      .slice(0, maxPictures)
      .map(({ width, height, data, channels }) => {
        if (channels === 1) return { width, height, pixels: new Uint8Array(data) };
        return toGray({ width, height, data: channels === 4 ? data : withAlpha(data) });
      });
  } finally {
    await document.loadingTask.destroy();
  }
}

function withAlpha(rgb: Uint8ClampedArray): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    rgba.set(rgb.subarray(from, from + 3), to);
  return rgba;
}
