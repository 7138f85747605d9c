import type { Page } from "playwright-core";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system } from "../system.ts";
import { useChromium, type Visit } from "./chromium.ts";
import { dialogOf, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";

useChromium();
useLocalSystem({ verifiers: [] });

let opened: Visit;
let person: CallSignedIn;
beforeEach(async () => {
  const account = await system.account();
  person = await signIn(system, account);
  opened = await visitDashboard(account, "/bank-accounts");
});

const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Save" }).click();
const saved = async () => (await person("get", "/api/bank-accounts").expect(200)).body.data;

async function add(page: Page, bank: string, accountNumber: string): Promise<void> {
  await page.getByRole("button", { name: "Add account" }).click();
  await dialogOf(page).getByLabel("Bank").selectOption(bank);
  await dialogOf(page).getByLabel("Account number").fill(accountNumber);
  await dialogOf(page).getByLabel("Account name").fill("Selam Coffee Trading");
  await save(page);
}

describe("bank accounts", () => {
  it("can be added with hints for the bank, changed and removed", async () => {
    const { page, complaints } = opened;
    await page.getByText("No bank account yet").waitFor();
    await page.getByRole("button", { name: "Add account" }).click();
    await dialogOf(page).getByLabel("Bank").selectOption("telebirr");
    await dialogOf(page).getByText("The phone number of the wallet").waitFor();
    await dialogOf(page).getByLabel("Bank").selectOption("cbe");
    await dialogOf(page).getByText("All 13 digits").waitFor();
    await dialogOf(page).getByLabel("Account number").fill("1000412270936");
    await dialogOf(page).getByLabel("Account name").fill("Selam Coffee Trading");
    await save(page);
    await dialogOf(page).waitFor({ state: "detached" });
    const row = page.getByRole("row").filter({ hasText: "1000412270936" });
    await row.getByRole("button", { name: "Edit 1000412270936" }).click();
    expect(await dialogOf(page).getByLabel("Account name").inputValue()).toBe("Selam Coffee Trading");
    await dialogOf(page).getByLabel("Label").fill("Till 2");
    await save(page);
    await row.getByText("Till 2").waitFor();
    expect(await saved()).toMatchObject([{ bank: "cbe", accountNumber: "1000412270936", label: "Till 2" }]);
    await row.getByRole("button", { name: "Remove 1000412270936" }).click();
    await dialogOf(page).getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("No bank account yet").waitFor();
    expect(await saved()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("show a duplicate as an error of the number field, in the page's language", async () => {
    const { page } = opened;
    await add(page, "cbe", "1000412270936");
    await dialogOf(page).waitFor({ state: "detached" });
    await add(page, "cbe", "1000 4122 70936");
    await dialogOf(page).getByText("This account is already saved").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("accountNumber");
    expect(await dialogOf(page).getByLabel("Account number").inputValue()).toBe("1000 4122 70936");
    await dialogOf(page).getByLabel("Account number").fill("12");
    await save(page);
    await dialogOf(page)
      .getByText(/^Must be a (?:whole account|phone) number/)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "አማርኛ" }).click();
    await page.getByRole("button", { name: "ሒሳብ ያክሉ" }).click();
    await dialogOf(page).getByLabel("ባንክ").selectOption("cbe");
    await dialogOf(page).getByLabel("የሒሳብ ቁጥር").fill("1000412270936");
    await dialogOf(page).getByLabel("የሒሳቡ ባለቤት ስም").fill("ሰላም");
    await dialogOf(page).getByRole("button", { name: "አስቀምጥ" }).click();
    await dialogOf(page).getByText("ይህ ሒሳብ አስቀድሞ ተቀምጧል።").waitFor();
  });

  it("can belong to a business if the profile has one", async () => {
    const { page } = opened;
    await page.getByRole("button", { name: "Add account" }).click();
    await dialogOf(page).getByText("first enter the business name in your profile").waitFor();
    await dialogOf(page).getByRole("link", { name: "Go to profile" }).click();
    await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
    await page.getByLabel("Business name").fill("Selam Coffee Trading PLC");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.").waitFor();
    await page.goto(`${system.url}/dashboard/bank-accounts`);
    await page.getByRole("button", { name: "Add account" }).click();
    await dialogOf(page).getByLabel("Bank").selectOption("telebirr");
    await dialogOf(page).getByLabel("Owner").selectOption("business");
    await dialogOf(page).getByLabel("Account number").fill("0911 22 33 44");
    await dialogOf(page).getByLabel("Account name").fill("Selam Coffee Trading PLC");
    await save(page);
    await page.getByText("The business").waitFor();
    expect(await saved()).toMatchObject([{ bank: "telebirr", owner: "business" }]);
  });
});
