import { readFile } from "node:fs/promises";
import { until } from "@receipts/testing";
import decodeQR from "qr/decode.js";
import { openPlatform, openShop, type Shop } from "../shop.ts";
import { aMember } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { browser, useChromium, type Visit, visit } from "./chromium.ts";
import { heading, signInBrowser } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";

const CHECKOUT = "https://pay.example.test";

let platform: Shop;
useChromium();
useLocalSystem({
  verifiers: ["telebirr"],
  env: { CREDIT_PACKAGES: "small:10:12.50,large:1000:900", CHECKOUT_BASE_URL: CHECKOUT },
});
beforeAll(async () => {
  platform = await openPlatform(system);
});

async function open(account: TestAccount, path: string): Promise<Visit> {
  const opened = await visit(browser);
  await signInBrowser(opened.page, system, account);
  // Nothing serves the checkout's host, so this gateway responds instead.
  await opened.context.route(`${CHECKOUT}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    // Fulfilling a route needs a complete response, which a stream never is.
    if (pathname.endsWith("/events")) return route.abort();
    await route.fulfill({ response: await route.fetch({ url: `${system.url}${pathname}${search}` }) });
  });
  await opened.page.goto(`${system.url}/dashboard${path}`);
  return opened;
}

describe("the home page", () => {
  it("shows the birr of today by bank and by decision, what waits, and low credits", async () => {
    const account = await system.account({ credits: 7 });
    await system.sql(
      `insert into payment_totals
       select $1, payment_bucket(now()), bank, decision, payments, cents
         from (values ('telebirr', 'accept', 2, 125050), ('cbe', 'accept', 1, 1), ('cbe', 'review', 1, 900)) t(bank, decision, payments, cents)`,
      account.userId,
    );
    const { page } = await open(account, "/");
    const payments = page.getByRole("region", { name: "Payments", exact: true });
    await payments.getByText("3 payments").first().waitFor();
    const row = async (table: string, name: string) =>
      (
        await payments
          .getByRole("table", { name: table })
          .getByRole("row")
          .filter({ hasText: name })
          .innerText()
      ).replace(/\s+/g, " ");
    expect(await row("By bank", "telebirr")).toContain("ETB 1,250.50 2 payments");
    expect(await row("By decision", "Accepted")).toContain("ETB 1,250.51 3 payments");
    expect(await row("By decision", "To review")).toContain("ETB 9.00 1 payment");
    await page.getByRole("link", { name: "Only 7 credits left" }).click();
    await heading(page, "Credits");
  });
});

describe("credits", () => {
  it("can be bought: chosen, paid on the checkout page, and added on return", async () => {
    const buyer = await system.account({ credits: 0 });
    const { page } = await open(buyer, "/credits");
    await page.getByText("No credits left").waitFor();
    await page.getByRole("button", { name: "Buy 10 credits" }).click();
    await page.waitForURL(`${CHECKOUT}/checkout/**`);
    await heading(page, "Pay ETB 12.50");
    await page.goBack();
    const purchases = page.getByRole("region", { name: "Your purchases" });
    await purchases.getByText("Awaiting payment").waitFor();
    const link = await purchases.getByRole("link", { name: "Pay" }).getAttribute("href");
    const rows = await system.sql("select deposit_id from credit_purchases where user_id = $1", buyer.userId);
    const id = String(rows[0]?.deposit_id);
    expect(link).toBe((await platform.read(id)).checkoutUrl);
    await platform.submitAndSettle(id, await platform.pay({ amount: "12.50" }));
    // The page polls while a purchase is open.
    await purchases.getByText(/^Credits added/).waitFor();
    await page.getByRole("region", { name: "Credits left" }).getByText("10", { exact: true }).waitFor();
    const line = page
      .getByRole("table", { name: "Transactions" })
      .getByRole("row")
      .filter({ hasText: "Purchased" });
    await line.getByText("+10").waitFor();
  });

  it("are bought once, also if the response to the first press was lost", async () => {
    const buyer = await system.account({ credits: 0 });
    const { page, context } = await open(buyer, "/credits");
    let isLost = true;
    await context.route("**/api/credits/purchases", async (route) => {
      if (route.request().method() !== "POST" || !isLost) return route.continue();
      isLost = false;
      await route.fetch();
      await route.abort();
    });
    const buy = page.getByRole("button", { name: "Buy 10 credits" });
    await buy.click();
    await page.getByRole("alert").waitFor();
    await buy.click();
    await page.waitForURL(`${CHECKOUT}/checkout/**`);
    const rows = await system.sql("select from credit_purchases where user_id = $1", buyer.userId);
    expect(rows).toHaveLength(1);
  });

  it("are for an owner to buy, and a manager is told so", async () => {
    const account = await system.account({ credits: 0 });
    const { page } = await visit(browser);
    await signInBrowser(page, system, account, await aMember(system, account, "manager"));
    await page.goto(`${system.url}/dashboard/credits`);
    const packages = page.getByRole("region", { name: "Buy credits" });
    await packages.getByText("An owner of the account buys credits.").waitFor();
    expect(await packages.getByRole("button").count()).toBe(0);
  });

  it("that are not for sale show why, without settings of the service", async () => {
    const buyer = await system.account({ credits: 0 });
    const { page } = await open(buyer, "/credits");
    await page.getByRole("button", { name: "Buy 10 credits" }).click();
    await page.waitForURL(`${CHECKOUT}/checkout/**`);
    await page.goto(`${system.url}/dashboard/credits`);
    await page.getByRole("button", { name: "Buy 10 credits" }).click();
    await page
      .getByRole("alert")
      .getByText(/1 purchase is unpaid/)
      .waitFor();
  });

  it("are shown by day and bank", async () => {
    const account = await system.account({ credits: 100 });
    await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2M41" }, { waitMs: 15_000 })
      .expect(200);
    const { page, complaints } = await open(account, "/credits");
    const usage = page.getByRole("region", { name: "Usage" });
    const row = usage
      .getByRole("table", { name: "By bank" })
      .getByRole("row")
      .filter({ hasText: "telebirr" });
    await row.waitFor();
    const cells = await row.getByRole("cell").allTextContents();
    expect(cells.map((text) => text.trim())).toEqual(["telebirr", "1", "0", "1"]);
    await usage.getByLabel("Bank", { exact: true }).selectOption("telebirr");
    await usage.getByRole("combobox", { name: "Period" }).selectOption("7");
    await usage.getByRole("button", { name: "Show" }).click();
    await page.waitForURL("**/credits?days=7&bank=telebirr");
    await page.getByRole("table", { name: "Transactions" }).getByRole("link").first().click();
    await heading(page, /^Request ver_/);
    expect(complaints).toEqual([]);
  });
});

describe("deposits", () => {
  it("can be searched and exported, and show their events", async () => {
    const shop = await openShop(system);
    const paid = await shop.deposit({ reference: "order-7" });
    await shop.deposit({ reference: "order-8" });
    await shop.submitAndSettle(paid.id, await shop.pay({ amount: "1.00" }));
    await shop.submitAndSettle(paid.id, await shop.pay());
    const { page, complaints } = await open(shop.account, "/deposits");
    const rows = page.getByRole("table", { name: "Deposits" }).locator("tbody tr");
    await rows.nth(1).waitFor();
    await page.getByText("2 deposits · Requested: ETB 2,500.00 · Received: ETB 1,250.00").waitFor();
    await page.getByLabel("Search").fill("DER-7");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL("**/deposits?q=DER-7");
    await rows.nth(1).waitFor({ state: "detached" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV Download" }).click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(
      csv
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(",")[0]),
    ).toEqual(["\ufeffDeposit", paid.id]);
    await page.getByRole("link", { name: paid.id }).click();
    await heading(page, `Deposit ${paid.id}`);
    const steps = ["Created", "Receipt submitted", "Receipt rejected", "Receipt submitted", "Confirmed"];
    await page.getByRole("heading", { level: 3, name: "Confirmed" }).waitFor();
    expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(steps);
    const refused = page.getByRole("region", { name: "Receipt 1" });
    await refused.getByText("The payment is less than the requested amount.").waitFor();
    await refused.getByText("Does not count").waitFor();
    await page.getByRole("region", { name: "Receipt 2" }).getByRole("link").click();
    await heading(page, /^Request ver_/);
    expect(complaints).toEqual([]);
  });

  it("can be made at the counter and shown to the payer, whose payment appears there", async () => {
    const shop = await openShop(system);
    const { page, complaints } = await open(shop.account, "/deposits");
    await page.getByRole("link", { name: "New deposit" }).first().click();
    await heading(page, "New deposit");
    await page.getByLabel("Amount in birr").fill("nothing");
    await page.getByLabel("Order reference").fill("counter-9");
    await page.getByLabel("Customer").fill("Sara");
    await page.getByRole("button", { name: "Request payment" }).click();
    await page.locator("[name=amount][aria-invalid=true]").waitFor();
    await page.getByLabel("Amount in birr").fill("1,250");
    await page.getByRole("button", { name: "Request payment" }).click();
    const shown = page.getByRole("dialog", { name: "Scan to pay" });
    await shown.getByText("ETB 1,250.00").waitFor();
    const image = shown.getByRole("img", { name: "QR code of the checkout page" });
    await until(() => image.evaluate((element) => (element as { naturalWidth?: number }).naturalWidth !== 0));
    const box = await shown.boundingBox();
    expect([box?.width, box?.height]).toEqual([page.viewportSize()?.width, page.viewportSize()?.height]);
    // As a phone's camera sees it.
    const { data, size } = (await page.evaluate(`(() => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
      const context = canvas.getContext("2d");
      context.fillStyle = "white";
      context.fillRect(0, 0, 400, 400);
      context.drawImage(document.querySelector("dialog img"), 0, 0, 400, 400);
      return { data: [...context.getImageData(0, 0, 400, 400).data], size: 400 };
    })()`)) as { data: number[]; size: number };
    const read = decodeQR({ width: size, height: size, data: Uint8Array.from(data) });
    const [{ id = "" } = {}] = await system.sql<{ id: string }>(
      "select id from deposits where user_id = $1",
      shop.account.userId,
    );
    expect(read).toBe((await shop.read(id)).checkoutUrl);
    await shop.submitAndSettle(id, await shop.pay());
    await shown.getByText("Confirmed").waitFor();
    await shown.getByRole("button", { name: "Close" }).click();
    await page.waitForURL(`**/deposits/${id}`);
    await shown.waitFor({ state: "detached" });
    // The refused amount is a 422 in the console.
    expect(complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);
  });

  it("take several payments if the owner chooses so, and show each and what is missing", async () => {
    const shop = await openShop(system);
    const { page, complaints } = await open(shop.account, "/deposits/new");
    await page.getByLabel("Amount in birr").fill("1,250");
    await page.getByLabel("Order reference").fill("counter-10");
    await page.getByLabel("Accept several payments").check();
    await page.getByRole("button", { name: "Request payment" }).click();
    const shown = page.getByRole("dialog", { name: "Scan to pay" });
    await shown.getByText("ETB 1,250.00").waitFor();
    const [{ id = "" } = {}] = await system.sql<{ id: string }>(
      "select id from deposits where user_id = $1",
      shop.account.userId,
    );
    await shop.submitAndSettle(id, await shop.pay({ amount: "1000.00", senderName: "Hana Girma" }));
    await shown.getByText("ETB 250.00").waitFor();
    await shown.getByRole("button", { name: "Close" }).click();
    const about = page.getByRole("region", { name: "Details" });
    await about.getByText("Paid so far").waitFor();
    await about.getByText("Still missing").waitFor();
    await page.getByRole("heading", { level: 3, name: "Partially paid" }).waitFor();
    await page.getByRole("region", { name: "Receipt" }).getByText("Hana Girma").waitFor();
    await page.getByRole("button", { name: "Cancel deposit" }).click();
    await page.getByText("ETB 1,000.00 has been paid. Refund it, or deliver.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await shop.submitAndSettle(id, await shop.pay({ amount: "300.00", receiverName: "Abel Girma" }));
    await page.getByRole("button", { name: "Accept payment" }).click();
    await page.getByRole("heading", { level: 3, name: "Confirmed" }).waitFor();
    await about.getByText("Paid too much").waitFor();
    await page.getByRole("region", { name: "Receipt 2" }).getByText("ETB 300.00").waitFor();
    expect(complaints).toEqual([]);
  });

  it("that are open update with the payer's actions", async () => {
    const shop = await openShop(system);
    const deposit = await shop.deposit();
    const { page } = await open(shop.account, `/deposits/${deposit.id}`);
    await page.getByText("Awaiting payment").waitFor();
    await shop.submitAndSettle(deposit.id, await shop.pay());
    await page.getByRole("heading", { level: 3, name: "Confirmed" }).waitFor();
  });

  it("of other accounts are not found", async () => {
    const deposit = await (await openShop(system)).deposit();
    const stranger = await system.account();
    const { page } = await open(stranger, `/deposits/${deposit.id}`);
    await page.getByText("Deposit not found").waitFor();
    await page.getByRole("link", { name: "All deposits" }).click();
    await page.getByText("No deposits yet").waitFor();
  });
});
