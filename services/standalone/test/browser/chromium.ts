import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

export type { Browser, Page } from "playwright-core";

const ARTEFACTS = path.join(import.meta.dirname, ".artefacts");

/**
 * Starts Debian's chromium: the library neither contains nor downloads one. The build without a window needs half of the
 * CPU time; the pages are the same.
 */
export async function launchChromium(...args: readonly string[]): Promise<Browser> {
  return await chromium.launch({
    executablePath: findOnPath(["chromium-headless-shell", "chromium", "chromium-browser"]),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
}

/** Browser of the running test file (`useChromium`). */
export let browser: Browser;

/**
 * Starts a browser before a file's tests and closes it afterwards. Call it before the system that the browser visits.
 * Pages that a test opens are closed at its end.
 */
export function useChromium({ keepsCache = false }: { readonly keepsCache?: boolean } = {}): void {
  let openedBefore: readonly BrowserContext[];
  beforeAll(async () => {
    browser = await launchChromium();
    if (keepsCache) shared = await browser.newContext(phone);
  });
  beforeEach(() => {
    openedBefore = browser.contexts();
  });
  afterEach(async () => {
    if (shared !== undefined) await forgetVisit(shared);
    for (const context of browser.contexts()) if (!openedBefore.includes(context)) await context.close();
  });
  afterAll(async () => {
    shared = undefined;
    await browser.close();
  });
}

/** The context of a file whose tests make one visit each. Its cache holds the modules that the first visit loads. */
let shared: BrowserContext | undefined;

async function forgetVisit(context: BrowserContext): Promise<void> {
  await context.clearCookies();
  for (const page of context.pages()) {
    // A page that went nowhere has no storage.
    if (page.url().startsWith("http")) await page.evaluate("localStorage.clear()");
    await page.close();
  }
}

const phone = { viewport: { width: 390, height: 844 }, locale: "en-GB" };

function findOnPath(names: readonly string[]): string {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const found = names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => isExecutable(file));
  if (found === undefined)
    throw new Error("install chromium: apt-get install chromium-headless-shell fonts-sil-abyssinica");
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Policy violations, failed requests and exceptions in the browser. */
  readonly complaints: string[];
  /** URLs of all requests. */
  readonly requests: string[];
}

/** Opens an empty browser; default: a payer's phone. */
export async function visit(browser: Browser, options?: BrowserContextOptions): Promise<Visit> {
  const context =
    options === undefined && shared !== undefined
      ? shared
      : await browser.newContext({ ...phone, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    // A form with a missing field returns a 422, which the console reports as an error.
    if (message.type() === "error" && !/status of 422/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  return { context, page, complaints, requests };
}

/** Saves a screenshot for people to view, with `KEEP_PICTURES=true`: it takes as long as the test's own checks. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["KEEP_PICTURES"] !== "true") return;
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: path.join(ARTEFACTS, `${name}.png`), fullPage: true });
}
