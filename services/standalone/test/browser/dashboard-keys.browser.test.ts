import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Page } from "playwright-core";
import { system, type TestAccount } from "../system.ts";
import { browser, useChromium, type Visit, visit } from "./chromium.ts";
import { dialogOf, nothingKeeps, placesThatKeep, signInBrowser } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";

useChromium();
useLocalSystem({ verifiers: [] });

let account: TestAccount;
let opened: Visit;
beforeEach(async () => {
  account = await system.account();
  // The test account's own key would be in the list.
  await system.sql("delete from api_keys where user_id = $1", account.userId);
  opened = await visit(browser);
  await opened.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInBrowser(opened.page, system, account);
});

const statusWith = async (header: Readonly<Record<string, string>>, path: string) =>
  (await fetch(`${system.url}${path}`, { headers: header })).status;

/** Fills in the form of a new key and copies the key with the button. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  await dialogOf(page).getByLabel("Name").fill(name);
  await dialogOf(page).getByRole("button", { name: "Create key" }).click();
  return await takeKey(page);
}

async function takeKey(page: Page): Promise<string> {
  await dialogOf(page).getByRole("heading", { name: "Your new key" }).waitFor();
  await dialogOf(page).getByRole("button", { name: "Copy the key" }).click();
  await page.getByText("Copied: the key").waitFor();
  const key = String(await page.evaluate("navigator.clipboard.readText()"));
  rememberSecret(key);
  expect(await dialogOf(page).getByRole("region", { name: "the key" }).textContent()).toBe(key);
  return key;
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

describe("API keys", () => {
  it("are created, shown once, used and revoked", async () => {
    const { page, complaints } = opened;
    await page.goto(`${system.url}/dashboard/api-keys`);
    await page.getByText("No API key yet").waitFor();
    const key = await makeKey(page, "Shop server");
    await dialogOf(page).getByRole("button", { name: "I have saved it" }).click();
    await dialogOf(page).waitFor({ state: "detached" });
    await nothingKeeps(opened, key);
    expect(await page.evaluate("document.activeElement.textContent.trim()")).toBe("Create key");

    expect(await statusWith({ "x-api-key": key }, "/api/credits/balance")).toBe(200);
    const row = rowOf(page, "Shop server");
    for (const text of ["verification:write", "verification:read", "Active"])
      await row.getByText(text).waitFor();
    await row.getByRole("button", { name: "Revoke Shop server" }).click();
    await dialogOf(page).getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("The key is revoked.").waitFor();
    await row.getByText("Revoked").waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    await until(async () => (await statusWith({ "x-api-key": key }, "/api/credits/balance")) === 401);
    await nothingKeeps(opened, key);
    expect(complaints).toEqual([]);
  });

  it("are dropped when the dialog closes: by its button, by Escape, by leaving the page", async () => {
    const { page } = opened;
    const ways = [
      () => page.keyboard.press("Escape"),
      () => dialogOf(page).getByRole("button", { name: "Close" }).click(),
      () => page.goBack(),
    ];
    for (const [index, leave] of ways.entries()) {
      await page.goto(`${system.url}/dashboard/credits`);
      await page.goto(`${system.url}/dashboard/api-keys`);
      const key = await makeKey(page, `Server ${index}`);
      await leave();
      await dialogOf(page).waitFor({ state: "detached" });
      await nothingKeeps(opened, key);
    }
  });

  it("are rotated: the new one has the same permissions, and the old one works until it is revoked", async () => {
    const { page } = opened;
    await page.goto(`${system.url}/dashboard/api-keys`);
    const old = await makeKey(page, "Till");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Rotate Till" }).click();
    await dialogOf(page).getByRole("button", { name: "Create new key" }).click();
    const fresh = await takeKey(page);
    await dialogOf(page).getByRole("button", { name: "I have saved it" }).click();
    const notice = page.getByRole("region", { name: "Rotation in progress" });
    await notice.getByText("The new key has not been used yet.").waitFor();
    for (const key of [old, fresh]) {
      expect(await statusWith({ "x-api-key": key }, "/api/credits/balance")).toBe(200);
    }
    await notice.getByRole("button", { name: "Revoke old key" }).click();
    await dialogOf(page).getByRole("button", { name: "Revoke", exact: true }).click();
    await notice.waitFor({ state: "detached" });
    await until(async () => (await statusWith({ "x-api-key": old }, "/api/credits/balance")) === 401);
    expect(await statusWith({ "x-api-key": fresh }, "/api/credits/balance")).toBe(200);
    for (const key of [old, fresh]) await nothingKeeps(opened, key);
  });

  it("show the next step after their page was left, and both choices leave one key", async () => {
    const { page } = opened;
    await page.goto(`${system.url}/dashboard/api-keys`);
    const old = await makeKey(page, "Till");
    await page.keyboard.press("Escape");
    const rotateAndLeave = async () => {
      await page.getByRole("button", { name: "Rotate Till" }).click();
      await dialogOf(page).getByRole("button", { name: "Create new key" }).click();
      const key = await takeKey(page);
      await page.reload();
      await page.getByText("If you did not save it, we cannot show it again").waitFor();
      await nothingKeeps(opened, key);
      return key;
    };
    const notice = page.getByRole("region", { name: "Rotation in progress" });
    const revoke = async (name: string) => {
      await notice.getByRole("button", { name }).click();
      await dialogOf(page).getByRole("button", { name: "Revoke", exact: true }).click();
      await notice.waitFor({ state: "detached" });
    };
    const lost = await rotateAndLeave();
    await revoke("Revoke new key");
    await until(async () => (await statusWith({ "x-api-key": lost }, "/api/credits/balance")) === 401);
    expect(await statusWith({ "x-api-key": old }, "/api/credits/balance")).toBe(200);
    const kept = await rotateAndLeave();
    await revoke("Revoke old key");
    await until(async () => (await statusWith({ "x-api-key": old }, "/api/credits/balance")) === 401);
    expect(await statusWith({ "x-api-key": kept }, "/api/credits/balance")).toBe(200);
  });

  it("would be found in any place that a page could store them", async () => {
    const { page, requests } = opened;
    await page.goto(`${system.url}/dashboard/api-keys`);
    // Any later drawing sets the title again.
    await page.locator(".page-body[aria-busy=false]").waitFor();
    await page.locator(".account-name:not(:empty)").waitFor({ state: "attached" });
    const secret = "sk+planted/secret=";
    expect(await placesThatKeep(opened, secret)).toEqual([]);
    await page.evaluate(`(async () => {
      const secret = ${JSON.stringify(secret)};
      // The dashboard sets its own title whenever it draws.
      Object.defineProperty(document, "title", { get: () => secret, set: () => undefined });
      localStorage.setItem("x", secret);
      sessionStorage.setItem("x", secret);
      document.cookie = "x=" + encodeURIComponent(secret);
      history.replaceState(secret, "", "?x=" + encodeURIComponent(secret));
      await (await caches.open("x")).put("/x", new Response(secret));
      const opening = indexedDB.open("x");
      opening.onupgradeneeded = () => opening.result.createObjectStore("x").put({ secret }, "x");
      await new Promise((resolve) => { opening.onsuccess = resolve; });
      opening.result.close();
      await fetch("/nothing?x=" + encodeURIComponent(secret));
    })()`);
    const places = ["title", "address", "history", "localStorage", "sessionStorage", "cookies"];
    const all = [...places, "indexedDb", "cacheStorage", "requests"];
    expect(await placesThatKeep({ page, requests }, secret)).toEqual(expect.arrayContaining(all));
  });

  it("show errors at their fields and keep the input", async () => {
    const { page } = opened;
    await page.goto(`${system.url}/dashboard/api-keys`);
    await page.getByRole("button", { name: "Create key" }).click();
    for (const box of await dialogOf(page).getByRole("checkbox").all()) await box.uncheck();
    await dialogOf(page).getByLabel("Name").fill("Till");
    await dialogOf(page).getByRole("button", { name: "Create key" }).click();
    await dialogOf(page).getByText("Must have at least one permission").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("permissions");
    expect(await dialogOf(page).getByLabel("Name").inputValue()).toBe("Till");
  });
});

describe("checkout keys", () => {
  it("are created with scopes, shown by fingerprint afterwards, and revoked, also in Amharic", async () => {
    const { page, complaints } = opened;
    await page.goto(`${system.url}/dashboard/checkout-keys?lang=am`);
    await page.getByText("እስካሁን የክፍያ ገጽ ቁልፍ የለም").waitFor();
    await page.getByRole("button", { name: "ቁልፍ ይፍጠሩ" }).click();
    await dialogOf(page).getByLabel("ስም").fill("ሱቅ");
    await dialogOf(page).getByRole("button", { name: "ቁልፍ ይፍጠሩ" }).click();
    await dialogOf(page).getByRole("button", { name: "ቅዳ ቁልፉ" }).click();
    await page.getByText("ተቀድቷል: ቁልፉ").waitFor();
    const key = String(await page.evaluate("navigator.clipboard.readText()"));
    rememberSecret(key);
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    await nothingKeeps(opened, key);
    const bearer = { authorization: `Bearer ${key}` };
    expect(await statusWith(bearer, "/v1/deposits")).toBe(200);
    expect(await statusWith(bearer, "/v1/events")).toBe(403);
    const row = rowOf(page, "ሱቅ");
    await row.getByText(`sck_…${key.slice(-4)}`).waitFor();
    await row.getByRole("button", { name: "ሰርዝ ሱቅ" }).click();
    await dialogOf(page).getByRole("button", { name: "ሰርዝ" }).first().click();
    await row.getByText("ተሰርዟል").waitFor();
    await until(async () => (await statusWith(bearer, "/v1/deposits")) === 401);
    expect(complaints).toEqual([]);
  });
});
