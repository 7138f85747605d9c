import type { LogoContentType } from "@receipts/contracts";

export interface ImageHeader {
  readonly contentType: LogoContentType;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads type and size from the bytes. Returns undefined for anything but a PNG, JPEG or WebP with a complete header.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const header = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return header !== undefined && header.width > 0 && header.height > 0 ? header : undefined;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Signature, then the header chunk: length, name, 13 bytes, checksum. */
const PNG_HEADER_END = 33;

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < PNG_HEADER_END || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { contentType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** C4, C8 and CC are tables and a reserved marker, not frames. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks the segments to the frame header (ITU T.81, B.2.2). Each step goes forward, so damaged lengths only end it. */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) {
      return {
        contentType: "image/jpeg",
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    }
    // The image data or its end before any frame.
    if (marker === 0xda || marker === 0xd9) return undefined;
    if (marker === 0xff) at += 1;
    else if (isStandalone(marker)) at += 2;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(bytes: Buffer): ImageHeader | undefined {
  const isWebp =
    bytes.length >= 30 &&
    bytes.toString("latin1", 0, 4) === "RIFF" &&
    bytes.toString("latin1", 8, 12) === "WEBP" &&
    bytes.readUInt32LE(4) + 8 <= bytes.length;
  const size = isWebp ? webpSize(bytes) : undefined;
  return size === undefined ? undefined : { contentType: "image/webp", ...size };
}

function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      // RFC 6386, 9.1: the start code, then 14 bits each.
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      if (bytes[20] !== 0x2f) return undefined;
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
