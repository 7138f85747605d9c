import { readFile } from "node:fs/promises";
import { aReference, system, type TestAccount } from "../system.ts";
import { keepPicture, useChromium } from "./chromium.ts";
import { dialogOf, heading, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

useChromium();
useLocalSystem({ verifiers: ["telebirr"] });

let account: TestAccount;
beforeEach(async () => {
  await system.control({ latencyMs: 0 });
  account = await system.account({ credits: 100 });
  await system.saveBankAccount(account, "telebirr", "0911005678");
});

async function paid(): Promise<string> {
  const order = {
    bank: "telebirr",
    receiverAccount: "0911005678",
    receiverName: "Sara Coffee Trading",
    amount: "250.00",
  };
  return (await system.pay(order)).referenceNumber;
}

const unknown = () => `${aReference().slice(0, -2)}NF`;

describe("an owner who runs a list of receipts", () => {
  it("pastes it, watches it to its end, and downloads it", async () => {
    await system.control({ bank: "telebirr", latencyMs: 300 });
    const visited = await visitDashboard(account, "/batches", { viewport: { width: 1_280, height: 900 } });
    const { page, complaints } = visited;
    await page.getByRole("link", { name: "Verify a list" }).first().click();
    await heading(page, "Verify a list");
    await page.getByLabel("Name of the list").fill("Monday evening");
    const receipts = [await paid(), await paid(), await paid(), await paid(), await paid(), unknown()];
    await page.getByLabel("Receipts", { exact: true }).fill(`${receipts.join("\n")}\n`);
    await page.getByRole("button", { name: "Verify the list" }).click();
    await heading(page, /Monday evening/);
    await page.getByText("6 of 6 receipts have ended").waitFor();
    await page.getByText("Completed", { exact: true }).waitFor();
    const rows = page.getByRole("table").getByRole("row");
    expect(await rows.count()).toBe(7);
    expect(await rows.filter({ hasText: "ETB 250.00" }).count()).toBe(5);
    expect(await violations(page)).toEqual([]);
    await keepPicture(page, "dashboard-batch");
    expect(await violationsInTheDark(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain(receipts[0]);
    await page.getByRole("navigation").getByRole("link", { name: "Lists of receipts" }).click();
    await page.getByRole("link", { name: "Monday evening" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("chooses a file, corrects the line that is wrong, and sends it", async () => {
    const { page } = await visitDashboard(account, "/batches/new");
    const csv = `Reference number;Bank;Label\r\n${await paid()};telebirr;order-1\r\n${await paid()};nobank;order-2\r\n`;
    await page
      .getByLabel("Or choose a CSV file")
      .setInputFiles({ name: "day.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    const text = page.getByLabel("Receipts", { exact: true });
    await page.waitForFunction(`document.querySelector("#field-items").value.includes("order-2")`);
    await page.getByRole("button", { name: "Verify the list" }).click();
    await page.getByRole("alert").getByText("Line 3").waitFor();
    expect(await violations(page)).toEqual([]);
    await text.fill((await text.inputValue()).replace("nobank", "telebirr"));
    await page.getByRole("button", { name: "Verify the list" }).click();
    await page.getByText("2 of 2 receipts have ended").waitFor();
    await page.getByText("order-2").waitFor();
  });

  it("cancels it, and gets back what has not started", async () => {
    await system.control({ bank: "telebirr", latencyMs: 5_000 });
    const { page } = await visitDashboard(account, "/batches/new");
    await page
      .getByLabel("Receipts", { exact: true })
      .fill(Array.from({ length: 20 }, () => aReference()).join("\n"));
    await page.getByRole("button", { name: "Verify the list" }).click();
    await page.getByRole("button", { name: "Cancel the list" }).click();
    await dialogOf(page).getByRole("button", { name: "Cancel the list" }).click();
    await dialogOf(page).waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "Not started" }).first().waitFor();
    expect(await system.balanceOf(account)).toBeGreaterThanOrEqual(96);
  });

  it.each(["en", "am"])("can do so on a phone, in %s", async (language) => {
    const { page } = await visitDashboard(account, `/batches/new?lang=${language}`, {
      viewport: { width: 360, height: 740 },
    });
    await page.locator("#field-items").fill(`${await paid()}\n${unknown()}`);
    await expectToFit(page);
    await page.locator("form button[type=submit]").click();
    await page.locator(".badge.good").first().waitFor();
    await page.locator("tbody tr").nth(1).waitFor();
    await expectToFit(page);
    await keepPicture(page, `dashboard-batch-phone-${language}`);
  });
});
