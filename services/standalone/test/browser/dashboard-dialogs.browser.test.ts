import { rememberSecret } from "@receipts/testing/suite-log";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { openSystem, type System } from "../system.ts";
import { keepPicture, launchChromium, visit } from "./chromium.ts";
import { fullAccount } from "./dashboard-accounts.ts";
import { signInBrowser } from "./dashboard-visits.ts";

let system: System;
let browser: Browser;
let full: Awaited<ReturnType<typeof fullAccount>>;
beforeAll(async () => {
  system = await openSystem({ verifiers: ["telebirr"] });
  browser = await launchChromium();
  full = await fullAccount(system);
});
afterAll(async () => {
  await browser.close();
  await full.receiver.close();
  await system.stop();
});

const click = (selector: string) => (page: Page) => page.locator(selector).first().click();

/** How each dialog comes to be open, in whatever language. */
const dialogs: Readonly<
  Record<string, { readonly path: string; readonly open: (page: Page) => Promise<void> }>
> = {
  "new-key": { path: "/api-keys", open: click(".page-head button") },
  "new-key-refused": {
    path: "/checkout-keys",
    open: async (page) => {
      await click(".page-head button")(page);
      await page.locator("dialog input[type=checkbox]:checked").first().uncheck();
      await page.locator("dialog input[type=checkbox]:checked").first().uncheck();
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog .field-fault").first().waitFor();
    },
  },
  "secret-of-key": {
    path: "/checkout-keys",
    open: async (page) => {
      await click(".page-head button")(page);
      await page.locator("dialog #field-name").fill("Shop");
      await page.locator("dialog button[type=submit]").click();
      rememberSecret((await page.locator("dialog pre").textContent()) ?? "");
    },
  },
  "rotate-key": { path: "/api-keys", open: click("table .actions .quiet") },
  "revoke-key": { path: "/api-keys", open: click("table .actions .danger") },
  "new-account": { path: "/bank-accounts", open: click(".page-head button") },
  "edit-account": { path: "/bank-accounts", open: click("table .actions .quiet") },
  "remove-account": { path: "/bank-accounts", open: click("table .actions .danger") },
  "rotate-secret": { path: "/webhooks", open: click(".card .actions .quiet") },
  "remove-secret": { path: "/webhooks", open: click(".card .actions .danger") },
  "remove-logo": { path: "/profile", open: click(".card .danger") },
};

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Run by the debugger, which the page's policy does not bind. */
async function violations(page: Page, runOnly: readonly string[]): Promise<string[]> {
  const result = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(runOnly)} })`)) as axe.AxeResults;
  expect(result.passes.length).toBeGreaterThan(0);
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

async function lowTargets(page: Page): Promise<unknown> {
  return await page.evaluate(
    `[...document.querySelectorAll("dialog :is(a, button, input, select)")]
      .filter((target) => (target.closest(".choice") ?? target).getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML)`,
  );
}

describe.each(Object.entries(dialogs))("the dialog %s", (name, { path, open }) => {
  it.each(["en", "am"])(
    "is open to everybody, light and dark, and fits every screen, in %s",
    async (language) => {
      const { page, context, complaints } = await visit(browser);
      await signInBrowser(page, system, full.account);
      await page.goto(`${system.url}/dashboard${path}?lang=${language}`);
      await open(page);
      const dialog = page.locator("dialog");
      await dialog.waitFor();
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await dialog.evaluate("document.querySelector('dialog').scrollWidth")).toBeLessThanOrEqual(
          width,
        );
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        expect(await lowTargets(page)).toEqual([]);
        if (width > 320) await keepPicture(page, `dashboard-dialog-${name}-${language}-${width}`);
      }
      await page.evaluate(axe.source);
      expect(await violations(page, tags)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await violations(page, ["color-contrast"])).toEqual([]);
      // It is left with the keyboard, and the focus is where it was.
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await page.evaluate("document.activeElement.tagName")).toBe("BUTTON");
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
