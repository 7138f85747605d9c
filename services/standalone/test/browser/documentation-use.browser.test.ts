import { until } from "@receipts/testing";
import type { Page } from "playwright-core";
import { system, useSystem } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { expectWidth, violations, violationsInTheDark } from "./page-checks.ts";

useChromium();
useSystem({ verifiers: [] });

const desk = { viewport: { width: 1_280, height: 900 } };

async function openPage(path: string, options: Parameters<typeof visit>[1] = {}) {
  const visited = await visit(browser, options);
  await visited.page.goto(`${system.url}${path}`);
  return visited;
}

const results = (page: Page) => page.locator("#found .result");
const focused = (page: Page) =>
  page.evaluate("document.activeElement.getAttribute('href') ?? document.activeElement.id");

async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(query);
  await results(page).first().waitFor();
}

describe("search", () => {
  it.each([
    ["/docs", "signature", "/docs/webhooks#signatures", "Signatures"],
    ["/docs/quick-start.am", "ፊርማ", "/docs/webhooks#signatures", "Signatures"],
    ["/docs/reference/verification", "409", "/docs/errors#idempotency_conflict", "idempotency_conflict"],
    ["/docs/errors", "suffix", "/docs/verify-and-wait#what-to-send", "What to send"],
  ])("on %s leads from %s to the heading that explains it", async (start, query, address, heading) => {
    const { page, complaints, requests } = await openPage(start);
    await search(page, query);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${address}`);
    const title = page.getByRole("heading", { name: heading, exact: true });
    await until(async () => ((await title.boundingBox())?.y ?? 844) < 844, {
      what: "the heading on the screen",
    });
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(`${system.url}/docs`))).toEqual([]);
  });

  it("works without a network once the page has read its sections", async () => {
    const { page, context } = await openPage("/docs");
    await search(page, "webhook");
    await context.setOffline(true);
    await page.getByRole("searchbox").fill("ደረሰኝ");
    await page.locator('#found .result[href="/docs/verify-and-wait"]').waitFor();
  });

  it("is used with the keyboard alone", async () => {
    const { page } = await openPage("/docs");
    await search(page, "deposit");
    const [first, second] = await results(page).all();
    const [one, two] = [await first?.getAttribute("href"), await second?.getAttribute("href")];
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(one);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(two);
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("search");
    await page.keyboard.press("Escape");
    await results(page).first().waitFor({ state: "hidden" });
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("search");
  });

  it("shows its results on a phone and on a desk, light and dark", async () => {
    const { page } = await openPage("/docs/webhooks");
    await search(page, "signature");
    await page.keyboard.press("ArrowDown");
    for (const width of [390, 1_280]) {
      await expectWidth(page, width);
      expect(await violations(page)).toEqual([]);
      await keepPicture(page, `docs-search-${width}`);
    }
    expect(await violationsInTheDark(page)).toEqual([]);
  });

  it("says when it finds nothing, and when its sections cannot be read", async () => {
    const { page } = await openPage("/docs");
    await page.getByRole("searchbox").fill("xylophone");
    await page.getByText("Nothing found for “xylophone”").last().waitFor();
    const failing = await openPage("/docs");
    await failing.page.route("**/search.json", (route) => route.abort());
    await failing.page.getByRole("searchbox").fill("webhook");
    await failing.page.getByText("Search is not available.").last().waitFor();
  });

  it("leaves the slash to a field in which a reader types", async () => {
    const { page } = await openPage("/docs");
    await page.getByRole("searchbox").fill("");
    await page.keyboard.type("/v1");
    expect(await page.getByRole("searchbox").inputValue()).toBe("/v1");
  });
});

describe("tabs", () => {
  const selected = (page: Page) => page.getByRole("tab", { selected: true }).allTextContents();

  it("remember the chosen language on every page", async () => {
    const { page } = await openPage("/docs/quick-start", desk);
    expect(await selected(page)).toEqual(["curl"]);
    await page.getByRole("tab", { name: "Python" }).click();
    await page
      .getByRole("tabpanel", { name: "Python" })
      .getByText("verify.py", { exact: true })
      .first()
      .waitFor();
    expect(await page.getByRole("tabpanel").count()).toBe(1);
    await page.goto(`${system.url}/docs/deposits`);
    expect(await selected(page)).toEqual(["Python"]);
    await page.goto(`${system.url}/docs/receivers`);
    expect(await selected(page)).toEqual(["Python", "Express"]);
  });

  it("show their first language where a page lacks the chosen one", async () => {
    const { page } = await openPage("/docs/quick-start", desk);
    await page.getByRole("tab", { name: "curl" }).click();
    await page.goto(`${system.url}/docs/receivers`);
    expect(await selected(page)).toEqual(["Node.js", "Express"]);
  });

  it("open at the heading that an address names", async () => {
    const { page } = await openPage("/docs/receivers#php", desk);
    expect(await selected(page)).toEqual(["PHP", "Express"]);
    const list = page.getByRole("tablist").first();
    await until(async () => Math.abs((await list.boundingBox())?.y ?? 900) < 100, {
      what: "the tabs at the top",
    });
  });

  it("are changed by the arrow keys", async () => {
    const { page } = await openPage("/docs/deposits", desk);
    await page.getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await selected(page)).toEqual(["Python"]);
    await page.keyboard.press("End");
    expect(await selected(page)).toEqual(["PHP"]);
    await page.keyboard.press("ArrowRight");
    expect(await selected(page)).toEqual(["curl"]);
  });
});

describe("a copy button", () => {
  const clipboard = (page: Page) => page.evaluate("navigator.clipboard.readText()");

  it("copies its block as it is written", async () => {
    const { page, context } = await openPage("/docs/quick-start", desk);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = page.locator(".code").first();
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByRole("button", { name: "Copied" }).waitFor();
    expect(await clipboard(page)).toBe("npm ci\nnpm start");
  });

  it("copies where browsers offer no clipboard, as on plain http", async () => {
    const { page, context } = await openPage("/docs/keys", desk);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))");
    const block = page.locator(".code", { hasText: "find-keys.mjs" }).first();
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByRole("button", { name: "Copied" }).waitFor();
    expect(await clipboard(page)).toContain('const digits = "0123456789');
  });
});

describe("without a script", () => {
  it("a page shows all languages one after another, and no control that does nothing", async () => {
    const { page } = await openPage("/docs/quick-start", { ...desk, javaScriptEnabled: false });
    for (const title of ["curl", "Node.js", "Python", "PHP"])
      expect(await page.getByRole("heading", { level: 3, name: title, exact: true }).isVisible()).toBe(true);
    for (const file of ["verify.mjs", "verify.py", "verify.php"])
      expect(await page.locator(".caption", { hasText: file }).isVisible()).toBe(true);
    for (const control of ["button", "tab", "searchbox"] as const)
      expect(await page.getByRole(control).count()).toBe(0);
    await expectWidth(page, 390);
  });
});

describe("the front page", () => {
  it("leads to the quick start, the dashboard and the status in one click each", async () => {
    for (const [link, address] of [
      ["Quick start: ten minutes", "/docs/quick-start"],
      ["Dashboard", "/dashboard"],
      ["Status", "/status"],
    ] as const) {
      const { page } = await openPage("/", desk);
      await page.getByRole("main").getByRole("link", { name: link, exact: true }).click();
      await page.waitForURL(`**${address}`);
    }
  });

  it("says the same to a program as JSON", async () => {
    const response = await fetch(system.url);
    expect(response.headers.get("content-type")).toContain("application/json");
    const document = (await response.json()) as Record<string, string | readonly string[]>;
    const addresses = Object.values(document)
      .flat()
      .filter((value) => value.startsWith("http"));
    expect(addresses).toHaveLength(7);
    for (const address of addresses) {
      const { status } = await fetch(`${system.url}${new URL(address).pathname}`);
      expect({ address, status }).toEqual({ address, status: 200 });
    }
  });
});
