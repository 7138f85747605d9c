import { rememberSecret } from "@receipts/testing/suite-log";
import type { Page } from "playwright-core";
import { system } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { fullAccount } from "./dashboard-accounts.ts";
import { visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

let full: Awaited<ReturnType<typeof fullAccount>>;
useChromium({ keepsCache: true });
useLocalSystem({ verifiers: ["telebirr"] });
beforeAll(async () => {
  full = await fullAccount(system);
});
afterAll(() => full.receiver.close());

const click = (selector: string) => (page: Page) => page.locator(selector).first().click();

/** Opens each dialog, in any language. */
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
  "new-branch": { path: "/branches", open: click(".page-head button") },
  "archive-branch": { path: "/branches", open: click("table .actions .danger") },
  "new-till": { path: "/tills", open: click(".page-head button") },
  "code-of-till": {
    path: "/tills",
    open: async (page) => {
      await click(".page-head button")(page);
      await page.locator("dialog #field-name").fill("Counter 5");
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog .qr-code").waitFor();
      rememberSecret((await page.locator("dialog pre.secret").textContent()) ?? "");
    },
  },
  "rename-till": { path: "/tills", open: click("table .actions .quiet") },
  "revoke-till": { path: "/tills", open: click("table .actions .danger") },
  "new-cashier": { path: "/cashiers", open: click(".page-head button") },
  "new-cashier-refused": {
    path: "/cashiers",
    open: async (page) => {
      await click(".page-head button")(page);
      await page.locator("dialog #field-name").fill("Sara");
      await page.locator("dialog #field-pin").fill("123456");
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog .field-fault").first().waitFor();
    },
  },
  "pin-of-cashier": { path: "/cashiers", open: click("table .actions .quiet:nth-of-type(2)") },
  "remove-cashier": { path: "/cashiers", open: click("table .actions .danger") },
  "new-endpoint": {
    path: "/webhooks",
    open: async (page) => {
      await click(".page-head button")(page);
      await page.locator("dialog input[type=checkbox]").first().uncheck();
    },
  },
  "edit-endpoint": {
    path: "/webhooks/endpoints/:endpointId",
    open: click(".page-head button:nth-of-type(2)"),
  },
  "test-endpoint": {
    path: "/webhooks/endpoints/:endpointId",
    open: click(".page-head button:nth-of-type(1)"),
  },
  "rotate-endpoint-secret": { path: "/webhooks/endpoints/:endpointId", open: click(".card .actions .quiet") },
  "disable-endpoint": {
    path: "/webhooks/endpoints/:endpointId",
    open: click(".page-head button:nth-of-type(3)"),
  },
  "delete-endpoint": { path: "/webhooks/endpoints/:endpointId", open: click(".page-head .danger") },
  "rotate-secret": { path: "/webhooks", open: click(".card .actions .quiet") },
  "remove-secret": { path: "/webhooks", open: click(".card .actions .danger") },
  "deposit-for-payer": {
    path: "/deposits?status=awaiting_payment",
    open: async (page) => {
      await click("td a")(page);
      await click("[aria-labelledby=checkout] .actions button")(page);
    },
  },
  "remove-logo": { path: "/profile", open: click("[aria-labelledby=logo] .danger") },
  "download-data": { path: "/profile", open: click("[aria-labelledby=data] .actions .quiet") },
  "close-account": { path: "/profile", open: click("[aria-labelledby=data] .danger") },
};

describe.each(Object.entries(dialogs))("the dialog %s", (name, { path, open }) => {
  it.each(["en", "am"])("is accessible and fits every screen, in %s", async (language) => {
    const filled = path.replace(":endpointId", full.params["endpointId"] ?? "");
    const { page, complaints } = await visitDashboard(
      full.account,
      `${filled}${filled.includes("?") ? "&" : "?"}lang=${language}`,
    );
    await open(page);
    const dialog = page.locator("dialog");
    await dialog.waitFor();
    await expectToFit(page, `dashboard-dialog-${name}-${language}`, "dialog");
    // Colours and structure are those of the other language.
    if (language === "en") {
      expect(await violations(page)).toEqual([]);
      expect(await violationsInTheDark(page)).toEqual([]);
    }
    // Closed with the keyboard; the focus returns to its previous element.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.tagName")).toBe("BUTTON");
    expect(complaints).toEqual([]);
  });
});
