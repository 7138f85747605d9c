import type { Page } from "playwright-core";
import { system } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { expectToFit, expectWidth, violations, violationsInTheDark } from "./page-checks.ts";
import { account, PHONE, payment, useTills } from "./till-visits.ts";

useChromium();
useTills();

const phone = { viewport: { width: 360, height: 740 } };
const reference = (page: Page) => page.getByLabel("Number, message or link of the receipt");
const answer = (page: Page) => page.getByRole("region", { name: "Answer" });

describe("a payer says he paid 1,250 this morning", () => {
  it("the owner knows in three actions on Home, without choosing a bank", async () => {
    const { smsText } = await payment();
    const { page, complaints } = await visitDashboard(account, "?lang=en", phone);
    await heading(page, "Home");
    await reference(page).fill(smsText);
    await page.getByLabel("Amount you expect, in birr").fill("1,250");
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await answer(page).getByText("Deliver", { exact: true }).waitFor();
    await answer(page)
      .getByText(/^Paid on .* ago\)$/)
      .waitFor();
    await answer(page).getByText("You can hand over the goods").waitFor();
    for (const shown of ["ETB 1,250.00", "Test Merchant", "telebirr"])
      await answer(page).getByText(shown, { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await expectToFit(page, "verify-accept");
    for (const width of [360, 768, 1280]) await expectWidth(page, width);

    await answer(page).getByRole("button", { name: "Next receipt" }).click();
    expect(await reference(page).inputValue()).toBe("");
    expect(await page.evaluate("document.activeElement.name")).toBe("reference");
    // The same receipt does not pay twice.
    await page.keyboard.insertText(smsText);
    await page.keyboard.press("Enter");
    await answer(page)
      .getByText(/^Do not deliver: already used once/)
      .waitFor();
    // It may have been the own check, with another amount.
    await answer(page)
      .getByRole("link", { name: /^Used on .*, by / })
      .click();
    await page.waitForURL(/\/dashboard\/requests\/ver_/);
    expect(complaints).toEqual([]);
  });

  it("with the keyboard alone, in Amharic, on the page of the first menu entry", async () => {
    const { smsText } = await payment("900.00");
    const { page } = await visitDashboard(account, "/verify?lang=am");
    await heading(page, "ደረሰኝ ማረጋገጫ");
    expect(await page.locator("nav#navigation a").first().getAttribute("href")).toBe("/dashboard/verify");
    await page.locator("#field-reference").focus();
    await page.keyboard.insertText(smsText);
    await page.keyboard.press("Enter");
    await page.locator(".answer .decision.good").waitFor();
    expect(await violations(page)).toEqual([]);
    await expectToFit(page, "verify-am");
  });
});

it("asks for the bank, and for more, only where a receipt needs it, and keeps what was typed", async () => {
  const { page } = await visitDashboard(account, "/verify?lang=en", phone);
  await reference(page).fill("FT24012ABCDE");
  expect(await page.locator("#field-bank, #field-suffix, #field-phone").count()).toBe(0);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByText("Is required: the bank could not be detected").waitFor();
  await page.locator("#field-bank").selectOption("cbe");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.locator("#field-suffix[aria-invalid=true]").waitFor();
  expect(await reference(page).inputValue()).toBe("FT24012ABCDE");
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "verify-asks");
});

it.each([
  ["en", "12,50", "Do you mean 12.50? Write the cents after a point"],
  ["am", "12,50", "12.50 ማለትዎ ነው?"],
  ["am", "1.250", "መጠኑን በብር ይጻፉ"],
])(
  "asks at the field, in %s, what the amount %s means, and starts nothing",
  async (language, typed, question) => {
    const { page, requests } = await visitDashboard(account, `/verify?lang=${language}`);
    await page.locator("#field-reference").fill("DJ57QK2M51");
    const amount = page.locator("[name='expect.amount']");
    await amount.fill(typed);
    await amount.press("Enter");
    await page.locator("[name='expect.amount'][aria-invalid=true]").waitFor();
    await page.locator(".field").filter({ has: amount }).getByText(question).waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("expect.amount");
    expect(await amount.inputValue()).toBe(typed);
    expect(requests.filter((url) => new URL(url).pathname === "/api/verify")).toEqual([]);
  },
);

it("says how much is missing, and that a message names another amount than the bank", async () => {
  const { referenceNumber } = await payment("900.00");
  const { page } = await visitDashboard(account, "/verify?lang=en", phone);
  await reference(page).fill(
    `Dear Selam, you have received ETB 50,000.00 from Abebe. Your transaction number is ${referenceNumber}.`,
  );
  await page.getByLabel("Amount you expect, in birr").fill("50000");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await answer(page)
    .getByText("the message says ETB 50,000.00, but the bank says that ETB 900.00 was paid")
    .waitFor();
  await answer(page).getByText("ETB 50,000.00, ETB 49,100.00 is missing").waitFor();
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "verify-forged");
  await answer(page).getByRole("button", { name: "Next receipt" }).click();
  await reference(page).fill((await payment("30.00")).referenceNumber);
  await reference(page).press("Enter");
  await answer(page).getByText("Not compared: you entered no amount").waitFor();
  expect(await page.getByText("the message says").count()).toBe(0);
});

it("asks for bank and digits again when another receipt is pasted, and only then", async () => {
  const { page, context } = await visitDashboard(account, "/verify?lang=en");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await reference(page).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
  };
  await reference(page).fill("FT24012ABCDE");
  await page.getByLabel("Amount you expect, in birr").fill("1250");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.locator("#field-bank").selectOption("cbe");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.locator("#field-suffix").fill("12345678");
  await paste("Ref No FT24012ABCDE");
  expect(await reference(page).inputValue()).toBe("Ref No FT24012ABCDE");
  expect(await page.locator("#field-bank").inputValue()).toBe("cbe");
  expect(await page.locator("#field-suffix").inputValue()).toBe("12345678");
  await reference(page).fill("");
  await paste("FT24012ABCDF");
  expect(await reference(page).inputValue()).toBe("FT24012ABCDF");
  expect(await page.locator("#field-bank, #field-suffix").count()).toBe(0);
  expect(await page.getByLabel("Amount you expect, in birr").inputValue()).toBe("1250");
});

it("leads to the decision when a person must decide", async () => {
  const { smsText } = await payment("300.00", { receiverAccount: PHONE, receiverName: "Abel Girma" });
  const { page } = await visitDashboard(account, "?lang=en", phone);
  await reference(page).fill(smsText);
  await reference(page).press("Enter");
  await answer(page).getByText("Look into your account at the bank").waitFor();
  await expectToFit(page, "verify-review");
  await answer(page).getByRole("link", { name: "Decide" }).click();
  await page.getByRole("region", { name: "Accept this payment?" }).waitFor();
  await page.goto(`${system.url}/dashboard`);
  const waiting = page.getByRole("region", { name: "To decide: 1" });
  await waiting.getByText("ETB 300.00").waitFor();
  await expectToFit(page, "home-to-decide");
});

it("tells an account of before once that old payments wait, until a person keeps the rule", async () => {
  await system.sql("update users set old_payments_chosen = false where id = $1", account.userId);
  const { page } = await visitDashboard(account, "?lang=en", phone);
  const told = page.getByText("New: a payment that was made before yesterday evening");
  await told.waitFor();
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "home-new-rule");
  await page.getByRole("button", { name: "Keep it" }).click();
  await told.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("region", { name: "Payments" }).waitFor();
  expect(await told.count()).toBe(0);
});
