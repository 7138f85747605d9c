import { openApiDocument } from "@receipts/contracts";
import { createDocumentation } from "@receipts/documentation";
import type { Page } from "playwright-core";
import { system, useSystem } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { expectWidth, violations, violationsBesidesColours, violationsInTheDark } from "./page-checks.ts";

const urls = { publicBaseUrl: "https://api.example.test", checkoutBaseUrl: "https://pay.example.test" };
const { addresses } = createDocumentation({ ...urls, openApi: () => openApiDocument(urls.publicBaseUrl) });
/** The front page, all pages of the documentation, and the page of a 404. */
const paths = ["/", ...addresses(), "/docs/nothing"];
/** Their colours are those of all pages; axe computes them for seconds a page. */
const coloured = [
  "/",
  "/docs",
  "/docs/deposits",
  "/docs/keys",
  "/docs/receivers",
  "/docs/reference",
  "/docs/reference/uptime",
  "/docs/nothing",
];

/** Every kind of element that the page shows. */
const kindsOf = async (page: Page) =>
  (await page.evaluate(
    `[...new Set([...document.querySelectorAll("body *")].map(({ localName, classList }) =>
      [localName, ...classList].join(".")))]`,
  )) as string[];

const colouredKinds = new Set<string>();
useChromium({ keepsCache: true });
useSystem({ verifiers: [] });
beforeAll(async () => {
  const { page } = await visit(browser);
  for (const path of coloured) {
    await page.goto(`${system.url}${path}`);
    for (const kind of await kindsOf(page)) colouredKinds.add(kind);
  }
  await page.close();
});

describe.each(paths)("the page %s", (path) => {
  it("is accessible and fits phone and desktop", async () => {
    const { page, complaints, requests } = await visit(browser);
    await page.goto(`${system.url}${path}`);
    for (const width of [390, 1280]) {
      await expectWidth(page, width);
      await keepPicture(page, `docs${path.replace("/docs", "").replaceAll("/", "-")}-${width}`);
    }
    expect(await violationsBesidesColours(page)).toEqual([]);
    expect((await kindsOf(page)).filter((kind) => !colouredKinds.has(kind))).toEqual([]);
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
    for (const url of requests)
      expect(url.startsWith(`${system.url}${path === "/" ? "" : "/docs"}`)).toBe(true);
  });
});

describe.each(coloured)("the colours of the page %s", (path) => {
  it("can be read on phone and desktop, light and dark", async () => {
    const { page } = await visit(browser);
    await page.goto(`${system.url}${path}`);
    for (const width of [390, 1280]) {
      await expectWidth(page, width);
      expect(await violations(page)).toEqual([]);
    }
    expect(await violationsInTheDark(page)).toEqual([]);
  });
});

describe("navigation", () => {
  it("opens pages by the collapsed list on a phone, and by the next link", async () => {
    const { page } = await visit(browser);
    await page.goto(`${system.url}/docs`);
    await page.getByText("All pages", { exact: true }).click();
    await page.getByRole("link", { name: "Limits" }).first().click();
    await page.waitForURL("**/docs/limits");
    await page.getByRole("link", { name: "Versions and changes" }).last().click();
    await page.waitForURL("**/docs/versions");
  });

  it("skips to the text with the keyboard, and scrolls wide parts on their own", async () => {
    const { page } = await visit(browser);
    await page.goto(`${system.url}/docs/errors`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the text");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    const wide = page.locator(".wide").first();
    await wide.focus();
    const overflows = "(box) => box.scrollWidth > box.clientWidth";
    expect(await wide.evaluate(`(${overflows})(document.querySelector(".wide"))`)).toBe(true);
  });
});
