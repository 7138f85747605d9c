import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { type GrayPicture, toGray } from "../pixels/gray-picture.ts";
import { createDrawing } from "./pdf-drawing.ts";

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<PdfDocument["getPage"]>>;

export interface PdfPage {
  /** Its filled shapes. Undefined for a page that has hardly any: a code has hundreds. */
  readonly drawing: GrayPicture | undefined;
  /** The largest first. */
  readonly pictures: readonly GrayPicture[];
}

/** Reads the shapes and pictures of the first page. */
export async function readPdfPage(bytes: Uint8Array, maxPixels: number): Promise<PdfPage> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, maxImageSize: maxPixels });
  try {
    return await readPage(await document.getPage(1));
  } finally {
    await document.loadingTask.destroy();
  }
}

async function readPage(page: Page): Promise<PdfPage> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const drawing = createDrawing(page.getViewport({ scale: 1 }));
  const pictures: GrayPicture[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index];
    switch (operator) {
      case OPS.save:
        drawing.save();
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        drawing.restore();
        break;
      case OPS.transform:
        drawing.transform(args);
        break;
      case OPS.paintFormXObjectBegin:
        drawing.save();
        if (args[0]) drawing.transform(args[0]);
        break;
      case OPS.setFillRGBColor:
        drawing.setColour(args[0]);
        break;
      case OPS.constructPath:
        if (fills(OPS).has(args[0])) drawing.fill(args[1]?.[0]);
        break;
      case OPS.paintImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintInlineImageXObject: {
        const picture = pictureOf(await imageOf(page, args[0]));
        if (picture !== undefined) pictures.push(picture);
      }
    }
  }
  pictures.sort((a, b) => b.width * b.height - a.width * a.height);
  return { drawing: drawing.picture(), pictures };
}

type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>["OPS"];

const fills = (OPS: Operators): ReadonlySet<number> =>
  new Set([
    OPS.fill,
    OPS.eoFill,
    OPS.fillStroke,
    OPS.eoFillStroke,
    OPS.closeFillStroke,
    OPS.closeEOFillStroke,
  ]);

interface PdfImage {
  /** A name stands for pixels that are kept elsewhere. */
  readonly data?: unknown;
  readonly width?: number;
  readonly height?: number;
}

async function imageOf(page: Page, given: string | PdfImage): Promise<PdfImage | null> {
  const name = typeof given === "string" ? given : given.data;
  if (typeof name !== "string") return typeof given === "string" ? null : given;
  const objects = name.startsWith("g_") ? page.commonObjs : page.objs;
  return await new Promise((resolve) => objects.get(name, resolve));
}

function pictureOf(image: PdfImage | null): GrayPicture | undefined {
  if (image === null) return undefined;
  const { data, width = 0, height = 0 } = image;
  if (width < 1 || height < 1 || !(data instanceof Uint8Array || data instanceof Uint8ClampedArray))
    return undefined;
  const bytesOfRow = Math.ceil(width / 8);
  switch (data.length) {
    case width * height:
      return { width, height, pixels: new Uint8Array(data) };
    case 3 * width * height:
      return toGray({ width, height, data: withAlpha(data) });
    case 4 * width * height:
      return toGray({ width, height, data: new Uint8ClampedArray(data) });
    case bytesOfRow * height: {
      const isLight = (x: number, y: number) => ((data[y * bytesOfRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
        isLight(at % width, Math.floor(at / width)) === 1 ? 255 : 0,
      );
      return { width, height, pixels };
    }
    default:
      return undefined;
  }
}

function withAlpha(rgb: Uint8Array | Uint8ClampedArray): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    rgba.set(rgb.subarray(from, from + 3), to);
  return rgba;
}
