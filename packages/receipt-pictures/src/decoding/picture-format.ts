interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureFormat extends Size {
  readonly kind: "png" | "jpeg" | "webp";
}

/** Recognizes a picture by its content. Undefined for any other file, and for one without readable dimensions. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return sized("png", pngSize(view));
  if (startsWith(bytes, "\xff\xd8\xff")) return sized("jpeg", jpegSize(view));
  if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) {
    const frame = firstWebpFrame(bytes);
    return sized("webp", frame === undefined ? undefined : webpFrameSize(frame));
  }
  return undefined;
}

export function isPdf(bytes: Uint8Array): boolean {
  return startsWith(bytes, "%PDF-");
}

function sized(kind: PictureFormat["kind"], size: Size | undefined): PictureFormat | undefined {
  return size === undefined || size.width < 1 || size.height < 1 ? undefined : { kind, ...size };
}

function pngSize(view: DataView): Size | undefined {
  // The header chunk comes first.
  if (view.byteLength < 24 || view.getUint32(12) !== 0x49484452) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The first frame header. The decoder uses the same one. */
function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFill = marker === 0xff;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (isFill) at += 1;
    else at += isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

interface Chunk {
  readonly name: string;
  readonly start: number;
  readonly content: Uint8Array;
}

function* chunksOf(bytes: Uint8Array, from: number): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    yield { name, start: at, content: bytes.subarray(at + 8, at + 8 + length) };
    at += 8 + length + (length % 2);
  }
}

/** The still picture, or the first frame of an animation, as a chunk with its header. */
function firstWebpFrame(bytes: Uint8Array): Uint8Array | undefined {
  for (const { name, start, content } of chunksOf(bytes, 12)) {
    if (name === "VP8 " || name === "VP8L") return bytes.subarray(start, start + 8 + content.length);
    if (name !== "ANMF") continue;
    // Position, size and duration come before the frame's own chunks.
    for (const inner of chunksOf(content, 16)) {
      if (inner.name.startsWith("VP8")) {
        return content.subarray(inner.start, inner.start + 8 + inner.content.length);
      }
    }
  }
  return undefined;
}

function webpFrameSize(frame: Uint8Array): Size | undefined {
  if (frame.length < 18) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (startsWith(frame, "VP8L")) {
    const bits = view.getUint32(9, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(14, true) & 0x3fff, height: view.getUint16(16, true) & 0x3fff };
}

/** A WebP file of the first frame only: the decoder reads no animations. */
export function firstFrameOf(bytes: Uint8Array): Uint8Array {
  const frame = firstWebpFrame(bytes) ?? new Uint8Array();
  const file = new Uint8Array(12 + frame.length);
  file.set(bytes.subarray(0, 4));
  new DataView(file.buffer).setUint32(4, 4 + frame.length, true);
  file.set(bytes.subarray(8, 12), 8);
  file.set(frame, 12);
  return file;
}

function startsWith(bytes: Uint8Array, mark: string, from = 0): boolean {
  return Array.from(mark).every((letter, index) => bytes[from + index] === letter.charCodeAt(0));
}
