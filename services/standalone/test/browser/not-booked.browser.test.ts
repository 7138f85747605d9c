import { until } from "@receipts/testing";
import { bringForward } from "../bring-forward.ts";
import { pathOf } from "../checkout-page-client.ts";
import { openShop } from "../shop.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { expectToFit, expectWidth, violations } from "./page-checks.ts";
import { account, answerOf, ask, openShift, PHONE, payment, useTills } from "./till-visits.ts";

useChromium();
useTills({ CHECKOUT_RECHECK_MINUTES: "10" });

/** Of a payment whose screen comes before the bank's record. */
const unbooked = () =>
  system.pay({
    ...{ bank: "telebirr", amount: "1250.00", bookedAfterSeconds: 3_600 },
    ...{ receiverAccount: PHONE, receiverName: "Test Merchant" },
  });

/** Ids of the requests of an account that wait, once there are any. */
async function waitingOf(userId: string): Promise<string[]> {
  let ids: string[] = [];
  await until(async () => {
    const rows = await system.sql<{ id: string }>(
      "select id from verification_requests where user_id = $1 and recheck_at is not null and completed_at is null",
      userId,
    );
    ids = rows.map(({ id }) => id);
    return ids.length > 0;
  });
  return ids;
}

const fromAwash =
  "Dear Customer, your Account 01320xxxxxx7715 has been Credited with ETB 1250.00 on 2026-11-03 07:17:06 by ABEBE KEBEDE via IPS Bank of Abyssinia. Your balance now is ETB 9500.00. Awash Bank.";

describe("a payment that the bank does not have yet", () => {
  it("is found while the cashier serves the next customer", async () => {
    const { page } = await openShift({ prepare: (opened) => opened.clock.install() });
    const { referenceNumber } = await unbooked();
    await ask(page, referenceNumber);
    await page.getByText("The bank does not have this payment yet. It is asked again at").waitFor();
    expect(await violations(page)).toEqual([]);
    await expectToFit(page, "till-not-booked");
    await page.locator("#next").click();
    await ask(page, (await payment("900.00")).smsText);
    await answerOf(page, "reject");
    await system.book("telebirr", referenceNumber);
    await bringForward(system.sql, ...(await waitingOf(account.userId)));
    await until(async () => {
      await page.clock.fastForward(20_000);
      return (await page.locator("#news").innerText()).includes(referenceNumber);
    });
    expect(await page.locator("#news").innerText()).toContain("Accepted");
    await keepPicture(page, "till-booked");
  });

  it("ends at the till when its number is corrected, and the corrected one is verified at once", async () => {
    const { page } = await openShift();
    const { referenceNumber } = await unbooked();
    await ask(page, referenceNumber);
    await page.getByText("The bank does not have this payment yet").waitFor();
    const [id = ""] = await waitingOf(account.userId);
    await page.getByRole("button", { name: "Correct the number" }).click();
    expect(await page.locator("#reference").inputValue()).toBe(referenceNumber);
    await ask(page, (await payment()).smsText);
    expect(await answerOf(page, "accept")).toContain("Hand over");
    await until(async () => (await system.statusOf(account, id)).status === "not_found");
  });

  it("is shown on the payment page, and found there", async () => {
    const shop = await openShop(system);
    const deposit = await shop.deposit();
    const { page, complaints } = await visit(browser);
    await page.goto(`${system.url}${pathOf(deposit)}`);
    const { referenceNumber } = await system.pay({
      ...{ bank: "telebirr", amount: "1250.00", bookedAfterSeconds: 3_600 },
      receiverAccount: deposit.paymentOptions[0]?.accountNumber ?? "",
      receiverName: deposit.paymentOptions[0]?.accountName ?? "",
    });
    await page.getByRole("textbox").fill(referenceNumber);
    await page.getByRole("button", { name: "Check my payment" }).click();
    await page.getByRole("heading", { level: 1, name: "The bank does not have your payment yet" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await expectToFit(page, "checkout-not-booked");
    expect(await page.getByRole("textbox").isVisible()).toBe(true);
    await system.book("telebirr", referenceNumber);
    await bringForward(system.sql, ...(await waitingOf(shop.account.userId)));
    await page.getByRole("heading", { level: 1, name: "Payment confirmed" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("a message without a receipt", () => {
  it("tells the cashier what to ask the payer for", async () => {
    const { page } = await openShift();
    await ask(page, fromAwash);
    const fault = page.locator("#reference-fault");
    await fault.getByText("This message has no receipt. Ask the payer for the link of the receipt").waitFor();
    expect(await fault.innerText()).toContain("Bank of Abyssinia");
    await expectToFit(page, "till-no-receipt");
  });

  it("tells the payer what to send, and keeps the attempt", async () => {
    const shop = await openShop(system);
    const deposit = await shop.deposit();
    const { page } = await visit(browser);
    await page.goto(`${system.url}${pathOf(deposit)}`);
    await page.getByRole("textbox").fill(fromAwash);
    await page.getByRole("button", { name: "Check my payment" }).click();
    await page.getByRole("heading", { name: "This message has no receipt" }).waitFor();
    await expectToFit(page, "checkout-no-receipt");
    expect((await shop.read(deposit.id)).attemptsLeft).toBe(10);
  });
});

it("airtime is shown as no payment to a shop", async () => {
  const { page } = await openShift();
  const { smsText } = await system.pay({
    ...{ bank: "telebirr", amount: "1250.00", type: "airtime" },
    ...{ receiverAccount: PHONE, receiverName: "Test Merchant" },
  });
  await ask(page, smsText);
  expect(await answerOf(page, "reject")).toContain("This is no payment to a shop");
  await expectToFit(page, "till-airtime");
});

it.each([
  ["en", "Where is the number?", "telebirr: where is the number?"],
  ["am", "ቁጥሩ የት አለ?", "ቴሌብር፦ ቁጥሩ የት አለ?"],
])(
  "the pages for payers fit a phone, and are one step from the till and the payment page: %s",
  async (language, link, title) => {
    const shop = await openShop(system);
    const places = [`${pathOf(await shop.deposit())}?lang=${language}`, undefined];
    for (const place of places) {
      const { page, context } = place === undefined ? await openShift({ language }) : await visit(browser);
      if (place !== undefined) await page.goto(`${system.url}${place}`);
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: link }).click();
      const docs = await opened;
      // The payment page knows the bank.
      if (place === undefined)
        await docs.getByRole("link", { name: language === "en" ? "telebirr" : "ቴሌብር", exact: true }).click();
      await docs.getByRole("heading", { level: 1, name: title }).waitFor();
      expect(await violations(docs)).toEqual([]);
      for (const width of [320, 390]) await expectWidth(docs, width);
      await keepPicture(docs, `where-is-the-number-${language}`);
    }
  },
);
