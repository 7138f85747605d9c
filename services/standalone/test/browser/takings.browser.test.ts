import { openShop, type Shop } from "../shop.ts";
import { system } from "../system.ts";
import { keepPicture, useChromium } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations } from "./page-checks.ts";

let shop: Shop;
useChromium();
useLocalSystem({ verifiers: ["telebirr", "cbe"] });
beforeEach(async () => {
  shop = await openShop(system);
});

const phone = { viewport: { width: 390, height: 844 } };

async function accept(amount: string): Promise<void> {
  const deposit = await shop.deposit({ amount });
  await shop.submitAndSettle(deposit.id, await shop.pay({ amount }));
}

it("the owner closes the day on a phone: taken, counted, the difference, and what came later", async () => {
  await accept("1250.00");
  await accept("300.50");
  const { page, complaints } = await visitDashboard(shop.account, "/takings", phone);
  await heading(page, "Day and close");
  await page.getByText("ETB 1,550.50").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "takings-open");
  await page.setViewportSize(phone.viewport);

  await page.getByRole("button", { name: "Close the day" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/telebirr/).fill("1500.50");
  await dialog.getByLabel("Note").fill("One customer paid in cash.");
  await keepPicture(page, "takings-close");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close the day" }).click();

  const close = page.getByRole("region", { name: "Close" });
  await close.getByText("ETB -50.00").waitFor();
  await close.getByText("One customer paid in cash.").waitFor();
  expect(await page.getByRole("button", { name: "Close the day" }).count()).toBe(0);

  await accept("99.00");
  await page.reload();
  await close.getByText("After the close: ETB 99.00 (1 receipt).").waitFor();
  await expectToFit(page, "takings-closed");
  expect(complaints).toEqual([]);
});

it("the page speaks Amharic, and says what to do on a day without receipts", async () => {
  const { page } = await visitDashboard(shop.account, "/takings", { ...phone, locale: "am-ET" });
  await page.getByText("በዚህ ጊዜ ተቀባይነት ያገኘ ደረሰኝ የለም").waitFor();
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "takings-empty-am");
});
