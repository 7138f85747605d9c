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

const shownIn = {
  en: {
    invalid: "Lines to correct",
    reason: "ask the payer for the receipt's link",
    progress: "2 of 2 receipts have ended",
    asLine: "As line 1",
  },
  am: {
    invalid: "መታረም ያለባቸው መስመሮች",
    reason: "ከፋዩን የደረሰኙን ሊንክ",
    progress: "ከ2 ደረሰኞች 2 ተጠናቀዋል",
    asLine: "እንደ መስመር 1",
  },
} as const;

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
      page.getByRole("link", { name: "CSV Download" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain(receipts[0]);
    await page.getByRole("navigation").getByRole("link", { name: "Lists of receipts" }).click();
    await page.getByRole("link", { name: "Monday evening" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(["en", "am"] as const)(
    "pastes messages with mistakes, and sees first which lines were not verified and why, in %s",
    async (language) => {
      const shown = shownIn[language];
      const visited = await visitDashboard(account, `/batches/new?lang=${language}`, {
        viewport: { width: 1_280, height: 1_000 },
      });
      const { page, complaints } = visited;
      const order = { bank: "telebirr", amount: "250.00", receiverAccount: "0911005678" };
      const { smsText, referenceNumber } = await system.pay({
        ...order,
        receiverName: "Sara Coffee Trading",
      });
      const message = `${smsText}\n\nThank you for using telebirr\nEthio telecom`;
      const credited =
        "Dear Customer, your Account 01320xxxxxx7715 has been Credited with ETB 850.00 on 2026-11-03 07:17:06 by ABEBE KEBEDE via IPS Bank of Abyssinia. Your balance now is ETB 950.00. Thank You. Awash Bank.";
      const pasted = [message, credited, await paid(), "FT26061AB12C", "no receipt", referenceNumber];
      await page.locator("#field-items").fill(pasted.join("\n"));
      await page.locator("form button[type=submit]").click();
      const invalid = page.getByRole("region", { name: shown.invalid });
      await invalid.getByRole("row").nth(3).waitFor();
      expect(await invalid.getByRole("row").count()).toBe(4);
      await invalid.getByText(shown.reason).first().waitFor();
      // Lines are those of the pasted text, in which a message spans several.
      const line = pasted.join("\n").split("\n").indexOf("no receipt") + 1;
      expect(line).toBeGreaterThan(pasted.length);
      const text = page.getByText("no receipt", { exact: true });
      const unreadable = invalid.getByRole("row").filter({ has: text });
      expect(await unreadable.getByRole("cell").first().innerText()).toBe(String(line));
      await page.getByText(shown.progress).waitFor();
      await page.getByText(shown.asLine).waitFor();
      expect(await system.balanceOf(account)).toBe(98);
      expect(await violations(page)).toEqual([]);
      await keepPicture(page, `dashboard-batch-invalid-${language}`);
      expect(await violationsInTheDark(page)).toEqual([]);
      await expectToFit(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await keepPicture(page, `dashboard-batch-invalid-phone-${language}`);
      expect(complaints).toEqual([]);
    },
  );

  it("chooses a file, and sees the lines of the file that were not verified", async () => {
    const { page } = await visitDashboard(account, "/batches/new");
    const [first, second] = [await paid(), await paid()];
    const csv = `Reference number;Bank;Amount;Label\r\n${first};telebirr;12,50;order-1\r\n${second};;;order-2\r\n\r\n${second};;;order-3\r\n${second};;99.00;order-4\r\n`;
    await page
      .getByLabel("Or choose a CSV file")
      .setInputFiles({ name: "day.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.waitForFunction(`document.querySelector("#field-items").value.includes("order-4")`);
    await page.getByRole("button", { name: "Verify the list" }).click();
    const invalid = page.getByRole("region", { name: "Lines to correct" });
    await invalid.getByRole("row").nth(2).waitFor();
    const rows = await invalid.getByRole("row").allInnerTexts();
    expect(rows[1]).toMatch(/2.*order-1.*Amount: /s);
    expect(rows[2]).toMatch(/6.*order-4.*The same receipt as line 3, with another amount/s);
    await page.getByText("1 of 1 receipts have ended").waitFor();
    const repeated = page.getByRole("row").filter({ hasText: "order-3" });
    await repeated.getByText("As line 3").waitFor();
    await repeated.getByText("Line 3: ").waitFor();
  });

  it("chooses a file, corrects the line that is wrong, and sends it", async () => {
    const { page } = await visitDashboard(account, "/batches/new");
    const csv = `Reference number;Bank;Label\r\n${await paid()};nobank;order-1\r\n${await paid()};nobank;order-2\r\n`;
    await page
      .getByLabel("Or choose a CSV file")
      .setInputFiles({ name: "day.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    const text = page.getByLabel("Receipts", { exact: true });
    await page.waitForFunction(`document.querySelector("#field-items").value.includes("order-2")`);
    await page.getByRole("button", { name: "Verify the list" }).click();
    await page.getByRole("alert").getByText("Line 3").waitFor();
    expect(await violations(page)).toEqual([]);
    await text.fill((await text.inputValue()).replaceAll("nobank", "telebirr"));
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
