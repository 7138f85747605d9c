import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { openSystem, type System } from "../system.ts";
import { keepPicture, launchChromium, visit } from "./chromium.ts";

const guides = [
  ...["", "/quick-start", "/quick-start.am", "/verify-and-wait", "/poll-stream-webhook", "/sms-and-links"],
  ...["/settlement-match", "/confirmation-history", "/idempotency", "/webhooks", "/deposits", "/sandbox"],
  ...["/keys", "/errors", "/limits", "/versions"],
];
const reference = [
  ...["/reference", "/reference/verification", "/reference/webhooks", "/reference/checkout-deposits"],
  "/reference/webhook-bodies",
];
const paths = [...guides, ...reference, "/nothing"].map((path) => `/docs${path}`);

let system: System;
let browser: Browser;
beforeAll(async () => {
  system = await openSystem({ verifiers: [] });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Run by the debugger, which the page's policy does not bind. */
async function violations(page: Page, runOnly: readonly string[]): Promise<string[]> {
  const result = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(runOnly)} })`)) as axe.AxeResults;
  expect(result.passes.length).toBeGreaterThan(0);
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

describe.each(paths)("the page %s", (path) => {
  it("is open to everybody on a phone and on a desk, light and dark", async () => {
    const { page, context, complaints, requests } = await visit(browser);
    await page.goto(`${system.url}${path}`);
    await page.evaluate(axe.source);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await violations(page, tags)).toEqual([]);
      await keepPicture(page, `docs${path.slice("/docs".length).replaceAll("/", "-")}-${width}`);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, ["color-contrast"])).toEqual([]);
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
    for (const url of requests) expect(url.startsWith(`${system.url}/docs`)).toBe(true);
    await context.close();
  });
});

describe("finding one's way", () => {
  it("goes from page to page by the folded list on a phone, and by what is next", async () => {
    const { page, context } = await visit(browser);
    await page.goto(`${system.url}/docs`);
    await page.getByText("All pages", { exact: true }).click();
    await page.getByRole("link", { name: "Limits" }).first().click();
    await page.waitForURL("**/docs/limits");
    await page.getByRole("link", { name: "Versions and changes" }).last().click();
    await page.waitForURL("**/docs/versions");
    await context.close();
  });

  it("skips to the text with the keyboard, and scrolls what is wide by itself", async () => {
    const { page, context } = await visit(browser);
    await page.goto(`${system.url}/docs/errors`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the text");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    const wide = page.locator(".wide").first();
    await wide.focus();
    const overflows = "(box) => box.scrollWidth > box.clientWidth";
    expect(await wide.evaluate(`(${overflows})(document.querySelector(".wide"))`)).toBe(true);
    await context.close();
  });
});
