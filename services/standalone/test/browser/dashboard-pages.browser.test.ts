import { readdirSync } from "node:fs";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { openSystem, type System } from "../system.ts";
import { keepPicture, launchChromium, visit } from "./chromium.ts";
import { type DashboardAccount, emptyAccount, fullAccount, hostileAccount } from "./dashboard-accounts.ts";
import { openPage, type RegisteredPage, readRegistry, signInBrowser } from "./dashboard-visits.ts";

const folder = new URL("../../../../packages/dashboard/client/pages/", import.meta.url);
const names = readdirSync(folder);
const languages = ["en", "am"] as const;

let system: System;
let browser: Browser;
let registry: ReadonlyMap<string, RegisteredPage>;
let full: Awaited<ReturnType<typeof fullAccount>>;
let empty: DashboardAccount;
let hostile: DashboardAccount;
beforeAll(async () => {
  system = await openSystem();
  browser = await launchChromium();
  [full, empty, hostile] = [
    await fullAccount(system),
    await emptyAccount(system),
    await hostileAccount(system),
  ];
  const { page, context } = await visit(browser);
  registry = new Map((await readRegistry(page, system)).map((each) => [each.name, each]));
  await context.close();
});
afterAll(async () => {
  await browser.close();
  await full.receiver.close();
  await system.stop();
});

function registered(name: string): RegisteredPage {
  const page = registry.get(name);
  if (page === undefined) throw new Error(`client/pages.ts has no page of the name ${name}`);
  return page;
}

async function show(page: Page, name: string, who: DashboardAccount, language: string): Promise<void> {
  const place = registered(name);
  if (place.access === "session") await signInBrowser(page, system, who.account);
  await openPage(page, system, place, { params: who.params, language });
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Run by the debugger, which the page's policy does not bind. */
async function violations(page: Page, runOnly: readonly string[]): Promise<string[]> {
  const result = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(runOnly)} })`)) as axe.AxeResults;
  expect(result.passes.length).toBeGreaterThan(0);
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Higher than WCAG asks for: they are hit with a thumb. Links within a sentence are as high as it is. */
async function lowTargets(page: Page): Promise<unknown> {
  return await page.evaluate(
    `[...document.querySelectorAll("a, button, input, select, textarea, summary")]
      .filter((target) => target.checkVisibility() && !target.classList.contains("skip"))
      .filter((target) => (target.closest(".choice") ?? target).getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML)`,
  );
}

async function expectToFit(page: Page, name: string): Promise<void> {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(await lowTargets(page)).toEqual([]);
    if (width > 320) await keepPicture(page, `dashboard-${name}-${width}`);
  }
}

describe.each(names)("the page %s", (name) => {
  it.each(languages)(
    "is open to everybody, light and dark, and fits every screen, in %s",
    async (language) => {
      const { page, context, complaints, requests } = await visit(browser);
      await show(page, name, full, language);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await expectToFit(page, `${name}-${language}`);
      await page.evaluate(axe.source);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await violations(page, tags)).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await violations(page, ["color-contrast"])).toEqual([]);
      await keepPicture(page, `dashboard-${name}-${language}-dark`);
      expect(complaints).toEqual([]);
      for (const url of requests) expect(url.startsWith(system.url)).toBe(true);
      await context.close();
    },
  );

  it("says what to do where there is nothing yet", async () => {
    const { page, context, complaints } = await visit(browser);
    await show(page, name, empty, "am");
    await expectToFit(page, `${name}-empty-am`);
    await page.evaluate(axe.source);
    expect(await violations(page, tags)).toEqual([]);
    // What there is not is asked for before it is known.
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
    await context.close();
  });

  it("shows whatever somebody calls himself as text", async () => {
    const { page, context, complaints, requests } = await visit(browser);
    await show(page, name, hostile, "en");
    await expectToFit(page, `${name}-hostile-en`);
    expect(await page.evaluate("globalThis.ridden")).toBeUndefined();
    expect(await page.locator("img[src=x], [onerror], [onload], main script, main iframe").count()).toBe(0);
    expect(complaints).toEqual([]);
    for (const url of requests) expect(url.startsWith(system.url)).toBe(true);
    await context.close();
  });
});
