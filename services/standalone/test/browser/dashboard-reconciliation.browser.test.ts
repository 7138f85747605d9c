import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { system, type TestAccount } from "../system.ts";
import { browser, useChromium, visit } from "./chromium.ts";
import { dialogOf, signInBrowser } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";

useChromium();
useLocalSystem({ verifiers: [] });

let account: TestAccount;
let page: Page;
beforeEach(async () => {
  account = await system.account();
  ({ page } = await visit(browser));
  await signInBrowser(page, system, account);
  await page.goto(`${system.url}/dashboard/reconciliations`);
  await page.getByText("No statement was compared yet").waitFor();
});

async function choose(name: string, text: string): Promise<void> {
  await page
    .getByLabel("Statement", { exact: true })
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByLabel("Bank", { exact: true }).selectOption("telebirr");
  await page.getByRole("button", { name: "Compare" }).click();
}

describe("a statement", () => {
  it("of a known layout is sent, compared, read by class, downloaded and deleted", async () => {
    await choose(
      "march.csv",
      "Transaction No,Transaction Time,Amount,Status\nDC25MN8R1T,2026-03-02 10:14:59,1250.50,Completed\nDC25MN8R1U,2026-03-02,x,Completed",
    );
    await page.getByRole("heading", { name: "Statement march.csv" }).waitFor();
    await page.getByRole("cell", { name: "DC25MN8R1T" }).waitFor();
    await page.getByRole("link", { name: "Not readable" }).click();
    await page.getByText("Amount: x").waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV Download all" }).click();
    const text = await readFile(await (await downloading).path(), "utf8");
    expect(text.split("\r\n")[1]).toMatch(/^statement_only,,2,DC25MN8R1T,1250\.50,in,/);

    await page.goto(`${system.url}/dashboard/reconciliations`);
    await page.getByRole("button", { name: "Delete march.csv" }).click();
    await dialogOf(page).getByRole("button", { name: "Delete" }).click();
    await page.getByText("No statement was compared yet").waitFor();
    expect(await system.sql("select from reconciliations where user_id = $1", account.userId)).toEqual([]);
  });

  it("of an unknown layout is mapped by hand, below its first rows", async () => {
    await choose("other.csv", "Bank of Tests\nWhen;Number;Sum\n02/03/2026;DC25MN8R1T;7,50");
    await page.getByRole("heading", { name: "Columns of the file" }).waitFor();
    await page.getByRole("cell", { name: "Bank of Tests" }).waitFor();
    await page.getByLabel("Date, or date and time").selectOption("When");
    await page.getByLabel("Transaction number").selectOption("Number");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("must name either the column").waitFor();
    await page.getByLabel("Amount, in and out in one column").selectOption("Sum");
    await page.getByLabel("Decimal separator").selectOption(",");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "Statement other.csv" }).waitFor();
    await page.getByRole("cell", { name: "ETB 7.50" }).first().waitFor();
    // The result that could not be read is replaced.
    const saved = await system.sql("select status from reconciliations where user_id = $1", account.userId);
    expect(saved).toEqual([{ status: "completed" }]);
  });
});
