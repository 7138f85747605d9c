import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { BrowserContextOptions, Page } from "playwright-core";
import { sessionCookie } from "../signed-in.ts";
import { type System, system as systemOfFile, type TestAccount } from "../system.ts";
import { browser, type Visit, visit } from "./chromium.ts";
import type { DashboardAccount } from "./dashboard-accounts.ts";

/** Signs the browser in without the form. */
export async function signInBrowser(
  page: Page,
  system: System,
  account: TestAccount,
  /** Default: the account's holder. */
  memberId?: string,
): Promise<void> {
  const [name = "", value = ""] = (await sessionCookie(system, account, memberId)).split("=");
  await page.context().addCookies([{ name, value, url: system.url, httpOnly: true, sameSite: "Lax" }]);
}

/** Opens a page of the dashboard in a browser that is signed in. */
export async function visitDashboard(
  account: TestAccount,
  path: string,
  options?: BrowserContextOptions,
): Promise<Visit> {
  const opened = await visit(browser, options);
  await signInBrowser(opened.page, systemOfFile, account);
  await opened.page.goto(`${systemOfFile.url}/dashboard${path}`);
  return opened;
}

/** Waits for the page with this heading. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

export const dialogOf = (page: Page) => page.getByRole("dialog");

/** Waits until the browser has drawn the QR code of the open dialog. */
export async function qrCodeDrawn(page: Page): Promise<void> {
  const isDrawn = `(() => {
    const picture = document.querySelector("dialog img.qr-code");
    return picture?.complete === true && picture.naturalWidth > 0;
  })()`;
  await until(async () => (await page.evaluate(isDrawn)) === true);
}

export interface RegisteredPage {
  readonly name: string;
  readonly path: string;
  readonly access: "anyone" | "session";
  readonly isInNavigation: boolean;
}

/** Reads the page registry in the browser. */
export async function readRegistry(page: Page, system: System): Promise<readonly RegisteredPage[]> {
  await page.goto(`${system.url}/dashboard/sign-in`);
  await page.locator("form").waitFor();
  const read = `(async () => {
    const main = document.querySelector("script[type=module]").src;
    const { pages } = await import(main);
    return pages.map(({ name, path, access, nav }) => ({ name, path, access, isInNavigation: nav !== undefined }));
  })()`;
  return (await page.evaluate(read)) as readonly RegisteredPage[];
}

interface Wanted {
  readonly params: DashboardAccount["params"];
  readonly language: string;
}

/** Navigates to a page without waiting for its data. */
export async function goToPage(
  page: Page,
  system: System,
  registered: RegisteredPage,
  wanted: Wanted,
): Promise<void> {
  await page.goto(`${system.url}${addressOf(registered, wanted)}`);
}

function addressOf(registered: RegisteredPage, { params, language }: Wanted): string {
  const path = registered.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`dashboard-visits.ts has no value for :${name}`);
    return encodeURIComponent(value);
  });
  return `/dashboard${path === "/" ? "" : path}?lang=${language}`;
}

/** Follows a link of the dashboard to a page, which loads no document, and waits for its data. */
export async function followLink(page: Page, registered: RegisteredPage, wanted: Wanted): Promise<void> {
  const href = JSON.stringify(addressOf(registered, wanted));
  await page.evaluate(
    `{ const link = document.createElement("a"); link.href = ${href}; document.querySelector("main").append(link); link.click(); link.remove(); }`,
  );
  await page.waitForURL(`**${addressOf(registered, wanted)}`);
  await page.locator(".page-body[aria-busy=false]").waitFor();
}

/** Opens a page and waits for its data. */
export async function openPage(
  page: Page,
  system: System,
  registered: RegisteredPage,
  wanted: Wanted,
): Promise<void> {
  await goToPage(page, system, registered, wanted);
  await page.locator(".page-body[aria-busy=false]").waitFor();
}

/** Copies the secret of the open dialog and closes it. */
export async function takeSecret({ page, requests }: Pick<Visit, "page" | "requests">): Promise<string> {
  await dialogOf(page).getByRole("button", { name: "Copy the secret" }).click();
  await page.getByText("Copied: the secret").waitFor();
  const secret = String(await page.evaluate("navigator.clipboard.readText()"));
  rememberSecret(secret);
  expect(secret).toMatch(/^whsec_/);
  await dialogOf(page).getByRole("button", { name: "I have saved it" }).click();
  await dialogOf(page).waitFor({ state: "detached" });
  await nothingKeeps({ page, requests }, secret);
  return secret;
}

/** Checks that no page, browser storage or URL log holds a secret after it was shown. */
export async function nothingKeeps(visit: Pick<Visit, "page" | "requests">, secret: string): Promise<void> {
  expect(await placesThatKeep(visit, secret)).toEqual([]);
}

/** Finds a text in everything that a page can reach, in URLs also in their encoding. */
export async function placesThatKeep(
  { page, requests }: Pick<Visit, "page" | "requests">,
  secret: string,
): Promise<string[]> {
  const reached = (await page.evaluate(reach)) as Readonly<Record<string, string>>;
  const places = Object.entries({ ...reached, requests: requests.join("\n") });
  const spellings = [secret, encodeURIComponent(secret)];
  return places
    .filter(([, content]) => spellings.some((spelling) => content.includes(spelling)))
    .map(([place]) => place);
}

const reach = `(async () => {
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const indexedDb = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store);
      indexedDb.push(name, store, await done(reading.getAllKeys()), await done(reading.getAll()));
    }
    database.close();
  }
  const cacheStorage = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      cacheStorage.push(name, request.url, [...response.headers], await response.text());
    }
  }
  return {
    page: document.documentElement.outerHTML,
    title: document.title,
    address: location.href,
    referrer: document.referrer,
    history: JSON.stringify(history.state),
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    cookies: document.cookie,
    fields: [...document.querySelectorAll("input, textarea, select")].map(({ value }) => value).join(" "),
    indexedDb: JSON.stringify(indexedDb),
    cacheStorage: JSON.stringify(cacheStorage),
  };
})()`;
