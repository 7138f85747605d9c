import { crc32, deflateSync } from "node:zlib";
import {
  deflatedTwice,
  endlessPages,
  formOfItself,
  longText,
  manyPages,
  nestedArrays,
  nestedDictionaries,
  nestedForms,
  pdfOf,
  runsOfBytes,
  savedStates,
  tableOfItself,
  wideCharacterMap,
} from "../../banks/test/hostile-pdfs.ts";
import {
  codePixels,
  messagePixels,
  messagePng,
  scannedPdf,
  stream,
  toJpeg,
  toPng,
  toWebp,
  writtenPdf,
} from "./made-pictures.ts";

export interface HostilePicture {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const jpeg = await toJpeg(messagePixels);
const webp = await toWebp(messagePixels);
const code = codePixels("https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M41");
/** Small, so that those that can still be read are read soon. */
const genuine: Readonly<Record<string, Uint8Array>> = {
  png: await toPng(code),
  jpeg: await toJpeg(code),
  webp: await toWebp(code),
  pdf: scannedPdf(await toJpeg(code), code),
};

const mebibyte = 1024 * 1024;
const pngMark = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function pngChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function pngHeader(width: number, height: number): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([pngMark, pngChunk("IHDR", content)]);
}

/** Gray, all black. */
function blackPng(width: number, height: number, rows = height): Buffer {
  const data = deflateSync(Buffer.alloc((width + 1) * rows));
  return Buffer.concat([pngHeader(width, height), pngChunk("IDAT", data), pngChunk("IEND", Buffer.alloc(0))]);
}

/** The message with another chunk after its header. */
function pngWith(name: string, content: Uint8Array): Buffer {
  return Buffer.concat([messagePng.subarray(0, 33), pngChunk(name, content), messagePng.subarray(33)]);
}

const inflatesTo = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 });

function jpegOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1] ?? 0));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

function webpOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(webp);
  bytes.writeUInt16LE(width, 26);
  bytes.writeUInt16LE(height, 28);
  return bytes;
}

const bombs: Readonly<Record<string, Uint8Array>> = {
  "a PNG header of 10^10 pixels": Buffer.concat([
    pngHeader(100_000, 100_000),
    pngChunk("IDAT", inflatesTo(mebibyte)),
  ]),
  "a PNG of 2^31 columns": blackPng(0x7fffffff, 1, 0),
  "a PNG without width": blackPng(0, 100),
  "a PNG of nearly 40 megapixels": blackPng(8_000, 4_999),
  "a PNG of a row more than 40 megapixels": blackPng(8_000, 5_001),
  "a PNG that announces more rows than it has": blackPng(5_000, 5_000, 10),
  "a PNG of one row of 40 million pixels": blackPng(40_000_000, 1),
  "a PNG of one column of 40 million pixels": blackPng(1, 40_000_000),
  "a JPEG of a side that no screen has": jpegOf(20_001, 100),
  "a PNG that is one pixel high": blackPng(1_000_000, 1),
  "a PNG that is one pixel wide": blackPng(1, 1_000_000),
  "a PNG with a compressed text of 100 MiB": pngWith(
    "zTXt",
    Buffer.concat([Buffer.from("a\0\0"), inflatesTo(100 * mebibyte)]),
  ),
  "a PNG with an international text of 100 MiB": pngWith(
    "iTXt",
    Buffer.concat([Buffer.from("a\0\x01\0\0\0"), inflatesTo(100 * mebibyte)]),
  ),
  "a PNG with a colour profile of 100 MiB": pngWith(
    "iCCP",
    Buffer.concat([Buffer.from("a\0\0"), inflatesTo(100 * mebibyte)]),
  ),
  "a PNG with 10,000 texts": pngWith(
    "tEXt",
    Buffer.concat(Array.from({ length: 10_000 }, () => pngChunk("tEXt", Buffer.from("a\0b")))),
  ),
  "a JPEG of 65,535 by 65,535": jpegOf(65_535, 65_535),
  "a JPEG of nearly 40 megapixels with little data": jpegOf(8_000, 4_999),
  "a JPEG without height": jpegOf(100, 0),
  "a WebP of 16,383 by 16,383": webpOf(16_383, 16_383),
  "a WebP of nearly 40 megapixels with little data": webpOf(8_000, 4_999),
  "a PDF with a picture of 10^10 pixels": scannedPdf(jpeg, { width: 100_000, height: 100_000 }),
};

const pdfs: Readonly<Record<string, Uint8Array>> = {
  "a PDF of nested forms": nestedForms(9, 9),
  "a PDF that is deflated twice": deflatedTwice(64),
  "a PDF with a long text": longText(2_000_000),
  "a PDF of endless pages": endlessPages(),
  "a PDF of 5,000 pages": manyPages(5_000),
  "a PDF of nested arrays": nestedArrays(100_000),
  "a PDF of nested dictionaries": nestedDictionaries(100_000),
  "a PDF of saved states": savedStates(300_000),
  "a PDF of runs of bytes": runsOfBytes(64),
  "a PDF with a form that contains itself": formOfItself(),
  "a PDF with a wide character map": wideCharacterMap(5_000),
  "a PDF whose table contains itself": tableOfItself(),
  "a PDF that is encrypted": encryptedPdf(),
  "a PDF without pages": pdfOf(["<< /Type /Catalog >>"]),
};

function encryptedPdf(): Buffer {
  const encryption = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${"00".repeat(32)}> /U <${"11".repeat(32)}> >>`;
  const written = Buffer.from(writtenPdf(["DJ57QK2M41"])).toString("latin1");
  return Buffer.from(
    written.replace("/Root 1 0 R", `/Root 1 0 R /Encrypt ${encryption} /ID [<00><00>]`),
    "latin1",
  );
}

const head = (bytes: Uint8Array | undefined, length: number) =>
  Buffer.from((bytes ?? new Uint8Array()).subarray(0, length));
const polyglots: Readonly<Record<string, Uint8Array>> = {
  "a PNG followed by a PDF": Buffer.concat([messagePng, writtenPdf(["DJ57QK2M42"])]),
  "a JPEG followed by a ZIP": Buffer.concat([jpeg, Buffer.from("PK\x03\x04"), Buffer.alloc(1_000)]),
  "a PDF that starts as a PNG": Buffer.concat([pngMark, writtenPdf(["DJ57QK2M42"])]),
  "a JPEG that starts as a PDF": Buffer.concat([Buffer.from("%PDF-1.7\n"), jpeg]),
  "a PNG mark before a JPEG": Buffer.concat([pngMark, jpeg]),
  "a JPEG mark before a PNG": Buffer.concat([head(jpeg, 4), messagePng]),
  "a WebP mark before a PNG": Buffer.concat([head(webp, 12), messagePng]),
  "a web page in a GIF": Buffer.from("GIF89a/*<script>*/"),
  "an SVG with entities": Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`,
  ),
  "an SVG with a link": Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`,
  ),
  "a gzip file": Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  "a TIFF": Buffer.from("II*\0\x08\0\0\0", "latin1"),
  "a program": Buffer.from("\x7fELF\x02\x01\x01", "latin1"),
};

/** Cut off, and with bytes replaced, by a fixed sequence. */
function damaged(): Readonly<Record<string, Uint8Array>> {
  const all: Record<string, Uint8Array> = {};
  let state = 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
  for (const [kind, bytes] of Object.entries(genuine)) {
    for (const tenths of [0.1, 1, 2, 4, 6, 8, 9]) {
      all[`a ${kind} of which ${10 * tenths} % came`] = bytes.subarray(
        0,
        Math.ceil((bytes.length * tenths) / 10),
      );
    }
    for (const count of [1, 3, 9, 27, 81]) {
      const changed = Uint8Array.from(bytes);
      for (let each = 0; each < count; each += 1) changed[next(changed.length)] = next(256);
      all[`a ${kind} with ${count} other bytes`] = changed;
    }
    for (const length of [64, 5_000]) {
      const noise = Uint8Array.from({ length }, () => next(256));
      all[`${length} random bytes after the mark of a ${kind}`] = Buffer.concat([head(bytes, 16), noise]);
    }
  }
  return all;
}

const pdfPictures: Readonly<Record<string, Uint8Array>> = {
  "a PDF with a picture of 100 MiB in 100 KiB": pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
    stream("", Buffer.from("q 600 0 0 600 0 0 cm /I Do Q")),
    stream(
      "/Type /XObject /Subtype /Image /Width 10000 /Height 10000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
      inflatesTo(100 * mebibyte),
    ),
  ]),
};

export const hostilePictures: readonly HostilePicture[] = Object.entries({
  ...bombs,
  ...pdfs,
  ...pdfPictures,
  ...polyglots,
  ...damaged(),
}).map(([name, bytes]) => ({ name, bytes }));
