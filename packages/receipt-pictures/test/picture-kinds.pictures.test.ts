import { inverted } from "../src/pixels/gray-picture.ts";
import {
  animatedWebp,
  codePixels,
  codesOnPages,
  linesOf,
  message,
  messagePixels,
  messagePng,
  scannedPdf,
  toJpeg,
  toPng,
  toWebp,
  turned,
  withOrientation,
  writtenPdf,
} from "./made-pictures.ts";
import { useReader } from "./use-reader.ts";

const reader = useReader();

const sideways = turned(messagePixels);
const onItsHead = turned(sideways);
const upright = turned(turned(onItsHead));

const pictures: readonly (readonly [string, Uint8Array])[] = [
  ["a PNG", messagePng],
  ["a JPEG", await toJpeg(messagePixels)],
  ["a WebP", await toWebp(messagePixels)],
  [
    "the first frame of an animated WebP",
    animatedWebp([await toWebp(messagePixels), await toWebp(codePixels("other"))], messagePixels),
  ],
  ["a JPEG that its camera turned", withOrientation(await toJpeg(turned(onItsHead)), 6)],
  ["a picture that lies on its side", await toPng(sideways)],
  ["a picture that is on its head", await toPng(onItsHead)],
  ["a dark screenshot", await toPng(inverted(messagePixels))],
  ["a scan in a PDF", scannedPdf(await toJpeg(upright), upright)],
];

describe("a picture of a message", () => {
  it.each(pictures)("is read from %s", async (_kind, bytes) => {
    const reading = await reader.read(bytes);
    expect(reading).toMatchObject({ kind: "recognized_text", candidates: [message, ...rest(reading)] });
    expect(reading).toHaveProperty("text", expect.stringMatching(/DJ57QK2M41/));
  });

  it("offers look-alikes after the likeliest reading, three candidates at most", async () => {
    const reading = await reader.read(messagePng);
    const candidates = rest(reading);
    expect(candidates).toHaveLength(2);
    expect(candidates).toContainEqual(expect.objectContaining({ source: "DJ57QK2M41", bank: "telebirr" }));
  });
});

function rest(reading: unknown): readonly unknown[] {
  const { candidates = [] } = reading as { candidates?: readonly unknown[] };
  return candidates.slice(1);
}

const hex = Buffer.from(Buffer.from("\x01\nDJ57QK2M41\x02\x03").toString("hex")).toString("base64");
const codes: readonly (readonly [string, string, object])[] = [
  ["a link", "https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M41", message],
  ["telebirr's code", hex, message],
  [
    "a slip's link with the digits of the account",
    "https://cs.bankofabyssinia.com/slip/?trx=FT26278QM4T158203",
    { bank: "boa", identifiers: { reference: "FT26278QM4T1", suffix: "58203", phone: null } },
  ],
  [
    "a link with a token in both cases",
    "https://mbreciept.cbe.com.et/v2-hfHCq8ZtLm3RkWd5XnB2",
    { bank: "cbe", identifiers: { reference: "v2-hfHCq8ZtLm3RkWd5XnB2", suffix: null, phone: null } },
  ],
];

describe("a QR code", () => {
  it.each(codes)("is read with %s", async (_what, text, expected) => {
    const reading = await reader.read(await toPng(codePixels(text)));
    expect(reading).toMatchObject({ kind: "qr", text, candidates: [expected, ...rest(reading)] });
  });

  it("without a reference is no candidate", async () => {
    const reading = await reader.read(await toPng(codePixels("https://shop.example/menu")));
    expect(reading).toMatchObject({ kind: "recognized_text", candidates: [] });
  });
});

describe("the code of a PDF with text", () => {
  const token = "https://mbreciept.cbe.com.et/v2-hfHCq8ZtLm3RkWd5XnB2";
  const lines = ["Commercial Bank of Ethiopia", "Reference No. FT26278QM4T1", "5% Disaster Recovery 0.25"];

  it.each(Object.entries(codesOnPages))("is read before its text: %s", async (_way, drawnCode) => {
    expect(await reader.read(writtenPdf(lines, drawnCode(token)))).toMatchObject({
      kind: "qr",
      text: token,
      candidates: [{ bank: "cbe", identifiers: { reference: "v2-hfHCq8ZtLm3RkWd5XnB2", suffix: null } }],
    });
  });

  it("that names no receipt leaves the text to be read", async () => {
    const [[, draw]] = Object.entries(codesOnPages) as [[string, (text: string) => object]];
    const reading = await reader.read(writtenPdf(lines, draw("https://shop.example/menu")));
    expect(reading).toMatchObject({ kind: "pdf_text", candidates: [{ bank: "cbe" }, ...rest(reading)] });
  });
});

describe("the text of a PDF", () => {
  it("is read as it is written, without look-alikes", async () => {
    const lines = ["telebirr receipt", "Invoice No. DJ57QK2M41", "Payment date 05-10-2026 12:15:50"];
    const reading = await reader.read(writtenPdf(lines));
    expect(reading).toMatchObject({ kind: "pdf_text", text: lines.join("\n"), candidates: [message] });
  });

  it.each([2_480, 30_000])("is read beside lines that are pictures of %i pixels by one", async (width) => {
    const text = ["telebirr receipt", "Invoice No. DJ57QK2M41", "Payment date 05-10-2026 12:15:50"];
    const reading = await reader.read(writtenPdf(text, linesOf(width)));
    expect(reading).toMatchObject({ kind: "pdf_text", candidates: [message] });
  });

  it("prefers the bank that it names to other banks with the same form", async () => {
    const lines = [
      "Bank of Abyssinia",
      "Reference FT26278QM4T1",
      "Date 05/10/26 13:38",
      "Receiver's bank: Commercial Bank of Ethiopia",
    ];
    const reading = await reader.read(writtenPdf(lines));
    expect(reading).toMatchObject({
      candidates: [
        { bank: "boa", identifiers: { reference: "FT26278QM4T1", suffix: null, phone: null } },
        ...rest(reading),
      ],
    });
  });

  it("contains no reference whose day does not exist", async () => {
    const reading = await reader.read(
      writtenPdf(["Commercial Bank of Ethiopia", "Reference No. FT26478QM4T1"]),
    );
    expect(reading).toMatchObject({ kind: "pdf_text", candidates: [] });
  });
});

describe("a document that is no picture", () => {
  it("is refused by its size, before it is read", async () => {
    const reading = await reader.read(new Uint8Array(8 * 1024 * 1024 + 1));
    expect(reading).toEqual({ kind: "refused", reason: "too_many_bytes" });
  });

  it.each([
    ["an SVG", `<svg xmlns="http://www.w3.org/2000/svg"><text>DJ57QK2M41</text></svg>`],
    ["a web page", "<!doctype html><p>DJ57QK2M41"],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["GIF", "GIF89a\x01\0\x01\0"],
    ["nothing", ""],
  ])("is refused by its content: %s", async (_kind, content) => {
    const reading = await reader.read(Buffer.from(content, "latin1"));
    expect(reading).toEqual({ kind: "refused", reason: "unsupported_format" });
  });
});
