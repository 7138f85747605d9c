import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import encodeJpeg, { init as initJpeg } from "@jsquash/jpeg/encode.js";
import encodePng, { init as initPng } from "@jsquash/png/encode.js";
import encodeWebp, { init as initWebp } from "@jsquash/webp/encode.js";
import { encodeQR } from "qr";
import { pdfOf } from "../../banks/test/hostile-pdfs.ts";
import { decodePicture } from "../src/decoding/decode-picture.ts";
import type { GrayPicture } from "../src/pixels/gray-picture.ts";

/** A message with an invented payment. */
export const message = {
  bank: "telebirr",
  identifiers: { reference: "DJ57QK2M41", suffix: null, phone: null },
} as const;

export const messagePng = new Uint8Array(await readFile(new URL("fixtures/message.png", import.meta.url)));
export const messagePixels = await decodePicture("png", messagePng);

const compile = async (file: string) =>
  await WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(file))));
await initJpeg(await compile("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"));
await initPng(await compile("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
await initWebp(await compile("@jsquash/webp/codec/enc/webp_enc.wasm"));

function imageData({ width, height, pixels }: GrayPicture): ImageData {
  const data = new Uint8ClampedArray(4 * pixels.length);
  for (const [at, value] of pixels.entries()) data.set([value, value, value, 255], 4 * at);
  return new ImageData(data, width, height);
}

export const toPng = async (picture: GrayPicture) => new Uint8Array(await encodePng(imageData(picture)));
export const toJpeg = async (picture: GrayPicture) =>
  new Uint8Array(await encodeJpeg(imageData(picture), { quality: 80 }));
export const toWebp = async (picture: GrayPicture) =>
  new Uint8Array(await encodeWebp(imageData(picture), { quality: 80 }));

/** A QR code with its margin. */
export function codePixels(text: string, scale = 4): GrayPicture {
  const modules = encodeQR(text, "raw", { border: 4 });
  const size = modules.length * scale;
  const pixels = Uint8Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size / scale), Math.floor((at % size) / scale)];
    return modules[row]?.[column] === true ? 0 : 255;
  });
  return { width: size, height: size, pixels };
}

/** The picture many times, beside and below each other. */
export function tiled(
  { width, height, pixels: source }: GrayPicture,
  across: number,
  down: number,
): GrayPicture {
  const wide = width * across;
  const pixels = new Uint8Array(wide * height * down);
  for (let row = 0; row < height * down; row += 1) {
    const from = (row % height) * width;
    for (let copy = 0; copy < across; copy += 1)
      pixels.set(source.subarray(from, from + width), row * wide + copy * width);
  }
  return { width: wide, height: height * down, pixels };
}

/** A turn by a quarter, clockwise. */
export function turned({ width, height, pixels: source }: GrayPicture): GrayPicture {
  const pixels = source.map(
    (_value, at) => source[(height - 1 - (at % height)) * width + Math.floor(at / height)] ?? 0,
  );
  return { width: height, height: width, pixels };
}

/** The note of a camera that was held upright but scans sideways: show the picture turned clockwise. */
export function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const content = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return Uint8Array.from([
    ...jpeg.subarray(0, 2),
    0xff,
    0xe1,
    0,
    content.length + 2,
    ...content,
    ...jpeg.subarray(2),
  ]);
}

/** An animation: the frames' chunks follow a header. */
export function animatedWebp(frames: readonly Uint8Array[], { width, height }: GrayPicture): Uint8Array {
  const size24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
  const canvas = [...size24(width - 1), ...size24(height - 1)];
  const parts = [
    chunk("VP8X", Buffer.from([2, 0, 0, 0, ...canvas])),
    chunk("ANIM", Buffer.alloc(6)),
    ...frames.map((frame) =>
      chunk(
        "ANMF",
        Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, ...canvas, 100, 0, 0, 0]), frame.subarray(12)]),
      ),
    ),
  ];
  return new Uint8Array(chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts])));
}

function chunk(name: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8, name);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

export function writtenPdf(lines: readonly string[], drawn: Partial<DrawnCode> = {}): Uint8Array {
  const shown = lines.map((line) => `(${line}) Tj 0 -20 Td`).join("\n");
  return page(
    `/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> ${drawn.resources ?? ""}`,
    `BT /F 12 Tf 72 700 Td\n${shown}\nET\n${drawn.content ?? ""}`,
    drawn.objects,
  );
}

interface DrawnCode {
  readonly resources: string;
  readonly content: string;
  readonly objects: readonly Buffer[];
}

/** A code, in the ways in which programs put one on a page. */
export const codesOnPages: Readonly<Record<string, (text: string) => Partial<DrawnCode>>> = {
  "a square for each module": (text) => ({ content: drawn(squaresOf(text).map((square) => `${square} f`)) }),
  "one path": (text) => ({ content: drawn([...squaresOf(text), "f"]) }),
  "a path of corners in a form": (text) => ({
    content: "q 1 0 0 1 0 0 cm /X Do Q",
    resources: "/XObject << /X 5 0 R >>",
    objects: [
      stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 612 792]",
        Buffer.from(
          drawn(
            squaresOf(text).map((square) => {
              const [x = 0, y = 0] = square.split(" ").map(Number);
              return `${x} ${y} m ${x + 1} ${y} l ${x + 1} ${y + 1} l ${x} ${y + 1} l h f*`;
            }),
          ),
        ),
      ),
    ],
  }),
  "a picture with a bit for each module": (text) => imageOf(text, 1),
  "a small picture in gray": (text) => imageOf(text, 8),
};

/** On a white square in dark blue, 2.4 points a module. */
const drawn = (paths: readonly string[]) =>
  `q 1 1 1 rg 390 390 120 120 re f 0.1 0.1 0.3 rg 2.4 0 0 2.4 400 400 cm\n${paths.join("\n")}\nQ`;

/** Without a margin, as generators for pages often leave it out. */
const modulesOf = (text: string) =>
  encodeQR(text, "raw", { border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));

/** Rows count from below. */
const squaresOf = (text: string) =>
  modulesOf(text).flatMap((row, index, { length }) =>
    row.flatMap((isDark, column) => (isDark ? [`${column} ${length - 1 - index} 1 1 re`] : [])),
  );

function imageOf(text: string, bits: 1 | 8): DrawnCode {
  const rows = modulesOf(text);
  const bytes = rows.map((row) =>
    bits === 8
      ? Buffer.from(row.map((isDark) => (isDark ? 0 : 255)))
      : Buffer.from(
          Array.from({ length: Math.ceil(row.length / 8) }, (_, at) =>
            Number.parseInt(
              Array.from({ length: 8 }, (_bit, bit) => (row[8 * at + bit] === true ? 0 : 1)).join(""),
              2,
            ),
          ),
        ),
  );
  const dictionary = `/Type /XObject /Subtype /Image /Width ${rows.length} /Height ${rows.length} /ColorSpace /DeviceGray /BitsPerComponent ${bits}`;
  return {
    content: "q 80 0 0 80 400 400 cm /I Do Q",
    resources: "/XObject << /I 5 0 R >>",
    objects: [stream(dictionary, Buffer.concat(bytes))],
  };
}

/** Five lines of one pixel's height, as programs draw below headings. */
export function linesOf(width: number): Partial<DrawnCode> {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8`;
  return {
    content: Array.from({ length: 5 }, (_, nth) => `q 500 0 0 1 50 ${100 + 50 * nth} cm /L Do Q`).join("\n"),
    resources: "/XObject << /L 5 0 R >>",
    objects: [stream(dictionary, Buffer.alloc(width))],
  };
}

/** A page with nothing but a picture. */
export function scannedPdf(
  jpeg: Uint8Array,
  { width, height }: Pick<GrayPicture, "width" | "height">,
): Uint8Array {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  return page("/XObject << /I 5 0 R >>", "q 600 0 0 250 0 300 cm /I Do Q", [stream(dictionary, jpeg)]);
}

function page(resources: string, content: string, more: readonly Buffer[] = []): Uint8Array {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream("", Buffer.from(content)),
    ...more,
  ]);
}

export function stream(dictionary: string, data: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from("\nendstream"),
  ]);
}
