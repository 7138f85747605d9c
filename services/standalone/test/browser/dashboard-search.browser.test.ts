import { openShop, type Shop } from "../shop.ts";
import { aMember } from "../signed-in.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, type Visit, visit } from "./chromium.ts";
import { signInBrowser, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectWidth, violations, violationsInTheDark } from "./page-checks.ts";

useChromium();
useLocalSystem({ verifiers: ["telebirr"] });

let shop: Shop;
let requestId: string;
let depositId: string;
beforeAll(async () => {
  shop = await openShop(system);
  const paid = await shop.pay({ senderName: "Alemayehu Tufa", amount: "1250.00" });
  requestId = (await system.verify(shop.account, { reference: paid }, { waitMs: 15_000 })).body.requestId;
  depositId = (await shop.deposit({ reference: "Order 77/A" })).id;
});

async function openSearch({ page }: Visit): Promise<void> {
  await page.locator(".search-button").waitFor();
  await page.locator(".page-body[aria-busy=false]").waitFor();
  await page.keyboard.press("Control+k");
  await page.locator("dialog #search-all").waitFor();
}

const group = ({ page }: Visit, title: string) =>
  page.locator(".search-all section").filter({ has: page.locator(`h3:text-is("${title}")`) });

it.each([
  ["a payer and an amount in any order", "1250 alemayehu", "Payments", () => `/requests/${requestId}`],
  ["the order of a deposit", "77/a", "Deposits", () => `/deposits/${depositId}`],
  ["a page", "bank acc", "Pages", () => "/bank-accounts"],
  ["a page by its name in another language", "ክፍያዎች", "Pages", () => "/payments"],
  ["an id of a request", "", "By its id", () => `/requests/${requestId}`],
])("finds %s, with the keyboard alone", async (_what, text, title, address) => {
  const visited = await visitDashboard(shop.account, "");
  const { page, complaints } = visited;
  await openSearch(visited);
  await page.keyboard.type(text === "" ? requestId : text);
  const link = group(visited, title).locator("a").first();
  await link.waitFor();
  for (
    let presses = 0;
    presses < 20 && !(await link.evaluate((one) => one === document.activeElement));
    presses += 1
  )
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/dashboard${address()}`);
  expect(await page.locator("dialog[open]").count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("opens the first match of what was typed last, though Enter came before the answer", async () => {
  const visited = await visitDashboard(shop.account, "");
  const { page } = visited;
  await page.locator(".page-body[aria-busy=false]").waitFor();
  await page.locator(".search-button").click();
  await page.locator("#search-all").fill("77/a");
  await group(visited, "Deposits").locator("a").first().waitFor();
  await page.locator("#search-all").fill("alemayehu");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/dashboard/requests/${requestId}`);
  await page.locator("h1:focus").waitFor();
});

it("says that a text is too short, rather than that nothing matches", async () => {
  const visited = await visitDashboard(shop.account, "");
  await openSearch(visited);
  await visited.page.keyboard.type("xy");
  await visited.page.getByText("Enter 3 characters or more").waitFor();
});

it.each([
  { language: "en", width: 360 },
  { language: "am", width: 1280 },
])("is usable in $language, $width px wide, by its button too", async ({ language, width }) => {
  const visited = await visitDashboard(shop.account, `?lang=${language}`, {
    viewport: { width, height: 800 },
  });
  const { page } = visited;
  await page.locator(".page-body[aria-busy=false]").waitFor();
  await expectWidth(page, width);
  await page.locator(".search-button").click();
  await page.locator("#search-all").fill("alemayehu");
  await page.locator(".search-all a[href*='/requests/']").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await expectWidth(page, width);
  await keepPicture(page, `search-${language}-${width}`);
  expect(await violationsInTheDark(page)).toEqual([]);
  await page.locator("#search-all").fill("nothing has this");
  await page.locator(".search-all [role=status]:not(.unseen)", { hasText: /\S/ }).waitFor();
  expect(await page.locator(".search-all a").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await page.locator(".search-button").evaluate((one) => one === document.activeElement)).toBe(true);
});

it("shows a developer no page that the role does not open", async () => {
  const memberId = await aMember(system, shop.account, "developer");
  const visited = await visit(browser);
  await signInBrowser(visited.page, system, shop.account, memberId);
  await visited.page.goto(`${system.url}/dashboard`);
  await openSearch(visited);
  const titles = await group(visited, "Pages").locator("a").allInnerTexts();
  expect(titles).toContain("Payments");
  expect(titles).not.toContain("Bank accounts");
});
