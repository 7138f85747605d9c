import { until } from "@receipts/testing";
import type { Page } from "playwright-core";
import { browser, useChromium, visit } from "./chromium.ts";
import { openRollout, type Rollout } from "./rollout.ts";
import { useTills } from "./till-visits.ts";

useChromium();
useTills();
let rollout: Rollout;
beforeAll(async () => {
  rollout = await openRollout();
});
afterAll(async () => await rollout.close());
beforeEach(() => {
  rollout.isBefore = false;
});

const releaseOf = async (page: Page) => {
  await page.locator("#enroll").waitFor();
  return (await page.locator("html").getAttribute("data-release")) ?? "new";
};

/** Returns what became of the worker that the page installs. */
const workerOf = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.register("/till/worker.js", { scope: "/till" }).then(
    (registration) => new Promise((resolve) => {
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      const tell = () => ["activated", "redundant"].includes(worker.state) && resolve(worker.state);
      worker.addEventListener("statechange", tell);
      tell();
    }))`);

async function openTillPage(): Promise<Page> {
  const { page } = await visit(browser);
  await page.goto(`${rollout.url}/till?lang=en`);
  return page;
}

/** The worker keeps files for ever, under addresses of the new release. */
describe("a till that opens while one release replaces another", () => {
  it("has the new script as soon as the new release answers, and offline too", async () => {
    rollout.isBefore = true;
    const page = await openTillPage();
    expect(await releaseOf(page)).toBe("before");
    await workerOf(page);
    rollout.isBefore = false;
    await page.reload();
    expect(await releaseOf(page)).toBe("new");
    expect(await workerOf(page)).toBe("activated");
    await page.context().setOffline(true);
    await page.reload();
    await page.locator("#offline").waitFor();
    expect(await page.locator("html").getAttribute("data-release")).toBeNull();
  });

  it("asks the new release again for a file that the one before has answered", async () => {
    const page = await openTillPage();
    expect(await workerOf(page)).toBe("activated");
    await page.reload();
    await until(async () => (await page.evaluate("navigator.serviceWorker.controller !== null")) === true);
    const reader = await page.evaluate(
      `document.querySelector("script[type=module]").src.replace(/[^/]+$/, "receipt-file.js")`,
    );
    const readIt = () =>
      page.evaluate(`fetch("${reader}").then(({ headers }) => headers.get("cache-control"))`);
    rollout.isBefore = true;
    expect(await readIt()).toBe("no-store");
    rollout.isBefore = false;
    for (let time = 0; time < 2; time += 1) expect(await readIt()).toContain("immutable");
    expect(rollout.asked.filter((path) => reader === `${rollout.url}${path}`)).toHaveLength(2);
  });
});
