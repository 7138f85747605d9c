import { openShop, type Shop } from "../shop.ts";
import { system } from "../system.ts";
import { keepPicture, useChromium } from "./chromium.ts";
import { visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectWidth, lowTargets, violations, violationsInTheDark } from "./page-checks.ts";

let shop: Shop;
useChromium();
useLocalSystem({ verifiers: ["telebirr"] });
beforeEach(async () => {
  shop = await openShop(system);
});

/** A deposit whose payer sent two wrong receipts before the one that a person accepted. */
async function aDepositWithWrongReceipts(): Promise<string> {
  const { id } = await shop.deposit();
  await shop.submitAndSettle(id, await shop.pay({ amount: "12.50", senderName: "Hana Tadesse" }));
  await shop.submitAndSettle(
    id,
    await shop.pay({ receiverAccount: "0999887766", receiverName: "Other Shop" }),
  );
  await shop.submitAndSettle(id, await shop.pay({ receiverName: "Abel Girma", senderName: "Hana Tadesse" }));
  return id;
}

it("shows the owner what was paid with each wrong receipt, by whom, its number and link, and who accepted", async () => {
  const id = await aDepositWithWrongReceipts();
  const { page, complaints } = await visitDashboard(shop.account, `/deposits/${id}`);
  await page.getByRole("button", { name: "Accept payment" }).click();
  const receipt = (number: number) => page.getByRole("region", { name: `Receipt ${number}` });
  for (const text of [
    "Does not count",
    "The payment is less than the requested amount.",
    "ETB 12.50",
    "Hana Tadesse",
  ])
    await receipt(1).getByText(text).waitFor();
  await receipt(2).getByText("The receiver is not one of your bank accounts.").waitFor();
  await receipt(2).getByText("Other Shop").waitFor();
  await receipt(3).getByText("Counts").waitFor();
  await receipt(3)
    .getByText(/Accepted by .+/)
    .waitFor();
  const link = receipt(1).getByRole("link");
  const number = await link.textContent();
  expect(number).toMatch(/^[A-Z0-9]{10}$/);
  await link.click();
  await page.getByRole("heading", { level: 1, name: /^Request ver_/ }).waitFor();
  await page
    .getByText(number ?? "?")
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

it.each(["en", "am"])("is legible on every screen, light and dark, in %s", async (language) => {
  const id = await aDepositWithWrongReceipts();
  const { page, complaints } = await visitDashboard(shop.account, `/deposits/${id}?lang=${language}`);
  await page.getByText("Hana Tadesse").first().waitFor();
  expect(await violations(page)).toEqual([]);
  for (const width of [320, 360, 768, 1280]) {
    await expectWidth(page, width);
    expect(await lowTargets(page, "main")).toEqual([]);
    await keepPicture(page, `deposit-receipts-${language}-${width}`);
  }
  expect(await violationsInTheDark(page)).toEqual([]);
  await keepPicture(page, `deposit-receipts-${language}-1280-dark`);
  expect(complaints).toEqual([]);
});
