import { until } from "@receipts/testing";
import type { Page } from "playwright-core";
import { useChromium } from "./chromium.ts";
import { expectToFit, violations } from "./page-checks.ts";
import { MESSAGE_REFERENCE, messageScreenshot, pdfOf, photoOf } from "./picked-files.ts";
import { answerOf, openShift, payment, useTills } from "./till-visits.ts";

useChromium();
useTills();

const referenceOf = (page: Page) => page.locator("#reference").inputValue();
const pick = (page: Page, file: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.locator("#picture").setInputFiles(file);

/** Records the files that the page sends, and passes them on. */
async function recordFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const files: unknown[] = [];
    Object.assign(globalThis, { files });
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) files.push(body.get("file"));
      send.call(this, body);
    };
  });
}

it.each(["en", "am"])(
  "a screenshot without a code is read, corrected and then verified, in %s",
  async (language) => {
    const { page, complaints } = await openShift({ language });
    await page.locator("#amount").fill("1250");
    await pick(page, messageScreenshot);
    // While the cashier waits, it is said and shown.
    await page.locator("#picture-progress").waitFor();
    expect(await page.locator("#picture-status").innerText()).not.toBe("");
    await until(async () => (await referenceOf(page)) === MESSAGE_REFERENCE);
    expect(await page.locator("#bank").inputValue()).toBe("telebirr");
    expect(await page.locator("#picture-progress").isVisible()).toBe(false);
    // Nothing is verified before the cashier has looked at it.
    expect(await page.locator("#answer").isVisible()).toBe(false);
    expect(await page.locator("#shift li").innerText()).not.toContain(MESSAGE_REFERENCE);
    expect(await violations(page)).toEqual([]);
    await expectToFit(page, `till-picture-${language}`);
    const { referenceNumber } = await payment();
    await page.locator("#reference").fill(referenceNumber);
    await page.locator("#ask-form button[type=submit]").click();
    expect(await answerOf(page, "accept")).toContain("1,250.00");
    expect(complaints.filter((text) => !text.includes("status of 401"))).toEqual([]);
  },
);

it("a picture is not kept by the worker that keeps the page", async () => {
  const { page } = await openShift();
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  await pick(page, pdfOf(["telebirr", `Transaction number ${MESSAGE_REFERENCE}`]));
  await until(async () => (await referenceOf(page)) === MESSAGE_REFERENCE);
  const kept = `caches.keys().then(async (names) => {
    const caches = await Promise.all(names.map((name) => globalThis.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url);
  })`;
  expect(((await page.evaluate(kept)) as string[]).filter((url) => url.includes("/api/"))).toEqual([]);
});

it("a PDF with two receipts is read, and the cashier chooses one", async () => {
  const { page } = await openShift();
  await pick(page, pdfOf(["telebirr", "Transaction number DJ57QK2M41", "Transaction number DJ53HK9F8M"]));
  const choices = page.locator("#choices button");
  await choices.nth(1).waitFor();
  const [first, second] = await choices.allInnerTexts();
  expect(first).toContain(await referenceOf(page));
  await choices.nth(1).click();
  expect(second).toContain(await referenceOf(page));
  expect(await choices.nth(1).getAttribute("aria-pressed")).toBe("true");
  expect(await violations(page)).toEqual([]);
  await page.locator("#camera").click();
  expect(await choices.count()).toBe(0);
});

it("a large photo is made smaller before it is sent", async () => {
  const { page } = await openShift({ prepare: recordFiles });
  await pick(page, {
    name: "photo.png",
    mimeType: "image/png",
    buffer: await photoOf(messageScreenshot.buffer, { width: 3_000, height: 4_000 }),
  });
  await until(async () => (await referenceOf(page)) === MESSAGE_REFERENCE);
  const sent = `Promise.all(files.map(async (file) => {
    const { width, height } = await createImageBitmap(file);
    return [file.type, width, height];
  }))`;
  expect(await page.evaluate(sent)).toEqual([["image/jpeg", 1_920, 2_560]]);
});

it("what cannot be read is explained, with another way", async () => {
  const { page, context } = await openShift();
  await pick(page, pdfOf(["Thank you for shopping"]));
  await page.getByText("shows no transaction number").waitFor();
  await pick(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("DJ57QK2M41") });
  await page.getByText("Choose a photo, screenshot or PDF").waitFor();
  await pick(page, { name: "big.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(9 * 1_024 * 1_024) });
  await page.getByText("The file is too large").waitFor();
  await context.setOffline(true);
  await pick(page, messageScreenshot);
  await page.getByText("the picture was not read").waitFor();
  expect(await referenceOf(page)).toBe("");
});

it("what the cashier types meanwhile is not replaced", async () => {
  const { page } = await openShift();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/till/read-file", async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response }).catch(() => {});
  });
  await pick(page, pdfOf(["telebirr", `Transaction number ${MESSAGE_REFERENCE}`]));
  await page.locator("#picture-progress").waitFor();
  await page.locator("#reference").fill("DJ53HK9F8M");
  await page.locator("#picture-progress").waitFor({ state: "hidden" });
  release();
  await page.unroute("**/api/till/read-file");
  await pick(page, pdfOf(["Thank you for shopping"]));
  await page.getByText("shows no transaction number").waitFor();
  expect(await referenceOf(page)).toBe("DJ53HK9F8M");
});
