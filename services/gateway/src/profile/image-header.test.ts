import { readImageHeader } from "./image-header.ts";

function aPng(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write("89504e470d0a1a0a0000000d49484452", "hex");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** An application segment, then the frame header. */
const jpeg = Buffer.from("ffd8ffe000040000ffc2000b080030004001011100ffda", "hex");

function aWebp(chunk: string, body: string): Buffer {
  const payload = Buffer.concat([Buffer.from(`WEBP${chunk}`, "latin1"), Buffer.from(body, "hex")]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(payload.length);
  return Buffer.concat([Buffer.from("RIFF", "latin1"), size, payload]);
}

const lossy = aWebp("VP8 ", "0a000000300100" + "9d012a" + "40003000");
const lossless = aWebp("VP8L", "0a0000002f" + "3fc00b00" + "00000000000000");
const extended = aWebp("VP8X", "0a00000010000000" + "3f0000" + "2f0000");

describe("the header of an image", () => {
  it.each([
    ["a PNG", aPng(64, 48), "image/png"],
    ["a JPEG", jpeg, "image/jpeg"],
    ["a lossy WebP", lossy, "image/webp"],
    ["a lossless WebP", lossless, "image/webp"],
    ["an extended WebP", extended, "image/webp"],
  ])("gives type and size of %s", (_what, bytes, contentType) => {
    expect(readImageHeader(bytes)).toEqual({ contentType, width: 64, height: 48 });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>".repeat(4))],
    ["a GIF", Buffer.from(`474946383961${"40003000".repeat(10)}`, "hex")],
    ["a PNG without width", aPng(0, 48)],
    [
      "a PNG whose first chunk is another",
      Buffer.from(aPng(64, 48).toString("hex").replace("49484452", "49444154"), "hex"),
    ],
    ["a JPEG that ends before its frame", Buffer.from("ffd8ffe000040000ffd9000000000000", "hex")],
    ["a JPEG of lengths that lead nowhere", Buffer.from(`ffd8ffe00000${"ff".repeat(40)}`, "hex")],
    ["a WebP longer than what came", lossy.subarray(0, lossy.length - 1)],
    ["a WAV", Buffer.from(lossy.toString("hex").replace("57454250", "57415645"), "hex")],
  ])("is not found in %s", (_what, bytes) => {
    expect(readImageHeader(bytes)).toBeUndefined();
  });

  /** A truncated or changed byte may make the image invalid; it must never make the gateway fail. */
  it("is read or refused with any byte cut off or changed", () => {
    for (const image of [aPng(64, 48), jpeg, lossy, lossless, extended]) {
      for (let at = 0; at < image.length; at += 1) {
        expect(() => readImageHeader(image.subarray(0, at))).not.toThrow();
        for (const value of [0x00, 0xff, 0x7f]) {
          const changed = Buffer.from(image);
          changed[at] = value;
          expect(() => readImageHeader(changed)).not.toThrow();
        }
      }
    }
  });
});
