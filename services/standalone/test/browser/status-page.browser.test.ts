import { supportedBankCodes } from "@receipts/contracts";
import type { Page } from "playwright-core";
import { type BankPast, insertBankPast } from "../bank-past.ts";
import { system, useSystem } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

useChromium();
useSystem({ verifiers: [] });

const quarter: BankPast["days"] = Array.from({ length: 89 }, (_, index) => {
  if (index > 70) return null;
  if (index % 23 === 5) return [20, 80];
  return index % 11 === 3 ? [930, 70] : [1_000, index % 3];
});
const well: BankPast = { now: [50, 0], days: Array.from({ length: 89 }, () => [500, 0] as const) };

const usual: Parameters<typeof insertBankPast>[1] = {
  ...Object.fromEntries(supportedBankCodes.map((bank) => [bank, well])),
  cbe: { now: [50, 0], days: quarter },
  boa: { now: [50, 0], days: quarter, incidents: 50 },
};

/** Past of each bank that the page shows; other banks have none. */
const states: Readonly<Record<string, Parameters<typeof insertBankPast>[1]>> = {
  "never-asked": {},
  "all-answer": usual,
  faults: {
    ...usual,
    boa: { ...usual.boa, now: [0, 40] },
    kaafiebirr: { ...well, now: [0, 40] },
    cbe: { ...usual.cbe, now: [30, 10] },
  },
};

async function setBanks(name: string): Promise<void> {
  for (const table of ["bank_incidents", "bank_attempts", "bank_conditions"])
    await system.sql(`delete from ${table}`);
  await insertBankPast(system, states[name] ?? {});
}

const languages = ["en", "am"] as const;
const headings: Readonly<Record<string, Readonly<Record<(typeof languages)[number], string>>>> = {
  "never-asked": { en: "No recent requests to any bank", am: "በቅርቡ የተጠየቀ ባንክ የለም" },
  "all-answer": { en: "All banks are operational", am: "ሁሉም ባንኮች መልስ ይሰጣሉ" },
  faults: {
    en: "Bank of Abyssinia and Kaafi eBirr are down",
    am: "አቢሲንያ ባንክ እና ካፊ ኢ-ብር መልስ አይሰጡም",
  },
  unreadable: { en: "The status is unavailable", am: "ሁኔታውን አሁን ማወቅ አልተቻለም" },
};

/** Opens the days of three banks: those of the others are built alike, and axe looks at each cell. */
async function checkLayout(page: Page, name: string, language: (typeof languages)[number]): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll("details").forEach((one, index) => { one.open = index < 3; })`,
  );
  // Colours and structure are those of the other language.
  if (language === "en") {
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  if (name.startsWith("status-faults-en")) await keepPicture(page, `${name}-dark-390`);
  await page.emulateMedia({ colorScheme: "light" });
  await expectToFit(page);
  await page.evaluate(
    `document.querySelectorAll("details").forEach((one, index) => { one.open = index === 1; })`,
  );
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await keepPicture(page, `${name}-${width}`);
  }
}

async function show(page: Page, name: string, language: (typeof languages)[number]): Promise<void> {
  const heading = headings[name]?.[language];
  await page.goto(`${system.url}/status?lang=${language}`);
  // The page may be cached from before the banks changed for a second or two.
  while ((await page.locator("h1").textContent()) !== heading) await page.reload();
}

async function checkPage(name: string, language: (typeof languages)[number], status = 200): Promise<void> {
  const { page, complaints, requests } = await visit(browser);
  await show(page, name, language);
  complaints.length = 0;
  const answer = await page.reload();
  expect([answer?.status(), await page.locator("html").getAttribute("lang")]).toEqual([status, language]);
  await checkLayout(page, `status-${name}-${language}`, language);
  expect(complaints.filter((text) => !text.includes(`status of ${status}`))).toEqual([]);
  for (const url of requests) expect(url.startsWith(`${system.url}/status`)).toBe(true);
}

describe.each(Object.keys(states))("the status page: %s", (name) => {
  beforeAll(() => setBanks(name));

  it.each(languages)("is accessible, light and dark, and fits every screen, in %s", (language) =>
    checkPage(name, language),
  );
});

describe("the status page", () => {
  beforeAll(() => setBanks("faults"));

  it("works with the keyboard alone: language, a bank's days, and refresh", async () => {
    const { page } = await visit(browser);
    await show(page, "faults", "am");
    const focused = () => page.evaluate("document.activeElement.textContent");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("English");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: headings["faults"]?.en ?? "" }).waitFor();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Tab");
    expect(await focused()).toBe("Refresh");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Daily availability: Commercial Bank of Ethiopia");
    await page.keyboard.press("Enter");
    await page.getByRole("columnheader", { name: "Day (UTC)" }).waitFor();
  });

  it("describes the 90 days in words", async () => {
    const { page } = await visit(browser);
    await show(page, "faults", "en");
    const charts = page.getByRole("img", { name: /^The last 90 days: / });
    expect(await charts.count()).toBe(supportedBankCodes.length);
    expect(await charts.first().getAttribute("aria-label")).toMatch(
      /^The last 90 days: \d+ good days, \d+ days with errors, \d+ days mostly down, \d+ days without data$/,
    );
  });
});

describe("the status page while the database does not respond", () => {
  it("says so, in both languages", async () => {
    const client = await system.database.pool.connect();
    await client.query("begin");
    // Readers wait for 5 s and fail.
    await client.query("lock table bank_incidents in access exclusive mode");
    try {
      await Promise.all(languages.map((language) => checkPage("unreadable", language, 503)));
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
