import type { Page } from "playwright-core";
import { aPerson } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { violations } from "./page-checks.ts";

useChromium();
useLocalSystem();
let account: TestAccount;
beforeAll(async () => {
  ({ account } = await aPerson(system));
});

/** Needs an export that the modules in the tab's memory do not have. */
const ofNextRelease = {
  contentType: "text/javascript",
  body: `import { ofNextRelease } from "./main.js"; export const teamPage = ofNextRelease;`,
};
const team = "**/dashboard/assets/**/team-page.js";

/** Opens the dashboard, and counts from then on how often its document is loaded. */
async function openTab(): Promise<{ readonly page: Page; readonly loads: () => number }> {
  const { page } = await visitDashboard(account, "?lang=en");
  await heading(page, "Home");
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return { page, loads: () => loads };
}

async function openTeam(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByText("Settings", { exact: true }).click();
  await page.getByRole("link", { name: "Team", exact: true }).click();
}
const teamPage = (page: Page) => page.getByRole("button", { name: "Invite" });
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

describe("a tab that is open while a release replaces the one that it loaded", () => {
  it("opens a page whose modules need those of the new release", async () => {
    const { page, loads } = await openTab();
    await page.route(team, (route) => (loads() === 0 ? route.fulfill(ofNextRelease) : route.continue()));
    await openTeam(page);
    await teamPage(page).waitFor();
    expect(loads()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/dashboard/team");
  });

  it("loads once more and then says that it failed, and does both again when a person tries", async () => {
    const { page, loads } = await openTab();
    await page.route(team, (route) => route.fulfill(ofNextRelease));
    await openTeam(page);
    await tryAgain(page).waitFor();
    expect(loads()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.unroute(team);
    await tryAgain(page).click();
    await teamPage(page).waitFor();
    expect(loads()).toBe(2);
  });

  it("stays as it is without a connection, says so, and opens the page once it is back", async () => {
    const { page, loads } = await openTab();
    await page.context().setOffline(true);
    await openTeam(page);
    await page.getByRole("alert").getByText("Check your connection").first().waitFor();
    expect(loads()).toBe(0);
    await page.context().setOffline(false);
    await tryAgain(page).first().click();
    await teamPage(page).waitFor();
  });
});
