import { until } from "@receipts/testing";
import type { Page } from "playwright-core";
import { system } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { account, openShift, openTill, person, type TillVisit, useTills } from "./till-visits.ts";

useChromium();
useTills();

/** The page's clock is moved on, so that no test waits for it. */
const prepare = (page: Page) => page.clock.install();
const nextCheck = ({ page }: Pick<TillVisit, "page">) => page.clock.fastForward(16_000);

describe("an idle page", () => {
  it("learns within seconds that its device was revoked, also with an open camera", async () => {
    const opened = await openShift({ prepare });
    const { page, tillId } = opened;
    await page.locator("#reference").fill("DJ57QK2M41");
    await page.evaluate("document.getElementById('scanner').showModal()");
    await person("delete", `/api/tills/${tillId}`).expect(204);
    await nextCheck(opened);
    await page.getByText("This device was revoked").waitFor();
    expect(await page.locator("#counter").isVisible()).toBe(false);
    expect(await page.locator("#scanner").isVisible()).toBe(false);
  });

  it("learns it before a sign-in too", async () => {
    const opened = await openTill({ prepare });
    await opened.page.locator("#enroll-form button").click();
    await opened.page.getByRole("button", { name: "Hanna" }).waitFor();
    await person("delete", `/api/tills/${opened.tillId}`).expect(204);
    await nextCheck(opened);
    await opened.page.getByText("This device was revoked").waitFor();
  });

  it("learns that its shift has ended", async () => {
    const opened = await openShift({ prepare });
    await system.sql(
      "update sessions set ended_at = now() where user_id = $1 and till_id = $2",
      account.userId,
      opened.tillId,
    );
    await nextCheck(opened);
    await opened.page.getByText("Your shift has ended").waitFor();
    await opened.page.getByRole("button", { name: "Hanna" }).waitFor();
  });

  it.each([429, 404])("keeps the shift and what was typed when a call is refused with %i", async (status) => {
    const { page } = await openShift();
    await page.locator("#reference").fill("DC2");
    await page.route("**/api/till/shift", (route) => route.fulfill({ status, json: {} }));
    await page.reload();
    await page.locator("#offline").waitFor();
    expect(await page.locator("#counter").isVisible()).toBe(true);
    expect(await page.locator("#reference").inputValue()).toBe("DC2");
    await page.unroute("**/api/till/shift");
    await page.locator("#offline").waitFor({ state: "hidden" });
    expect(await page.locator("#counter").isVisible()).toBe(true);
  });

  /** A phone can have Wi-Fi without internet: the browser then reports a connection. */
  it("shows that the server is out of reach, until it is back", async () => {
    const opened = await openShift({ prepare });
    const { page } = opened;
    await page.route("**/api/till/shift", (route) => route.abort());
    await nextCheck(opened);
    await page.getByText("The service cannot be reached. Check this device's internet.").waitFor();
    expect(await page.locator("#counter").isVisible()).toBe(true);
    await page.unroute("**/api/till/shift");
    await nextCheck(opened);
    await page.locator("#offline").waitFor({ state: "hidden" });
  });

  it("asks four times a minute, and never while it is out of view", async () => {
    const opened = await openShift({ prepare });
    const { page, requests } = opened;
    const checks = () => requests.filter((url) => url.endsWith("/api/till/shift")).length;
    const before = checks();
    for (let check = 1; check <= 4; check += 1) {
      const [response] = await Promise.all([page.waitForResponse("**/api/till/shift"), nextCheck(opened)]);
      await response.finished();
      expect(checks()).toBe(before + check);
    }
    await setVisibility(page, "hidden");
    for (let check = 1; check <= 4; check += 1) await nextCheck(opened);
    // A request of the page after them is seen after theirs.
    await page.evaluate("fetch('/till').then((response) => response.text())");
    expect(checks()).toBe(before + 4);
    await setVisibility(page, "visible");
    await until(() => checks() === before + 5);
  });
});

/** Headless browsers have no other tab that could hide this one. */
async function setVisibility(page: Page, state: "visible" | "hidden"): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "${state}" });
     document.dispatchEvent(new Event("visibilitychange"))`,
  );
}
