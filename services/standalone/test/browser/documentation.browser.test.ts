import { openApiDocument } from "@receipts/contracts";
import { createDocumentation } from "@receipts/documentation";
import { system, useSystem } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { expectWidth, violations, violationsInTheDark } from "./page-checks.ts";

const urls = { publicBaseUrl: "https://api.example.test", checkoutBaseUrl: "https://pay.example.test" };
const { addresses } = createDocumentation({ ...urls, openApi: () => openApiDocument(urls.publicBaseUrl) });
/** All pages, and the page for unknown addresses. */
const paths = [...addresses(), "/docs/nothing"];

useChromium();
useSystem({ verifiers: [] });

describe.each(paths)("the page %s", (path) => {
  it("is accessible on phone and desktop, light and dark", async () => {
    const { page, complaints, requests } = await visit(browser);
    await page.goto(`${system.url}${path}`);
    for (const width of [390, 1280]) {
      await expectWidth(page, width);
      expect(await violations(page)).toEqual([]);
      await keepPicture(page, `docs${path.slice("/docs".length).replaceAll("/", "-")}-${width}`);
    }
    expect(await violationsInTheDark(page)).toEqual([]);
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
    for (const url of requests) expect(url.startsWith(`${system.url}/docs`)).toBe(true);
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
