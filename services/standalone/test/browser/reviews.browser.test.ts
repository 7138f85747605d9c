import type { Deposit } from "@receipts/contracts";
import type { Page } from "playwright-core";
import { pathOf } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { aMember, sessionCookie } from "../signed-in.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, type Visit, visit } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

let shop: Shop;
useChromium();
useLocalSystem({
  verifiers: ["telebirr", "cbe"],
  env: { CHECKOUT_RECEIPTS_PER_MINUTE: "100" },
});
beforeEach(async () => {
  shop = await openShop(system);
});

const phone = { viewport: { width: 390, height: 844 } };
const inAnotherName = (order: object = {}) => shop.pay({ receiverName: "Abel Girma", ...order });

async function payer(deposit: Deposit, javaScriptEnabled = true): Promise<Visit> {
  const opened = await visit(browser, { ...phone, javaScriptEnabled });
  await opened.page.goto(`${system.url}${pathOf(deposit)}`);
  return opened;
}

const owner = (path: string) => visitDashboard(shop.account, path, phone);

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel("SMS, transaction number or receipt link").fill(text);
  await page.getByRole("button", { name: /^(?:Check my payment|Try again)$/ }).click();
}

const sees = "The seller is checking your payment";

describe("a receipt with a proven receiver", () => {
  it("confirms at once, without a decision of the owner", async () => {
    const deposit = await shop.deposit();
    const { page, complaints } = await payer(deposit);
    await send(page, await shop.pay());
    await heading(page, "Payment confirmed");
    const { page: mine } = await owner(`/deposits/${deposit.id}`);
    await mine.getByRole("heading", { level: 3, name: "Confirmed" }).waitFor();
    expect(await mine.getByRole("heading", { name: "Accept this payment?" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe("a receipt in doubt", () => {
  it("leads to its deposit wherever it is shown, and has no button that would be refused", async () => {
    const deposit = await shop.deposit();
    const sms = await inAnotherName();
    const { review } = await shop.submitAndSettle(deposit.id, sms);
    const opensDeposit = async (page: Page) => {
      await page.getByRole("link", { name: "Open the deposit" }).click();
      await page.getByRole("heading", { name: "Accept this payment?" }).waitFor();
      expect(page.url()).toContain(deposit.id);
    };
    const { page } = await owner(`/requests/${review?.receipt.verificationRequestId}`);
    await page.getByRole("heading", { name: "Decided with its deposit" }).waitFor();
    expect(await page.getByRole("button", { name: /Accept|Reject/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await opensDeposit(page);

    await page.goto(`${system.url}/dashboard/verify`);
    await page.getByLabel("Number, message or link of the receipt").fill(sms);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByText("decide about that deposit").waitFor();
    await opensDeposit(page);
  });

  it("is shown to a developer without the decision, which the API would refuse", async () => {
    const deposit = await shop.deposit();
    const { page } = await payer(deposit);
    await send(page, await inAnotherName());
    await heading(page, sees);
    const { page: theirs, context } = await visit(browser, phone);
    const memberId = await aMember(system, shop.account, "developer");
    const [name = "", value = ""] = (await sessionCookie(system, shop.account, memberId)).split("=");
    await context.addCookies([{ name, value, url: system.url, httpOnly: true, sameSite: "Lax" }]);
    await theirs.goto(`${system.url}/dashboard/deposits/${deposit.id}`);
    await theirs.getByRole("heading", { name: "Accept this payment?" }).waitFor();
    expect(await theirs.getByRole("button", { name: /Accept|Reject|Mark as paid|Cancel/ }).count()).toBe(0);
  });

  it("shows the payer that the seller checks it; the owner compares and accepts, and needs no second decision", async () => {
    const deposit = await shop.deposit();
    const { page, complaints } = await payer(deposit);
    await send(page, await inAnotherName());
    await heading(page, sees);
    await page.getByText("Do not pay again").waitFor();
    expect(await page.getByText("another account").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await expectToFit(page, "payer-in-review");
    await page.setViewportSize(phone.viewport);

    const { page: mine, complaints: ofOwner } = await owner("/deposits");
    await mine.getByLabel("Status").selectOption("review_required");
    await mine.getByRole("button", { name: "Filter" }).click();
    await mine.getByRole("link", { name: deposit.id }).click();
    const review = mine.getByRole("region", { name: "Accept this payment?" });
    await review.getByText("Review first: the receipt does not prove that the money went to you").waitFor();
    const row = (title: string) => review.getByRole("row").filter({ hasText: title });
    await row("Account holder").getByText("Test Merchant").waitFor();
    await row("Account holder").getByText("Abel Girma").waitFor();
    await row("Account holder").getByText("Uncertain").waitFor();
    await row("Amount").getByText("Matches").waitFor();
    expect(await violations(mine)).toEqual([]);
    expect(await violationsInTheDark(mine)).toEqual([]);
    await mine.emulateMedia({ colorScheme: "light" });
    await expectToFit(mine, "owner-in-review");
    await mine.setViewportSize(phone.viewport);
    await review.getByLabel("Note").fill("Seen in telebirr");
    await review.getByLabel(/Save “Abel Girma”/).check();
    await review.getByRole("button", { name: "Accept payment" }).click();
    await mine.getByText("Seen in telebirr").first().waitFor();
    await mine.getByRole("heading", { level: 3, name: "Confirmed" }).waitFor();
    expect(await review.count()).toBe(0);
    // Arrives through the stream.
    await heading(page, "Payment confirmed");

    const next = await shop.deposit();
    expect((await shop.submitAndSettle(next.id, await inAnotherName())).status).toBe("confirmed");
    await mine.goto(`${system.url}/dashboard/bank-accounts`);
    await mine.getByRole("button", { name: "Edit" }).click();
    expect(await mine.getByLabel("Other names").inputValue()).toBe("Abel Girma");
    await mine.getByText("Receipts of this bank hide part of the account number").waitFor();
    expect(await violations(mine)).toEqual([]);
    await keepPicture(mine, "account-with-other-names-390");
    expect([...complaints, ...ofOwner]).toEqual([]);
  });

  it.each([
    ["with JavaScript", true],
    ["without JavaScript", false],
  ])("can be rejected by the owner, and the payer sees it, %s", async (_name, javaScriptEnabled) => {
    const deposit = await shop.deposit();
    const { page, complaints } = await payer(deposit, javaScriptEnabled);
    await send(page, await inAnotherName());
    await heading(page, sees);
    const { page: mine } = await owner(`/deposits/${deposit.id}`);
    await mine.getByRole("button", { name: "Reject receipt" }).click();
    await mine.getByText("A person rejected the receipt.").first().waitFor();
    if (!javaScriptEnabled) await page.getByRole("link", { name: "Check again" }).click();
    await page.getByRole("heading", { name: "The seller did not accept this receipt" }).waitFor();
    if (javaScriptEnabled) {
      expect(await violations(page)).toEqual([]);
      await keepPicture(page, "payer-rejected-390");
    }
    await send(page, await shop.pay());
    await heading(page, "Payment confirmed");
    expect(complaints).toEqual([]);
  });

  it("has the same states in Amharic, and another receipt can be sent meanwhile", async () => {
    const deposit = await shop.deposit();
    await shop.submitAndSettle(deposit.id, await inAnotherName());
    const { page, complaints } = await payer(deposit);
    await page.getByRole("link", { name: "አማርኛ" }).click();
    await heading(page, "ሻጩ ክፍያዎን እያጣራ ነው");
    await expectToFit(page, "payer-in-review-am");
    await page.setViewportSize(phone.viewport);
    await page.getByRole("textbox").fill(await shop.pay());
    await page.getByRole("button", { name: /^(?:ክፍያዬን አረጋግጥ|እንደገና ሞክር)$/ }).click();
    await heading(page, "ክፍያዎ ተረጋግጧል");
    expect(complaints).toEqual([]);
  });
});

describe("a receipt that does not count", () => {
  it("shows whether it is of another account or already used", async () => {
    const deposit = await shop.deposit();
    const { page, complaints } = await payer(deposit);
    await send(page, await shop.pay({ receiverAccount: "0999887766" }));
    await page.getByRole("heading", { name: "The receiver is not one of the seller's accounts" }).waitFor();
    const used = await shop.pay();
    await shop.submitAndSettle((await shop.deposit()).id, used);
    await send(page, used);
    await page.getByRole("heading", { name: "This receipt was already used" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await keepPicture(page, "payer-used-before-390");
    expect(complaints).toEqual([]);
  });
});

describe("a person at the counter", () => {
  const verified = async (order: object = {}) => {
    const { referenceNumber: reference } = await system.pay({
      ...{ bank: "telebirr", amount: "1250.00", receiverName: "Test Merchant" },
      receiverAccount: (await shop.deposit()).paymentOptions[0]?.accountNumber,
      ...order,
    });
    const again = () => system.verify(shop.account, { bank: "telebirr", reference }, { waitMs: 15_000 });
    return { again, requestId: String((await again().expect(200)).body.requestId) };
  };

  it.each<[string, object, number, RegExp]>([
    ["accept", {}, 0, /^Deliver$/],
    [
      "review",
      { receiverName: "Abel Girma" },
      0,
      /^Review first: the receipt does not prove that the money went to you$/,
    ],
    [
      "wrong-receiver",
      { receiverAccount: "0999887766" },
      0,
      /^Do not deliver: the money went to another account$/,
    ],
    ["used", {}, 2, /^Do not deliver: already used 2 times, first on \S/],
  ])("shows the decision in words above everything else: %s", async (name, order, before, words) => {
    const { again, requestId } = await verified(order);
    let last = requestId;
    for (let nth = 0; nth < before; nth += 1) last = String((await again().expect(200)).body.requestId);
    const { page, complaints } = await owner(`/requests/${last}`);
    const answer = page.locator("p.decision");
    await answer.waitFor();
    expect((await answer.innerText()).trim()).toMatch(words);
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await expectToFit(page, `request-${name}`);
    await page.goto(`${system.url}/dashboard/payments`);
    const badge = page.getByRole("row").filter({ has: page.locator(`a[href$="${last}"]`) });
    await badge.getByText(/^(Deliver|Review first|Do not deliver)$/).waitFor();
    expect(complaints).toEqual([]);
  });

  it("marks a deposit as paid by hand with a note, and cancels another", async () => {
    const [paid, canceled] = [await shop.deposit(), await shop.deposit()];
    const { page, complaints } = await owner(`/deposits/${paid.id}`);
    const byHand = page.getByRole("region", { name: "Paid without a receipt" });
    await byHand.getByRole("button", { name: "Mark as paid" }).click();
    await byHand.getByText(/^Is required/).waitFor();
    expect(await violations(page)).toEqual([]);
    await expectToFit(page, "deposit-by-hand");
    await page.setViewportSize(phone.viewport);
    await byHand.getByLabel("Payment note").fill("In cash at the counter");
    await byHand.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("heading", { level: 3, name: "Confirmed" }).waitFor();
    await page.getByText("In cash at the counter").first().waitFor();
    await page.goto(`${system.url}/dashboard/deposits/${canceled.id}`);
    await page.getByRole("button", { name: "Cancel deposit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Cancel deposit" }).click();
    await page.getByRole("heading", { level: 3, name: "Canceled" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
