import type { Page } from "playwright-core";
import { sessionCookie } from "../signed-in.ts";
import type { System, TestAccount } from "../system.ts";
import type { DashboardAccount } from "./dashboard-accounts.ts";

/** Signs the browser in as the account, without the form. */
export async function signInBrowser(page: Page, system: System, account: TestAccount): Promise<void> {
  const [name = "", value = ""] = (await sessionCookie(system, account)).split("=");
  await page.context().addCookies([{ name, value, url: system.url, httpOnly: true, sameSite: "Lax" }]);
}

export interface RegisteredPage {
  readonly name: string;
  readonly path: string;
  readonly access: "anyone" | "session";
}

/** The pages that there are, as the browser itself knows them. */
export async function readRegistry(page: Page, system: System): Promise<readonly RegisteredPage[]> {
  await page.goto(`${system.url}/dashboard/sign-in`);
  await page.locator("form").waitFor();
  const read = `(async () => {
    const main = document.querySelector("script[type=module]").src;
    const { pages } = await import(main.replace("/main.", "/pages."));
    return pages.map(({ name, path, access }) => ({ name, path, access }));
  })()`;
  return (await page.evaluate(read)) as readonly RegisteredPage[];
}

/** Goes to a page and waits until it shows what it has loaded. */
export async function openPage(
  page: Page,
  system: System,
  registered: RegisteredPage,
  { params, language }: { readonly params: DashboardAccount["params"]; readonly language: string },
): Promise<void> {
  const path = registered.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`dashboard-visits.ts has no value for :${name}`);
    return encodeURIComponent(value);
  });
  await page.goto(`${system.url}/dashboard${path === "/" ? "" : path}?lang=${language}`);
  await page.locator(".page-body[aria-busy=false]").waitFor();
}

/** A secret after its one showing: not on the page, not in its address, in no storage, and in no field. */
export async function nothingKeeps(page: Page, secret: string): Promise<void> {
  const places = (await page.evaluate(`({
    page: document.documentElement.outerHTML,
    address: location.href,
    history: JSON.stringify(history.state),
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    cookies: document.cookie,
    fields: [...document.querySelectorAll("input, textarea, select")].map(({ value }) => value).join(" "),
  })`)) as Readonly<Record<string, string | undefined>>;
  for (const [place, content] of Object.entries(places)) {
    expect([place, (content ?? "").includes(secret)]).toEqual([place, false]);
  }
}
