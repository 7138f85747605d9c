import { aPersonWithPassword, PASSWORD } from "../signed-in.ts";
import { system } from "../system.ts";
import { browser, useChromium, visit } from "./chromium.ts";
import { heading } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

useChromium();
useLocalSystem({ verifiers: [] });

const languages = [
  ["en", "Sign in", "Payments"],
  ["am", "ግባ", "ክፍያዎች"],
] as const;

it.each(languages)("signs in without a script, and returns to the page: %s", async (lang, press) => {
  const { email } = await aPersonWithPassword(system);
  const { page, complaints } = await visit(browser, { javaScriptEnabled: false });
  await page.goto(`${system.url}/dashboard/payments?lang=${lang}`);
  await page.locator("#field-email").fill(email);
  await page.locator("#field-password").fill("wrong horse battery");
  await page.getByRole("button", { name: press }).click();
  await page.getByRole("alert").waitFor();
  await expectToFit(page, `sign-in-scriptless-${lang}`);
  expect(await page.locator("#field-email").inputValue()).toBe(email);
  await page.locator("#field-password").fill(PASSWORD);
  await page.getByRole("button", { name: press }).click();
  await page.waitForURL(/\/dashboard\/payments/);
  expect(complaints.filter((text) => !text.includes("status of 401"))).toEqual([]);
});

it("can be typed into before the script is there, which takes over what was typed", async () => {
  const { email } = await aPersonWithPassword(system);
  const { page, complaints } = await visit(browser);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/main.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${system.url}/dashboard/payments?lang=en`, { waitUntil: "commit" });
  await page.locator("#field-email").fill(email);
  await page.locator("#field-password").pressSequentially(PASSWORD.slice(0, 4));
  expect(await violations(page)).toEqual([]);
  expect(await violationsInTheDark(page)).toEqual([]);
  await expectToFit(page, "sign-in-first-frame");
  await page.locator("#field-password").focus();
  release();
  // Drawn by the client.
  await page.locator("form[novalidate]").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await page.waitForFunction("document.activeElement?.name === 'password'");
  await page.keyboard.press("End");
  await page.keyboard.type(PASSWORD.slice(4));
  await page.keyboard.press("Enter");
  await heading(page, "Payments");
  expect(complaints).toEqual([]);
});

it("shows an outline at once on the other pages, in the chosen language", async () => {
  const { page } = await visit(browser, { javaScriptEnabled: false });
  await page.context().addCookies([
    { name: "svc_session", value: "x", url: system.url },
    { name: "language", value: "am", url: system.url },
  ]);
  await page.goto(`${system.url}/dashboard`);
  await page.getByText("ደረሰኝ ማረጋገጫ").waitFor();
  await page.locator(".skeleton").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("am");
  await page.context().addCookies([{ name: "language", value: "en", url: system.url }]);
  await page.goto(`${system.url}/dashboard/sign-up`);
  expect(await page.locator("form").count()).toBe(0);
});
