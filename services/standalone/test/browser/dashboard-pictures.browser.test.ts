import { until } from "@receipts/testing";
import type { Page } from "playwright-core";
import { system } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, expectWidth, violations } from "./page-checks.ts";
import { MESSAGE_REFERENCE, messageScreenshot, pdfOf, pictureOfCode } from "./picked-files.ts";
import { payment } from "./till-visits.ts";

useChromium();
useLocalSystem({ verifiers: ["telebirr", "cbe"] });

const reference = (page: Page) => page.locator("#field-reference");
const pick = (page: Page, file: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.locator("#field-file").setInputFiles(file);
const reads = (page: Page, text: string) => until(async () => (await reference(page).inputValue()) === text);

async function openHome() {
  const visit = await visitDashboard(await system.account({ credits: 100 }), "?lang=en");
  await heading(visit.page, "Home");
  return visit;
}

it("reads a screenshot, which a person corrects and then verifies", async () => {
  const { page, complaints } = await openHome();
  await pick(page, messageScreenshot);
  await page.locator("progress").waitFor();
  await reads(page, MESSAGE_REFERENCE);
  expect(await page.locator("#field-bank").inputValue()).toBe("telebirr");
  await page.getByText("This was read in the file").waitFor();
  expect(await page.locator("progress").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "dashboard-picture");
  await expectWidth(page, 320);
  // Nothing is verified before the person has looked at it.
  expect(await page.getByRole("region", { name: "Answer" }).count()).toBe(0);
  const { referenceNumber } = await payment();
  await reference(page).fill(referenceNumber);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByRole("region", { name: "Answer" }).getByText("1,250.00").first().waitFor();
  expect(complaints).toEqual([]);
});

it("reads a QR code in the browser, and sends no picture", async () => {
  const { page, requests } = await openHome();
  const { receiptUrl } = await payment("900.00");
  await pick(page, { name: "code.png", mimeType: "image/png", buffer: await pictureOfCode(receiptUrl) });
  await reads(page, receiptUrl);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByRole("region", { name: "Answer" }).getByText("900.00").first().waitFor();
  expect(requests.filter((url) => url.includes("read-file"))).toEqual([]);
});

it("offers each receipt that a PDF names", async () => {
  const { page } = await openHome();
  await pick(page, pdfOf(["telebirr", "Transaction number DJ57QK2M41", "Transaction number DJ53HK9F8M"]));
  const choices = page.locator("[aria-labelledby=file-choices] button");
  await choices.nth(1).waitFor();
  expect(await violations(page)).toEqual([]);
  await choices.nth(1).click();
  const chosen = await choices.nth(1).locator("code").innerText();
  await reads(page, chosen);
  expect(await choices.nth(1).getAttribute("aria-pressed")).toBe("true");
});

it("explains what it cannot read, and keeps what was typed", async () => {
  const { page, context } = await openHome();
  await reference(page).fill("DJ53HK9F8M");
  await pick(page, pdfOf(["Thank you for shopping"]));
  await page.getByText("No reference was found in the file").waitFor();
  await pick(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("DJ57QK2M41") });
  await page.getByText("The file must be PNG, JPEG, WebP or PDF").waitFor();
  await context.setOffline(true);
  await pick(page, messageScreenshot);
  await page.getByText("Could not send. Check your connection").waitFor();
  expect(await reference(page).inputValue()).toBe("DJ53HK9F8M");
});

it("leads to the sign-in page when the session has ended", async () => {
  const { page, context } = await openHome();
  await context.clearCookies();
  await pick(page, pdfOf(["telebirr", `Transaction number ${MESSAGE_REFERENCE}`]));
  await heading(page, "Sign in");
});
