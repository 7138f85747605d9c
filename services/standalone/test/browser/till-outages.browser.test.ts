import { insertBankPast } from "../bank-past.ts";
import { system } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";
import { answerOf, ask, openShift, payment, useTills } from "./till-visits.ts";

useChromium();
useTills({ BANK_ATTEMPTS: "1" });

/** A cashier who does not know what is at fault sends the customer to the bank, or restarts the phone. */
describe("an outage is named", () => {
  beforeAll(async () => {
    await insertBankPast(system, { boa: { now: [0, 40] }, cbe: { now: [40, 10] } });
  });

  it.each([
    [
      "en",
      "Bank of Abyssinia does not respond at the moment.",
      "Commercial Bank of Ethiopia often fails at the moment.",
    ],
    ["am", "አቢሲንያ ባንክ አሁን መልስ አይሰጥም።", "ኢትዮጵያ ንግድ ባንክ አሁን ብዙ ጊዜ መልስ አይሰጥም።"],
  ])("before a receipt is checked: the bank, in %s", async (language, down, degraded) => {
    const { page } = await openShift({ language });
    for (const text of [down, degraded]) await page.locator("#outages", { hasText: text }).waitFor();
    expect(await page.locator("#outages p").count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
    await expectToFit(page, `till-outages-${language}`);
    await page.reload();
    await page.locator("#outages", { hasText: down }).waitFor();
  });

  it.each([
    ["en", "telebirr does not respond."],
    ["am", "ቴሌብር መልስ አይሰጥም።"],
  ])("after a check: the bank that did not respond, in %s", async (language, text) => {
    const { page } = await openShift({ language });
    await system.control({ bank: "telebirr", down: true });
    try {
      await ask(page, (await payment()).smsText);
      await page.locator("#answer", { hasText: text }).waitFor();
      await answerOf(page, "wait");
    } finally {
      await system.control({ bank: "telebirr", down: false });
    }
  });

  it.each([
    ["en", "The service does not work at the moment."],
    ["am", "አገልግሎቱ አሁን አይሠራም።"],
  ])("while a check is sent: the service, and then its answer comes, in %s", async (language, text) => {
    const { page } = await openShift({ language });
    const failing = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
    await page.route("**/api/till/verify*", (route) => route.fulfill(failing));
    await ask(page, (await payment()).smsText);
    await page.locator("#answer", { hasText: text }).waitFor();
    await page.locator("#offline", { hasText: text }).waitFor();
    await page.unroute("**/api/till/verify*");
    await answerOf(page, "accept");
    await page.locator("#offline").waitFor({ state: "hidden" });
  });
});
