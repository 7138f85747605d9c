import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeQR } from "qr";
import { type Browser, launchChromium, type Page } from "../../test/browser/chromium.ts";
import { escaped, type OrderedReceipt } from "./receipt-orders.ts";

/** Two phones and a computer: width in CSS pixels, and pixels for each. */
export const screens = [
  { width: 360, ratio: 3 },
  { width: 412, ratio: 2 },
  { width: 1_000, ratio: 1 },
] as const;

export interface Shot {
  readonly what: "receipt" | "sms";
  readonly screen: (typeof screens)[number];
  readonly withCode: boolean;
  readonly format: "png" | { readonly jpegQuality: number };
  /** In degrees. */
  readonly turned: 0 | 90 | 180 | 270;
}

export interface ReceiptScreens extends AsyncDisposable {
  shoot(receipt: OrderedReceipt, shot: Shot): Promise<Uint8Array>;
}

const pdfLibrary = `${readFileSync(fileURLToPath(import.meta.resolve("unpdf/pdfjs")), "utf8")}\n;globalThis.pdfjs = { getDocument };`;

export async function openReceiptScreens(): Promise<ReceiptScreens> {
  const browser = await launchChromium();
  const pdfPage = await browser.newPage();
  await pdfPage.addScriptTag({ type: "module", content: pdfLibrary });
  return {
    shoot: (receipt, shot) => shoot(browser, pdfPage, receipt, shot),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function shoot(
  browser: Browser,
  pdfPage: Page,
  receipt: OrderedReceipt,
  shot: Shot,
): Promise<Uint8Array> {
  const { width, ratio } = shot.screen;
  const page = await browser.newPage({ viewport: { width, height: 700 }, deviceScaleFactor: ratio });
  try {
    await page.setContent(await htmlOf(pdfPage, receipt, shot));
    const type =
      shot.format === "png"
        ? { type: "png" as const }
        : { type: "jpeg" as const, quality: shot.format.jpegQuality };
    if (shot.turned !== 0) {
      // A second page shows the upright picture, turned.
      const upright = await page.screenshot({ fullPage: true });
      await page.setContent(turnedHtml(upright, shot));
      return await page.locator("div").screenshot(type);
    }
    return await page.screenshot({ fullPage: true, ...type });
  } finally {
    await page.close();
  }
}

/** With as many pixels as the upright one. */
function turnedHtml(picture: Uint8Array, { screen: { ratio }, turned }: Shot): string {
  const view = new DataView(picture.buffer, picture.byteOffset);
  const [wide, high] = [view.getUint32(16) / ratio, view.getUint32(20) / ratio];
  const [boxWide, boxHigh] = turned % 180 === 0 ? [wide, high] : [high, wide];
  const source = `data:image/png;base64,${Buffer.from(picture).toString("base64")}`;
  return `<body style="margin:0"><div style="width:${boxWide}px;height:${boxHigh}px;position:relative;overflow:hidden"><img src="${source}" style="width:${wide}px;height:${high}px;position:absolute;left:${(boxWide - wide) / 2}px;top:${(boxHigh - high) / 2}px;transform:rotate(${turned}deg)"></div>`;
}

async function htmlOf(pdfPage: Page, receipt: OrderedReceipt, { what, withCode }: Shot): Promise<string> {
  const code = withCode
    ? `<div style="width:120px;margin:16px auto;background:#fff">${encodeQR(receipt.link, "svg")}</div>`
    : "";
  if (what === "sms") {
    const bubble =
      "background:#e8e8ee;border-radius:14px;padding:12px;margin:16px 40px 16px 12px;font:16px sans-serif;overflow-wrap:anywhere";
    return `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><p style="${bubble}">${escaped(receipt.sms)}</p>`;
  }
  const { document } = receipt;
  const shown =
    document.kind === "html"
      ? document.html
      : `<img style="width:100%" src="${await pdfPicture(pdfPage, document.bytes)}">`;
  // Some pages have a place for it, which their script would fill.
  const place = /<div[^>]* id="qr[^>]*>/i.exec(shown) ?? /<body[^>]*>/i.exec(shown);
  const at = place === null ? 0 : place.index + place[0].length;
  return `${shown.slice(0, at)}${code}${shown.slice(at)}`;
}

/** PDF.js draws it, as a browser does. */
async function pdfPicture(page: Page, bytes: Uint8Array): Promise<string> {
  const script = `(async () => {
    const data = Uint8Array.from(atob("${Buffer.from(bytes).toString("base64")}"), (letter) => letter.charCodeAt(0));
    const pdf = await (await pdfjs.getDocument({ data, useSystemFonts: true }).promise).getPage(1);
    const viewport = pdf.getViewport({ scale: 2 });
    const canvas = Object.assign(document.createElement("canvas"), { width: viewport.width, height: viewport.height });
    await pdf.render({ canvas, canvasContext: canvas.getContext("2d"), viewport }).promise;
    return canvas.toDataURL("image/png");
  })()`;
  return await page.evaluate<string>(script);
}
