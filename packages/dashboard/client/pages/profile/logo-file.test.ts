import { checkLogo } from "./logo-file.ts";

const bytes = (start: readonly number[], length = 64) => {
  const all = new Uint8Array(length);
  all.set(start);
  return all;
};
const text = (content: string) => new TextEncoder().encode(content);
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

describe("checkLogo", () => {
  it("detects the type by the content", () => {
    expect(checkLogo(bytes(png))).toEqual({ kind: "fit", contentType: "image/png" });
    expect(checkLogo(bytes([0xff, 0xd8, 0xff, 0xe0]))).toEqual({ kind: "fit", contentType: "image/jpeg" });
    expect(checkLogo(text("RIFF0000WEBPVP8 "))).toEqual({ kind: "fit", contentType: "image/webp" });
  });

  /** An SVG can contain scripts. */
  it("rejects anything but PNG, JPEG and WebP", () => {
    for (const other of [text("<svg onload=alert(1)>"), text("GIF89a"), text("RIFF0000WAVE"), bytes([], 0)]) {
      expect(checkLogo(other)).toEqual({ kind: "unfit", fault: "kind" });
    }
  });

  it("rejects more than 512 KiB", () => {
    expect(checkLogo(bytes(png, 512 * 1024)).kind).toBe("fit");
    expect(checkLogo(bytes(png, 512 * 1024 + 1))).toEqual({ kind: "unfit", fault: "size" });
  });
});
