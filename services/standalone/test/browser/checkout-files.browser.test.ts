import type { Deposit } from "@receipts/contracts";
import type { Page } from "playwright-core";
import {
  codePixels,
  messagePixels,
  messagePng,
  toPng,
  writtenPdf,
} from "../../../../packages/receipt-pictures/test/made-pictures.ts";
import { pathOf } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

let shop: Shop;
useChromium();
useLocalSystem({ verifiers: ["telebirr"], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "100" } });
beforeEach(async () => {
  shop = await openShop(system);
});

const paymentOf = ({ paymentOptions: [option] }: Deposit) =>
  system.pay({
    bank: "telebirr",
    amount: "1250.00",
    receiverAccount: option?.accountNumber,
    receiverName: "Test Merchant",
  });

async function open(deposit: Deposit, language = "en") {
  const payer = await visit(browser);
  await payer.page.goto(`${system.url}${pathOf(deposit)}?lang=${language}`);
  return payer;
}

const pick = (page: Page, file: Uint8Array, mimeType: string) =>
  page.locator("#picked").setInputFiles({ name: "My receipt", mimeType, buffer: Buffer.from(file) });
const receipt = (page: Page) => page.locator("#receipt").inputValue();
const isFileSent = ({ requests }: { readonly requests: readonly string[] }) =>
  requests.some((url) => url.includes("/read-file"));

describe("a payer with a file", () => {
  it("sends a screenshot, corrects what was read, and pays", async () => {
    const deposit = await shop.deposit();
    const { page, complaints } = await open(deposit);
    await pick(page, messagePng, "image/png");
    await page.getByText("Compare this with your receipt").waitFor();
    expect(await receipt(page)).toBe("DJ57QK2M41");
    expect((await shop.read(deposit.id)).attemptsLeft).toBe(10);
    await page.locator("#receipt").fill((await paymentOf(deposit)).referenceNumber);
    await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Payment confirmed" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("sends a PDF, and pays with what was read, in Amharic", async () => {
    const deposit = await shop.deposit();
    const { referenceNumber } = await paymentOf(deposit);
    const { page, complaints } = await open(deposit, "am");
    await page.getByText("ፎቶ ወይም ፋይል").waitFor();
    await pick(page, writtenPdf(["telebirr", `Transaction number ${referenceNumber}`]), "application/pdf");
    await page.getByText("ይህን ከደረሰኝዎ ጋር ያመሳክሩ").waitFor();
    expect(await receipt(page)).toBe(referenceNumber);
    await page.getByRole("button", { name: /^(?:ክፍያዬን አረጋግጥ|እንደገና ሞክር)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "ክፍያዎ ተረጋግጧል" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("sends no picture with a QR code: the phone reads it", async () => {
    const deposit = await shop.deposit();
    const { receiptUrl } = await paymentOf(deposit);
    const payer = await open(deposit);
    const { page, requests, complaints } = payer;
    await page.getByRole("timer").getByText(/:/).waitFor();
    expect(requests.filter((url) => /scan|qr|checkout-file/.test(url))).toEqual([]);
    await pick(page, await toPng(codePixels(receiptUrl, 6)), "image/png");
    await page.getByText("Compare this with your receipt").waitFor();
    expect(await receipt(page)).toBe(receiptUrl);
    await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Payment confirmed" }).waitFor();
    expect(isFileSent(payer)).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("sees how much of it is sent on a slow line", async () => {
    const { page, context } = await open(await shop.deposit());
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 };
    await line.send("Network.emulateNetworkConditions", { offline: false, ...speed });
    await pick(page, Buffer.alloc(1_500_000), "application/pdf");
    await page.getByText(/^Sending… [1-9]\d? %$/).waitFor();
    await keepPicture(page, "file-sending-390");
    await page.getByRole("alert").getByText("We cannot open this file").waitFor();
  });

  it("sees the other receipts that may be meant, and chooses one", async () => {
    const { page } = await open(await shop.deposit());
    const candidates = ["DJ57QK2M41", "DJ57QK2M4I"].map((text) => ({
      label: `telebirr ${text}`,
      text,
      fields: "",
    }));
    await page.route("**/read-file*", (route) => route.fulfill({ json: { candidates } }));
    await pick(page, messagePng, "image/png");
    await page.getByText("It may also be:").waitFor();
    expect(await receipt(page)).toBe("DJ57QK2M41");
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await expectToFit(page, "file-read");
    await page.setViewportSize({ width: 360, height: 740 });
    await keepPicture(page, "file-read-360");
    await page.getByRole("button", { name: "telebirr DJ57QK2M4I" }).click();
    expect(await receipt(page)).toBe("DJ57QK2M4I");
    await page.getByRole("button", { name: "telebirr DJ57QK2M41" }).waitFor();
  });

  it("keeps the typed text if the file is not read, and is told the way out", async () => {
    const { page, context } = await open(await shop.deposit());
    await page.locator("#receipt").fill("DJ57Q");
    await pick(page, Buffer.from("just a text"), "application/pdf");
    const fault = page.getByRole("alert");
    await fault.getByText("We cannot open this file").waitFor();
    expect(await page.evaluate("document.getElementById('not-sent').getBoundingClientRect().top >= 0")).toBe(
      true,
    );
    await keepPicture(page, "file-not-read-390");
    await context.setOffline(true);
    await pick(page, writtenPdf(["telebirr"]), "application/pdf");
    await fault.getByText("Could not send the file. Check your connection").waitFor();
    await context.setOffline(false);
    await pick(page, Buffer.alloc(8 * 1024 * 1024 + 1), "application/pdf");
    await fault.getByText("This file is too large").waitFor();
    expect(await page.getByText("Reading…").count()).toBe(0);
    expect(await receipt(page)).toBe("DJ57Q");
    // A file that is read takes the fault away.
    await pick(page, writtenPdf(["telebirr", "Transaction number DJ57QK2M41"]), "application/pdf");
    await page.getByText("Compare this with your receipt").waitFor();
    expect(await fault.filter({ visible: true }).count()).toBe(0);
  });

  it("need not wait for it: a typed receipt can be sent meanwhile", async () => {
    const deposit = await shop.deposit();
    const payer = await open(deposit);
    const { page } = payer;
    // Never answered.
    const { promise: held, resolve } = Promise.withResolvers<void>();
    await page.route("**/read-file*", () => resolve());
    await pick(page, messagePng, "image/png");
    await held;
    await page.locator("#receipt").fill("nothing");
    await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await page.getByText("We found no receipt in your text").first().waitFor();
    expect(await page.getByText("Reading…").count()).toBe(0);
    await page.locator("#receipt").fill((await paymentOf(deposit)).referenceNumber);
    await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Payment confirmed" }).waitFor();
  });

  it("sees no button for it without JavaScript", async () => {
    const { page } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${system.url}${pathOf(await shop.deposit())}`);
    await page.getByLabel("SMS, transaction number or receipt link").waitFor();
    expect(await page.getByText("Photo or file").isVisible()).toBe(false);
  });
});

describe("a picture that is sent", () => {
  /** Returns the type and the size of the picture that the page sends for this one. */
  async function sentFor(file: Uint8Array, mimeType: string) {
    const { page } = await visit(browser);
    await page.addInitScript(() => {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof FormData) Object.assign(globalThis, { sentFile: body.get("file") });
        send.call(this, body);
      };
    });
    await page.goto(`${system.url}${pathOf(await shop.deposit())}`);
    await page.route("**/read-file*", (route) =>
      route.fulfill({ status: 422, json: { message: "nothing found" } }),
    );
    await pick(page, file, mimeType);
    await page.getByRole("alert").getByText("nothing found").waitFor();
    const sent = await page.evaluate(
      "createImageBitmap(sentFile).then(({ width, height }) => [sentFile.name, sentFile.type, width, height])",
    );
    return { sent, size: await page.evaluate("sentFile.size") };
  }

  it("is no larger than needed, and does not show the name of the payer's file", async () => {
    const [width, height] = [4_000, 1_000];
    const pixels = new Uint8Array(width * height).fill(200);
    const { sent } = await sentFor(await toPng({ width, height, pixels }), "image/png");
    expect(sent).toEqual(["receipt", "image/jpeg", 2_560, 640]);
  });

  it("stays as it is, if it is small", async () => {
    const { sent, size } = await sentFor(messagePng, "image/png");
    expect(sent).toEqual(["receipt", "image/png", messagePixels.width, messagePixels.height]);
    expect(size).toBe(messagePng.length);
  });
});
