import { bankTitle, supportedBankCodes } from "@receipts/contracts";
import type { Page } from "playwright-core";
import { insertBankPast } from "../bank-past.ts";
import { pathOf } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectWidth, lowTargets, violations, violationsInTheDark } from "./page-checks.ts";
import { tabTo } from "./tab-to.ts";

let shop: Shop;
useChromium();
useLocalSystem({ verifiers: ["telebirr"], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "100", BANK_ATTEMPTS: "1" } });
beforeAll(async () => {
  shop = await openShop(system);
  for (const bank of supportedBankCodes)
    if (bank !== "telebirr") await system.saveBankAccount(shop.account, bank);
  await insertBankPast(system, { dashen: { now: [0, 40] } });
});

const addresses = { returnUrl: "https://shop.example/done", cancelUrl: "https://shop.example/cart" };
const aDeposit = () => shop.deposit({ ...addresses, description: "Two chairs, a table and a lamp" });
const addressOf = (deposit: Parameters<typeof pathOf>[0]) => `${system.url}${pathOf(deposit)}`;
const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const bank = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const accounts = (page: Page) => page.getByText("Account number", { exact: true }).count();
const field = (page: Page) => page.getByLabel("SMS, transaction number or receipt link");

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("a payer at a shop with many banks, %s", (_name, javaScriptEnabled) => {
  it("chooses a bank once, sees one account, corrects a receipt where it stands, and has a proof", async () => {
    const { page, complaints } = await visit(browser, { javaScriptEnabled });
    await page.goto(addressOf(await aDeposit()));
    await heading(page, "Which bank do you pay from?");
    expect(await accounts(page)).toBe(0);
    await bank(page, "telebirr").click();
    await page.getByText("Open the telebirr app.").waitFor();
    expect(await accounts(page)).toBe(1);
    await page.getByRole("link", { name: "Or dial *127#" }).waitFor();
    await field(page).fill("DJ57QK2MNF");
    await page.getByRole("button", { name: "Check my payment" }).click();
    await heading(page, "The bank did not find this receipt");
    expect(await field(page).inputValue()).toBe("DJ57QK2MNF");
    expect(await field(page).getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByText("Open the telebirr app.").isVisible()).toBe(true);
    await field(page).fill(await shop.pay());
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Your proof of payment");
    for (const text of ["ETB 1,250.00", "Paid on", "Transaction number", "telebirr", "Test Merchant"])
      expect(await page.getByText(text).first().isVisible()).toBe(true);
    await page.getByText("http://localhost:8080/checkout/").waitFor();

    await page.goto(addressOf(await aDeposit()));
    await page.getByText("Open the telebirr app.").waitFor();
    await page.getByRole("link", { name: "Pay from another bank" }).click();
    await bank(page, "Awash Bank").click();
    await page.getByText("Open the Awash Bank app.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("sees that a bank is down before paying with it", async () => {
    const { page } = await visit(browser, { javaScriptEnabled });
    await page.goto(addressOf(await aDeposit()));
    await bank(page, "Dashen Bank does not answer now").click();
    await heading(page, "Dashen Bank does not answer now");
  });

  it("who has paid already opens the form at once", async () => {
    const { page } = await visit(browser, { javaScriptEnabled });
    await page.goto(addressOf(await aDeposit()));
    expect(await field(page).isVisible()).toBe(false);
    await page.getByText("I have already paid").click();
    await field(page).fill(await shop.pay());
    await page.getByRole("button", { name: "Check my payment" }).click();
    await heading(page, "Payment confirmed");
  });
});

it("chooses, pays and returns by keyboard alone", async () => {
  const { page } = await visit(browser);
  await page.goto(addressOf(await aDeposit()));
  await tabTo(page, { text: "telebirr" });
  await page.keyboard.press("Enter");
  await page.getByText("Open the telebirr app.").waitFor();
  expect(await page.evaluate("document.activeElement.id")).toBe("heading");
  await tabTo(page, { selector: "#receipt" });
  await page.keyboard.type("good morning");
  await tabTo(page, { text: "Check my payment" });
  await page.keyboard.press("Enter");
  await heading(page, "We found no receipt in your text");
  expect(await page.evaluate("document.activeElement.id")).toBe("receipt");
  await page.keyboard.press("Control+A");
  await page.keyboard.type(await shop.pay());
  await tabTo(page, { text: "Try again" });
  await page.keyboard.press("Enter");
  await heading(page, "Payment confirmed");
  await tabTo(page, { text: "Return to Test Merchant" });
});

describe("the page with its script", () => {
  it("keeps what is typed while the payer changes the bank, and has the bank in its address", async () => {
    const { page } = await visit(browser);
    await page.goto(`${addressOf(await aDeposit())}?from=telebirr`);
    await field(page).fill("half a refer");
    await page.getByRole("link", { name: "Pay from another bank" }).click();
    await bank(page, "M-PESA").click();
    await page.getByText("Open the M-PESA app.").waitFor();
    expect(await field(page).inputValue()).toBe("half a refer");
    expect(new URL(page.url()).search).toBe("?from=mpesa");
    await page.getByRole("link", { name: "አማርኛ" }).click();
    await page.getByText("የኤም-ፔሳ መተግበሪያን ይክፈቱ").waitFor();
  });

  it.each([
    ["connection", "Could not send. Check your connection", {}],
    [
      "service",
      "Too many calls",
      { status: 429, contentType: "text/html", body: "<main><h1>Too many calls</h1></main>" },
    ],
  ])("keeps what is typed when the bank cannot be changed for lack of: %s", async (_what, fault, refusal) => {
    const { page } = await visit(browser);
    await page.goto(`${addressOf(await aDeposit())}?from=telebirr`);
    await field(page).fill("half a refer");
    const any = "**/checkout/**from=any";
    await page.route(any, (route) => ("status" in refusal ? route.fulfill(refusal) : route.abort()));
    const another = page.getByRole("link", { name: "Pay from another bank" });
    await another.click();
    await page.getByRole("alert").getByText(fault).waitFor();
    expect(await violations(page)).toEqual([]);
    await expectWidth(page, 320);
    expect(await field(page).inputValue()).toBe("half a refer");
    await page.unroute(any);
    await another.click();
    await heading(page, "Which bank do you pay from?");
    await bank(page, "M-PESA").click();
    expect(await page.getByText(fault).count()).toBe(0);
    expect(await field(page).inputValue()).toBe("half a refer");
  });

  it("shows the bank that was tapped last, whichever response comes first", async () => {
    const { page } = await visit(browser);
    await page.goto(addressOf(await aDeposit()));
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/checkout/**from=mpesa", async (route) => {
      await isReleased;
      await route.continue();
    });
    const late = page.waitForResponse(/from=mpesa/);
    await bank(page, "M-PESA").click();
    await bank(page, "telebirr").click();
    await page.getByText("Open the telebirr app.").waitFor();
    release();
    await (await late).finished();
    await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
    expect(await page.getByText("Open the telebirr app.").isVisible()).toBe(true);
    expect(new URL(page.url()).search).toBe("?from=telebirr");
  });

  it.each([
    ["shares", true],
    ["copies", false],
  ])("%s the address of the proof, as the browser can", async (_verb, canShare) => {
    const deposit = await aDeposit();
    await shop.submitAndSettle(deposit.id, await shop.pay());
    const { page, context } = await visit(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(
      `Object.defineProperty(navigator, "share", { value: ${canShare ? "async (what) => { globalThis.shared = what.url; }" : "undefined"} })`,
    );
    await page.goto(addressOf(deposit));
    await page.getByRole("button", { name: `${canShare ? "Share" : "Copy"} the link to this page` }).click();
    if (!canShare) await page.getByRole("button", { name: "Copied the link to this page" }).waitFor();
    const sent = await page.evaluate(canShare ? "shared" : "navigator.clipboard.readText()");
    expect(sent).toBe(deposit.checkoutUrl);
  });

  it("prints the proof without controls, black on white", async () => {
    const deposit = await aDeposit();
    await shop.submitAndSettle(deposit.id, await shop.pay());
    const { page } = await visit(browser, { colorScheme: "dark" });
    await page.goto(addressOf(deposit));
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText("Transaction number").isVisible()).toBe(true);
    expect(await page.getByText(deposit.checkoutUrl).isVisible()).toBe(true);
    expect(await page.locator(":is(a, button):visible").count()).toBe(0);
    const colours =
      "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]";
    expect(await page.evaluate(colours)).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    await keepPicture(page, "banks-proof-printed");
  });
});

describe.each(["en", "am"])("in %s", (language) => {
  it.each(["any", "telebirr", "cbe", "dashen", "proof", "fault"])(
    "the page fits every screen, light and dark: %s",
    async (state) => {
      const deposit = await aDeposit();
      if (state === "proof") await shop.submitAndSettle(deposit.id, await shop.pay());
      if (state === "fault") await shop.submitAndSettle(deposit.id, await shop.pay({ amount: "12.50" }));
      const { page, complaints } = await visit(browser);
      const from =
        supportedBankCodes.find((code) => code === state) ?? (state === "any" ? "any" : "telebirr");
      await page.goto(`${addressOf(deposit)}?lang=${language}&from=${from}`);
      expect(await violations(page)).toEqual([]);
      for (const width of [320, 360, 768, 1280]) {
        await expectWidth(page, width);
        expect(await lowTargets(page)).toEqual([]);
        await keepPicture(page, `banks-${state}-${language}-${width}`);
      }
      expect(await violationsInTheDark(page)).toEqual([]);
      for (const width of [360, 1280]) {
        await expectWidth(page, width);
        await keepPicture(page, `banks-${state}-${language}-${width}-dark`);
      }
      expect(complaints).toEqual([]);
    },
  );

  it("eleven banks are two screens of a phone", async () => {
    const { page } = await visit(browser, { viewport: { width: 360, height: 740 } });
    for (const from of ["any", "cbe"]) {
      await page.goto(`${addressOf(await aDeposit())}?lang=${language}&from=${from}`);
      const height = await page.evaluate("document.documentElement.scrollHeight");
      expect(height).toBeLessThan(from === "any" ? 2 * 740 : 3 * 740);
    }
    expect(supportedBankCodes.map((code) => bankTitle(code))).toHaveLength(11);
  });
});
