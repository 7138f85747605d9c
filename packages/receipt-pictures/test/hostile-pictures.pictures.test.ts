import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { hostilePictures } from "./hostile-pictures.ts";
import { codePixels, message, messagePixels, tiled, toPng } from "./made-pictures.ts";
import { useReader } from "./use-reader.ts";

const code = await toPng(codePixels("https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M41"));
const readCode = { kind: "qr", candidates: [message] };
const overLimits = { kind: "refused", reason: "over_limits" };

describe("hostile documents", () => {
  const reader = useReader({ cpuMs: 2_000 });
  const before = process.env["TMPDIR"];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "receipt-pictures-"));
    process.env["TMPDIR"] = folder;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    await rm(folder, { recursive: true });
  });

  it("are at least 100", () => {
    expect(hostilePictures.length).toBeGreaterThanOrEqual(100);
  });

  it.each(hostilePictures)(
    "end within the limits, and the next picture is read: $name",
    async ({ bytes }) => {
      const { kind } = await reader.read(bytes);
      expect(["refused", "qr", "pdf_text", "recognized_text"]).toContain(kind);
      expect(await reader.read(code)).toMatchObject(readCode);
    },
  );

  it("leave no file behind", async () => {
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a document beyond a limit", () => {
  const cpu = useReader({ cpuMs: 300 });
  // Many times what the small picture takes, also on a busy machine.
  const time = useReader({ ms: 1_500 });
  const memory = useReader({ bytes: 1 });
  let long: Uint8Array;
  beforeAll(async () => {
    long = await toPng(tiled(messagePixels, 4, 8));
  });

  it.each([
    ["CPU time", cpu],
    ["real time", time],
  ])("ends with its process, and another one reads the next picture: %s", async (_limit, reader) => {
    expect(await reader.read(long)).toEqual(overLimits);
    expect(await reader.read(code)).toMatchObject(readCode);
    expect(await reader.read(long)).toEqual(overLimits);
  });

  it("ends with its process: memory", async () => {
    expect(await memory.read(long)).toEqual(overLimits);
  });

  it("does not disturb documents that wait for their turn", async () => {
    const readings = await Promise.all([cpu.read(code), cpu.read(long), cpu.read(code)]);
    expect(readings).toMatchObject([readCode, overLimits, readCode]);
  });
});
