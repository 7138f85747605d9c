import { readdirSync } from "node:fs";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, type Visit, visit } from "./chromium.ts";
import { type DashboardAccount, emptyAccount, fullAccount } from "./dashboard-accounts.ts";
import { openFailing, openWaiting } from "./dashboard-states.ts";
import {
  followLink,
  goToPage,
  openPage,
  type RegisteredPage,
  readRegistry,
  signInBrowser,
} from "./dashboard-visits.ts";
import { type HostileAccount, hostileAccount } from "./hostile-account.ts";
import { expectShownAsText } from "./hostile-checks.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, expectWidth, violations, violationsInTheDark } from "./page-checks.ts";

const folder = new URL("../../../../packages/dashboard/client/pages/", import.meta.url);
const names = readdirSync(folder);
const languages = ["en", "am"] as const;

let registry: ReadonlyMap<string, RegisteredPage>;
let full: Awaited<ReturnType<typeof fullAccount>>;
let empty: DashboardAccount;
let hostile: HostileAccount;
useChromium({ keepsCache: true });
useLocalSystem();
beforeAll(async () => {
  [full, empty, hostile] = [
    await fullAccount(system),
    await emptyAccount(system),
    await hostileAccount(system),
  ];
  const { page } = await visit(browser);
  registry = new Map((await readRegistry(page, system)).map((each) => [each.name, each]));
  await page.close();
});
afterAll(() => full.receiver.close());

function registered(name: string): RegisteredPage {
  const page = registry.get(name);
  if (page === undefined) throw new Error(`client/pages.ts has no page of the name ${name}`);
  return page;
}

/** Shows the pages of an account one after another in one document, and those without a session in new ones. */
function useVisitor(who: () => DashboardAccount, language: string): (name: string) => Promise<Visit> {
  let visitor: Visit;
  beforeAll(async () => {
    visitor = await visit(browser, {});
    await signInBrowser(visitor.page, system, who().account);
    await openPage(visitor.page, system, registered("profile"), { params: who().params, language });
  });
  return async (name) => {
    const place = registered(name);
    const wanted = { params: who().params, language };
    if (place.access === "session") {
      visitor.complaints.length = 0;
      // Home is where each visit starts.
      if (name === "home") await openPage(visitor.page, system, place, wanted);
      else await followLink(visitor.page, place, wanted);
      return visitor;
    }
    const visited = await visit(browser);
    await openPage(visited.page, system, place, wanted);
    return visited;
  };
}

const showEmpty = useVisitor(() => empty, "am");
const showHostile = useVisitor(() => hostile, "en");

describe.each(names)("the page %s", (name) => {
  it.each(languages)(
    "is accessible while it loads, after a failure and when loaded, and fits every screen, in %s",
    async (language) => {
      const { page, complaints, requests } = await visit(browser);
      const place = registered(name);
      if (place.access === "session") await signInBrowser(page, system, full.account);
      const go = () => goToPage(page, system, place, { params: full.params, language });
      const isFailing = language === "en";
      const state = isFailing ? "failed" : "loading";
      const opening = { place, go, picture: `dashboard-${name}-${state}-${language}` };
      await (isFailing ? openFailing : openWaiting)(page, opening);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await expectToFit(page, `dashboard-${name}-${language}`);
      // A tablet, and the narrowest screens with the navigation beside the page.
      for (const width of [768, 960, 1024]) await expectWidth(page, width);
      await expectWidth(page, 390);
      // Colours and structure are those of the other language.
      if (language === "en") {
        expect(await violations(page)).toEqual([]);
        expect(await violationsInTheDark(page)).toEqual([]);
        await keepPicture(page, `dashboard-${name}-dark`);
      }
      expect(complaints.filter((text) => !(isFailing && text.includes("status of 500")))).toEqual([]);
      expectNoOtherSite(requests);
    },
  );

  it("shows the first step when it is empty", async () => {
    const { page, complaints } = await showEmpty(name);
    await expectToFit(page, `dashboard-${name}-empty-am`);
    expect(await violations(page)).toEqual([]);
    // Requests for missing items return 404, which the console reports.
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
  });

  it("shows all stored values as text", async () => {
    const { page, complaints, requests } = await showHostile(name);
    await expectToFit(page, `dashboard-${name}-hostile-en`);
    const isInside = registered(name).access === "session";
    // The session loads beside the page.
    if (isInside) await page.locator(".account-name", { hasText: /./ }).waitFor();
    await expectShownAsText(page, [...(isInside ? hostile.header : []), ...(hostile.shown[name] ?? [])]);
    expect(complaints).toEqual([]);
    expectNoOtherSite(requests);
  });
});

describe("every kind of hostile text", () => {
  const kinds = Object.keys(hostileTexts).length;

  it.each([
    ...["request", "batch", "deposits", "deposit", "credits", "branches", "tills", "cashiers"],
    ...["bank-accounts", "api-keys", "checkout-keys", "audit", "webhooks", "webhook-deliveries"],
  ])("is on the page %s", (name) => {
    expect(new Set(hostile.shown[name]).size).toBeGreaterThanOrEqual(kinds);
  });

  it("is text on the checkout page too", async () => {
    const { page, complaints, requests } = await visit(browser);
    const { path, shown, accounts } = hostile.checkout;
    expect(new Set(accounts.map(({ accountName }) => accountName)).size).toBeGreaterThanOrEqual(kinds);
    for (const { parameters, accountName } of accounts) {
      await page.goto(`${system.url}${path}?lang=en&${parameters}`);
      await expectShownAsText(page, [...shown, accountName]);
    }
    await expectToFit(page, "checkout-hostile-en");
    expect(complaints).toEqual([]);
    expectNoOtherSite(requests);
  });
});

function expectNoOtherSite(requests: readonly string[]): void {
  for (const url of requests) expect(url.replace(/^blob:/, "").startsWith(`${system.url}/`)).toBe(true);
}
