import type { Page } from "playwright-core";
import { failCalls, holdCalls } from "./api-calls.ts";
import { keepPicture } from "./chromium.ts";
import type { RegisteredPage } from "./dashboard-visits.ts";
import { expectWidth, violations } from "./page-checks.ts";

/** These forms load nothing before they are drawn. */
const drawnAtOnce: readonly string[] = [
  "verify",
  "new-batch",
  "new-deposit",
  "password",
  "sign-in",
  "sign-up",
  "confirm",
  "forgot",
  "reset",
  "join",
];

interface Opening {
  readonly place: RegisteredPage;
  /** Navigates without waiting. */
  readonly go: () => Promise<unknown>;
  /** Name of the screenshots. */
  readonly picture: string;
}

const loaded = (page: Page) => page.locator(".page-body[aria-busy=false]").waitFor();

/** Checks the page while it loads, and then the loaded page. */
export async function openWaiting(page: Page, { place, go, picture }: Opening): Promise<void> {
  const release = await holdCalls(page);
  await go();
  await page.locator("h1").waitFor();
  if (drawnAtOnce.includes(place.name)) {
    await loaded(page);
  } else {
    await page.locator(".skeleton").waitFor();
    await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
    await page.getByRole("status").filter({ hasText: /\S/ }).first().waitFor();
    await look(page, { place, picture });
  }
  if (place.access === "session") await expectNavigation(page);
  await release();
  await page.locator(".skeleton").waitFor({ state: "detached" });
  await loaded(page);
}

/** Checks the page after the API has failed, and then the page after a retry. */
export async function openFailing(page: Page, { place, go, picture }: Opening): Promise<void> {
  const restore = await failCalls(page);
  await go();
  if (drawnAtOnce.includes(place.name)) {
    await loaded(page);
    await restore();
    return;
  }
  const notice = page.getByRole("alert");
  await notice.getByText("req-of-the-call").waitFor();
  await look(page, { place, picture });
  await expectNavigation(page);
  await restore();
  await notice.getByRole("button").click();
  await notice.waitFor({ state: "detached" });
  await page.locator(".skeleton").waitFor({ state: "detached" });
  await loaded(page);
  // The session was not loaded before either.
  await page.locator(".account-name", { hasText: /./ }).waitFor();
}

async function look(
  page: Page,
  { place: { name }, picture }: Pick<Opening, "place" | "picture">,
): Promise<void> {
  expect(((await page.locator("h1").textContent()) ?? "").trim()).not.toBe("");
  for (const width of [390, 1280]) {
    await expectWidth(page, width);
    await keepPicture(page, `${picture}-${width}`);
  }
  // Skeletons and notices are the same on every page.
  if (name === "home") expect(await violations(page)).toEqual([]);
}

/** Collapsed behind its button on a phone, beside the page on a desktop, in every state of the page. */
async function expectNavigation(page: Page): Promise<void> {
  // Those of every role, before the role is known: the others keep their places.
  const LEAST = 6;
  const links = page.getByRole("navigation").getByRole("link");
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await links.count()).toBe(0);
  const menu = page.locator("button[aria-controls=navigation]");
  await menu.click();
  expect(await menu.getAttribute("aria-expanded")).toBe("true");
  expect(await links.count()).toBeGreaterThanOrEqual(LEAST);
  await menu.click();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await links.count()).toBeGreaterThanOrEqual(LEAST);
}
