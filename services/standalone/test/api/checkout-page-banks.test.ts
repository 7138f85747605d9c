import { bankTitle, type Deposit, supportedBankCodes } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { insertBankPast } from "../bank-past.ts";
import { pathOf, type ShownPage, shown } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
let deposit: Deposit;
useSystem({ verifiers: [] });
beforeAll(async () => {
  shop = await openShop(system);
  for (const bank of supportedBankCodes)
    if (bank !== "telebirr") await system.saveBankAccount(shop.account, bank);
  await system.saveBankAccount(shop.account, "cbe", "1000999988887");
  deposit = await shop.deposit();
});

const open = async (query = "", headers: Record<string, string> = {}, of = deposit): Promise<ShownPage> =>
  shown(await fetch(`${system.url}${pathOf(of)}${query}`, { headers }));
const accountsOn = ({ text }: ShownPage) =>
  deposit.paymentOptions.filter(({ accountNumber }) => text.includes(accountNumber));
const cookieOf = ({ headers }: ShownPage) => headers.get("set-cookie");

describe("the page of a shop with many banks", () => {
  it("asks which bank the payer pays from, by the names of the banks, and shows no account yet", async () => {
    const page = await open();
    expect(page.text).toContain("Which bank do you pay from?");
    for (const bank of supportedBankCodes) {
      expect(page.text).toContain(bankTitle(bank));
      expect(page.html).toContain(`href="${pathOf(deposit)}?from=${bank}"`);
    }
    expect(accountsOn(page)).toEqual([]);
    expect(cookieOf(page)).toBeNull();
    expect((await open("?lang=am")).text).toContain("ከየትኛው ባንክ ይከፍላሉ?");
  });

  it("has the form for payers who have paid, folded", async () => {
    const { html } = await open();
    expect(html).toMatch(/<details class="card"><summary>I have already paid<\/summary>.*<textarea/s);
  });

  it.each(supportedBankCodes)("shows the account at %s alone, with its steps", async (bank) => {
    const page = await open(`?from=${bank}`);
    const [account, ...others] = accountsOn(page).filter((option) => option.bank === bank);
    expect(accountsOn(page)).toEqual([account, ...others]);
    expect(page.html).toContain(`data-copy="${account?.accountNumber}"`);
    expect(page.text).toContain(`Open the ${bankTitle(bank)} app.`);
    expect(page.text).toContain("Send ETB 1,250.00 to the account above.");
    expect(page.html).toContain(`/docs/where-is-the-number-${bank}"`);
    expect(page.text).toContain("2. Paste your receipt");
    expect((await open(`?from=${bank}&lang=am`)).text).toContain(bankTitle(bank, "am"));
  });

  it("lets phones without an app dial, where the code is known", async () => {
    expect((await open("?from=telebirr")).html).toContain('href="tel:*127%23"');
    expect((await open("?from=amhara")).html).not.toContain("tel:");
  });

  it("leads to the seller's other account at this bank, and to the other banks", async () => {
    const first = await open("?from=cbe&lang=en");
    expect(first.text).toContain("Pay to account 1000999988887 instead");
    expect(first.html).toContain(`href="${pathOf(deposit)}?lang=en&amp;from=cbe&amp;to=2"`);
    const second = await open("?from=cbe&to=2");
    expect(second.html).toContain('data-copy="1000999988887"');
    expect(second.html).toContain(`href="${pathOf(deposit)}?from=any"`);
    expect((await open("?from=any")).text).toContain("Which bank do you pay from?");
  });

  it("keeps the choice in the form, the language links and the page's own address", async () => {
    const { html } = await open("?lang=am&from=cbe&to=2");
    const kept = "?lang=am&amp;from=cbe&amp;to=2";
    expect(html).toContain(`action="${pathOf(deposit)}/receipts${kept}#paste"`);
    expect(html).toContain(`data-page="${pathOf(deposit)}${kept}"`);
    expect(html).toContain("?lang=en&amp;from=cbe&amp;to=2");
  });

  it("is remembered by the browser alone, for the checkout alone", async () => {
    const cookie = cookieOf(await open("?from=mpesa"));
    expect(cookie).toMatch(/^checkout_bank=mpesa; Path=\/checkout; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const [pair = ""] = cookie?.split(";") ?? [];
    const next = await open("", { cookie: pair }, await shop.deposit());
    expect(next.text).toContain("Open the M-PESA app.");
    expect(next.text).toContain("Pay from another bank");
    expect(cookieOf(next)).toBeNull();
    expect((await open("?from=any", { cookie: pair })).text).toContain("Which bank do you pay from?");
  });

  it.each(["from=zemen", "from=x&to=1", "from=cbe&from=boa", "from[a]=cbe", "from=", "to=2"])(
    "asks if the address names no bank of the shop: %s",
    async (query) => {
      const page = await open(`?${query}`, { cookie: "checkout_bank=zemen" });
      expect(page.text).toContain("Which bank do you pay from?");
      expect(cookieOf(page)).toBeNull();
    },
  );

  it.each(["0", "3", "1.5", "-1", "x"])("shows the first account for the number %s", async (to) => {
    const first = deposit.paymentOptions.find(({ bank }) => bank === "cbe");
    expect((await open(`?from=cbe&to=${to}`)).html).toContain(`data-copy="${first?.accountNumber}"`);
  });
});

it("does not ask where the shop has one bank, and remembers none", async () => {
  const only = await shop.deposit({ banks: ["boa"] });
  for (const query of ["", "?from=any", "?from=boa"]) {
    const page = await open(query, {}, only);
    expect(page.text).toContain("Open the Bank of Abyssinia app.");
    expect(page.text).not.toContain("Pay from another bank");
    expect(cookieOf(page)).toBeNull();
  }
});

it("names a bank that is down before the payer pays, and no other", async () => {
  await insertBankPast(system, { dashen: { now: [0, 40] }, awash: { now: [40, 0] } });
  // The states are read every ten seconds.
  await until(async () => (await open()).text.includes("does not answer now"));
  const asked = await open();
  expect(asked.text).toMatch(/Dashen Bank does not answer now/);
  expect(asked.text.match(/does not answer now/g)).toHaveLength(1);
  const chosen = await open("?from=dashen");
  expect(chosen.text).toContain(
    "Dashen Bank does not answer now If you pay now, we can check your payment only",
  );
  expect((await open("?from=dashen&lang=am")).text).toContain("ዳሸን ባንክ አሁን ምላሽ አይሰጥም");
  expect((await open("?from=awash")).text).not.toContain("does not answer now");
});
