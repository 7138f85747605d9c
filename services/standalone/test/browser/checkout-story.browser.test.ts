import { until } from "@receipts/testing";
import { pathOf } from "../checkout-page-client.ts";
import { startReceiver, type WebhookReceiver } from "../receiver.ts";
import { openShop, type Shop } from "../shop.ts";
import { system } from "../system.ts";
import { browser, useChromium, visit } from "./chromium.ts";
import { useLocalSystem } from "./local-system.ts";

let shop: Shop;
let hooks: WebhookReceiver;
let site: WebhookReceiver;
useChromium();
useLocalSystem({ verifiers: ["telebirr"], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "100" } });
beforeAll(async () => {
  [hooks, site] = [await startReceiver(), await startReceiver()];
});
afterAll(() => Promise.all([hooks.close(), site.close()]));
beforeEach(async () => {
  shop = await openShop(system);
});

const aDeposit = () => shop.deposit({ webhookUrl: hooks.url, returnUrl: site.url, cancelUrl: site.url });
const confirmedIn = (id: string) => () =>
  hooks.received.some(({ body }) => {
    const event = JSON.parse(body);
    return event.type === "deposit.confirmed" && event.data.id === id;
  });

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("a payer %s", (_name, javaScriptEnabled) => {
  it("pays, pastes the SMS, sees the confirmation, and returns to the shop, which is notified", async () => {
    const deposit = await aDeposit();
    const { page, complaints, requests } = await visit(browser, { javaScriptEnabled });
    await page.goto(`${system.url}${pathOf(deposit)}`);
    await page.getByRole("heading", { level: 1, name: "Pay ETB 1,250.00" }).waitFor();
    const account = deposit.paymentOptions[0]?.accountNumber ?? "";
    await page.getByText(account).waitFor();
    expect(await page.getByRole("button", { name: "Copy the account number at telebirr" }).count()).toBe(
      javaScriptEnabled ? 1 : 0,
    );
    await page.getByLabel("SMS, transaction number or receipt link").fill(await shop.pay());
    await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Payment confirmed" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathOf(deposit));
    await until(confirmedIn(deposit.id));
    for (const url of requests) expect(url.startsWith(`${system.url}/checkout/`)).toBe(true);
    const before = site.received.length;
    await page.getByRole("link", { name: "Return to Test Merchant" }).click();
    await page.waitForURL(site.url);
    expect(site.received[before]?.headers).not.toHaveProperty("referer");
    expect(complaints).toEqual([]);
  });

  it("sees why a receipt does not match, and can send another in Amharic", async () => {
    const deposit = await aDeposit();
    const { page, complaints } = await visit(browser, { javaScriptEnabled });
    await page.goto(`${system.url}${pathOf(deposit)}`);
    await page.getByRole("link", { name: "አማርኛ" }).click();
    await page.getByRole("heading", { level: 1, name: "1,250.00 ብር ይክፈሉ" }).waitFor();
    const field = page.getByRole("textbox");
    await field.fill("ሰላም");
    await page.getByRole("button", { name: /^(?:ክፍያዬን አረጋግጥ|እንደገና ሞክር)$/ }).click();
    await page.getByText("በላኩት ውስጥ ደረሰኝ አላገኘንም").first().waitFor();
    expect(await field.inputValue()).toBe("ሰላም");
    await field.fill(await shop.pay({ amount: "1.00" }));
    await page.getByRole("button", { name: /^(?:ክፍያዬን አረጋግጥ|እንደገና ሞክር)$/ }).click();
    await page.getByRole("heading", { name: "የተከፈለው ከሚፈለገው መጠን ያነሰ ነው" }).waitFor();
    await field.fill(await shop.pay());
    await page.getByRole("button", { name: /^(?:ክፍያዬን አረጋግጥ|እንደገና ሞክር)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "ክፍያዎ ተረጋግጧል" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("am");
    expect(complaints).toEqual([]);
  });
});

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("a payer in parts %s", (_name, javaScriptEnabled) => {
  it("sees what is missing after each receipt, and types the next into an empty field", async () => {
    const deposit = await shop.deposit({ allowPartial: true });
    const { page, complaints } = await visit(browser, { javaScriptEnabled });
    await page.goto(`${system.url}${pathOf(deposit)}`);
    const field = page.getByRole("textbox");
    const send = async (receipt: string) => {
      await field.fill(receipt);
      await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    };
    for (const [amount, rest] of [
      ["1000.00", "250.00"],
      ["200.00", "50.00"],
    ] as const) {
      await send(await shop.pay({ amount }));
      await page.getByRole("heading", { level: 1, name: `Pay the remaining ETB ${rest}` }).waitFor();
      expect(await field.inputValue()).toBe("");
    }
    await page.getByRole("heading", { name: "ETB 1,200.00 of ETB 1,250.00 has arrived" }).waitFor();
    await send("DJ57QK2MNF");
    await page.getByRole("heading", { name: "The bank did not find this receipt" }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Pay the remaining ETB 50.00" }).waitFor();
    await send(await shop.pay({ amount: "50.00" }));
    await page.getByRole("heading", { level: 1, name: "Payment confirmed" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("the page with its script", () => {
  const open = async (deposit: Parameters<typeof pathOf>[0]) => {
    const payer = await visit(browser);
    await payer.page.goto(`${system.url}${pathOf(deposit)}`);
    return payer;
  };

  it("updates all open screens and keeps their input", async () => {
    const deposit = await aDeposit();
    const [first, second] = [await open(deposit), await open(deposit)];
    await second.page.getByRole("textbox").fill("half a refer");
    await first.page.getByRole("textbox").fill("DJ57QK2MNF");
    await first.page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await second.page.getByRole("heading", { name: "The bank did not find this receipt" }).waitFor();
    expect(await second.page.getByRole("textbox").inputValue()).toBe("half a refer");
    await first.page.getByRole("textbox").fill(await shop.pay());
    await first.page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    for (const { page } of [first, second]) {
      await page.getByRole("heading", { level: 1, name: "Payment confirmed" }).waitFor();
      await page.getByRole("status").getByText("Payment confirmed").waitFor({ state: "attached" });
      expect(await page.title()).toContain("Payment confirmed");
    }
    expect(await first.page.evaluate("document.activeElement.id")).toBe("heading");
    for (const { complaints } of [first, second]) {
      expect(complaints).toEqual([]);
    }
  });

  it("keeps the input for the next receipt while a part of another payer arrives", async () => {
    const deposit = await shop.deposit({ allowPartial: true });
    const [first, second] = [await open(deposit), await open(deposit)];
    await second.page.getByRole("textbox").fill("half a refer");
    await first.page.getByRole("textbox").fill(await shop.pay({ amount: "1000.00" }));
    await first.page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await second.page.getByRole("heading", { level: 1, name: "Pay the remaining ETB 250.00" }).waitFor();
    expect(await second.page.getByRole("textbox").inputValue()).toBe("half a refer");
  });

  it("shows the expiry at once", async () => {
    const deposit = await aDeposit();
    const { page } = await open(deposit);
    await page
      .getByRole("timer")
      .getByText(/^\d\d:\d\d$/)
      .waitFor();
    await system.sql("update deposits set expires_at = now_ms() where id = $1", deposit.id);
    await page.getByRole("heading", { level: 1, name: "The time to pay has expired" }).waitFor();
  });

  it("copies the values for a banking app", async () => {
    const deposit = await aDeposit();
    const { page, context } = await open(deposit);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = () => page.evaluate("navigator.clipboard.readText()");
    await page.getByRole("button", { name: "Copy the amount" }).click();
    await page.getByRole("button", { name: "Copied the amount" }).waitFor();
    expect(await copied()).toBe("1250.00");
    await page.getByRole("button", { name: "Copy the account number at telebirr" }).click();
    await page.getByRole("button", { name: "Copied the account number at telebirr" }).waitFor();
    expect(await copied()).toBe(deposit.paymentOptions[0]?.accountNumber);
  });

  it("keeps the input when the connection fails or the limit is reached", async () => {
    const { page, context } = await open(await aDeposit());
    await page.getByRole("textbox").fill("DJ57QK2M41");
    await context.setOffline(true);
    await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await page.getByText("Check your connection and try again").waitFor();
    await context.setOffline(false);
    await page.route("**/receipts*", (route) =>
      route.fulfill({
        status: 429,
        contentType: "text/html",
        body: "<main><h1>Too much</h1><div class=notice><p>Wait</p></div></main>",
      }),
    );
    await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
    await page.getByText("Too much. Wait").waitFor();
    expect(await page.getByRole("textbox").inputValue()).toBe("DJ57QK2M41");
  });
});
