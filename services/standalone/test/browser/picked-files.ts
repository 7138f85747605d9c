import { readFileSync } from "node:fs";
import { encodeQR } from "qr";
import { writtenPdf } from "../../../../packages/receipt-pictures/test/made-pictures.ts";
import { browser } from "./chromium.ts";

const fixtures = new URL("../../../../packages/receipt-pictures/test/fixtures/", import.meta.url);

/** A screenshot of a message without a code. It names the receipt DJ57QK2M41 of telebirr. */
export const messageScreenshot = {
  name: "message.png",
  mimeType: "image/png",
  buffer: readFileSync(new URL("message.png", fixtures)),
};
export const MESSAGE_REFERENCE = "DJ57QK2M41";

export const pdfOf = (lines: readonly string[]) => ({
  name: "receipt.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(writtenPdf(lines)),
});

/** A picture of this size, as a camera takes it. */
export async function photoOf(
  png: Buffer,
  viewport: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const page = await browser.newPage({ viewport });
  await page.setContent(
    `<style>body{margin:0}img{width:100%}</style><img src="data:image/png;base64,${png.toString("base64")}">`,
  );
  return await page.screenshot().finally(() => page.close());
}

/** A screenshot of a code, as a customer's phone shows it. */
export async function pictureOfCode(text: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 600, height: 800 } });
  const code = encodeQR(text, "svg", { ecc: "medium", border: 4 });
  await page.setContent(
    `<style>body{background:#fff}svg{width:300px;height:300px;margin:60px}</style><p>Paid</p>${code}`,
  );
  return await page.screenshot().finally(() => page.close());
}
