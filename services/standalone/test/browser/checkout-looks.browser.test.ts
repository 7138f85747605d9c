import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { insertBankPast } from "../bank-past.ts";
import { onePixelPng } from "../pictures.ts";
import { openShop, type Shop } from "../shop.ts";
import { type System, system } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, lowTargets, violations, violationsInTheDark } from "./page-checks.ts";
import { type PageState, pageStates } from "./page-states.ts";

let shop: Shop;
const opened = new Map<string, Promise<PageState>>();
useChromium();
// Closed before the system that they belong to.
afterAll(async () => {
  for (const state of opened.values()) await (await state).close?.();
});
// No verifier of cbebirr and boa: input without a required field never reaches a bank.
useLocalSystem({ verifiers: ["telebirr"], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "20" } });
beforeAll(async () => {
  shop = await openShop(system);
  for (const bank of ["cbe", "boa", "cbebirr"] as const) await system.saveBankAccount(shop.account, bank);
  await system.sql(
    "insert into businesses (id, user_id, name) values ('biz_looks', $1, 'Selam Furniture and Household Goods PLC')",
    shop.account.userId,
  );
  await system.sql(
    "insert into logos (user_id, content_type, bytes, content_hash) values ($1, 'image/png', $2, $3)",
    shop.account.userId,
    onePixelPng,
    createHash("sha256").update(onePixelPng).digest(),
  );
});

// Its state is in the pages from then on.
beforeAll(() => insertBankPast(system, { boa: { now: [0, 40] } }));

const names = Object.keys(pageStates({} as System, {} as Shop));
const languages = ["en", "am"] as const;

/** Each state is created once and viewed in every way. */
async function show(page: Page, name: string, language: string): Promise<PageState> {
  const make = pageStates(system, shop)[name];
  const state = opened.get(name) ?? make?.();
  if (state === undefined) throw new Error(`no state ${name}`);
  opened.set(name, state);
  const shown = await state;
  const { path, parameters = "", typed, posts } = shown;
  const url = `${system.url}${path}`;
  if (posts?.from !== "foreign page") await page.goto(`${url}?lang=${language}${parameters}`);
  if (posts !== undefined) await post(page, `${url}/receipts?lang=${language}`, posts.receipt);
  if (typed !== undefined) {
    const folded = page.locator("summary");
    if ((await folded.count()) > 0) await folded.click();
    await page.locator("textarea").fill(typed);
    await page.locator("button[type=submit]").click();
    await page.locator("[id$=-fault]").waitFor();
  }
  return shown;
}

/** Posts the form without its limits and without the script. */
async function post(page: Page, url: string, receipt: string): Promise<void> {
  const arrived = page.waitForEvent("domcontentloaded");
  await page.evaluate(`{
    const form = Object.assign(document.createElement("form"), { method: "post", action: ${JSON.stringify(url)} });
    const value = ${JSON.stringify(receipt)};
    form.append(Object.assign(document.createElement("textarea"), { name: "receipt", value }));
    document.body.append(form);
    form.submit();
  }`);
  await arrived;
}

describe.each(names)("the page in the state %s", (name) => {
  it.each(languages)("is accessible, light and dark, and fits every screen, in %s", async (language) => {
    const { page, complaints, requests } = await visit(browser);
    const { status } = await show(page, name, language);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await expectToFit(page, `${name}-${language}`);
    expect(complaints.filter((text) => !text.includes(`status of ${status ?? "none"}`))).toEqual([]);
    for (const url of requests) expect(url.startsWith(`${system.url}/checkout/`)).toBe(true);
  });
});

/** On a slow line, only the page itself has loaded. */
it.each(languages)(
  "is readable, usable and styled when only the page itself has loaded, in %s",
  async (language) => {
    const { page } = await visit(browser);
    const refused: string[] = [];
    await page.route("**/*", (route) => {
      if (route.request().resourceType() === "document") return route.continue();
      refused.push(route.request().url());
      return route.abort();
    });
    await show(page, "waiting", language);
    const style = (selector: string, property: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`,
      );
    expect(await style("h1", "fontSize")).toBe("28px");
    expect(await style(".card", "backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await style("button[type=submit]", "backgroundColor")).toBe("rgb(11, 107, 58)");
    expect(await lowTargets(page)).toEqual([]);
    for (const part of ["h1", ".number", "textarea", ".time", "footer"]) {
      expect(await page.locator(part).first().isVisible()).toBe(true);
    }
    expect(refused.filter((url) => url.endsWith(".css"))).toEqual([]);
    expect(refused.some((url) => url.includes("/logo"))).toBe(true);
    await keepPicture(page, `page-alone-${language}-390`);
  },
);

it("weighs less than 60 KiB, its logo included", async () => {
  const { page } = await visit(browser);
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith("/events")) sizes.push(response.body().then(({ length }) => length));
  });
  await show(page, "waiting", "am");
  await page.locator("img").waitFor();
  await page.getByRole("timer").getByText(/:/).waitFor();
  const weights = await Promise.all(sizes);
  expect(weights.length).toBeGreaterThanOrEqual(3);
  expect(weights.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024);
});
