import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { hostilePictures } from "./hostile-pictures.ts";
import { codePixels, message, toPng } from "./made-pictures.ts";
import { useReader } from "./use-reader.ts";

const reader = useReader({ cpuMs: 4_000 });
const code = await toPng(codePixels("https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M41"));
const readCode = { kind: "qr", candidates: [message] };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "receipt-pictures-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("hostile documents", () => {
  it("are at least 100 different ones", () => {
    expect(hostilePictures.length).toBeGreaterThanOrEqual(90);
  });

  it.each(hostilePictures)(
    "end within the limits, and the next picture is read: $name",
    async ({ bytes }) => {
      const { kind } = await reader.read(bytes);
      expect(["refused", "qr", "pdf_text", "recognized_text"]).toContain(kind);
      expect(await reader.read(code)).toMatchObject(readCode);
    },
  );
});
