import type { Browser } from "playwright-core";
import { type DocumentedService, startDocumentedService } from "../docs/documented-service.ts";
import { followBlocks } from "../docs/follow-page.ts";
import { canFollow } from "../docs/page-blocks.ts";
import { readBrowserPart } from "../docs/page-instructions.ts";
import { startAsWritten } from "../docs/start-as-written.ts";
import { keepPicture, launchChromium, type Visit, visit } from "./chromium.ts";
import { followInstructions } from "./follow-instructions.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The page is read beside a terminal. */
const desk = { viewport: { width: 1_280, height: 900 } };

describe("a newcomer who follows the quick start into the dashboard literally", () => {
  /** Of its own for each page: a receipt that was used is rejected. */
  let service: DocumentedService;
  beforeEach(async () => {
    service = await startDocumentedService(startAsWritten);
  });
  afterEach(() => service.close());

  it.each(["quick-start.md", "quick-start.am.md"].filter(canFollow))(
    "verifies a receipt there, and finds the one from the terminal (%s)",
    async (file) => {
      const { blocks, instructions } = readBrowserPart(file);
      await followBlocks(service, { file, variables: "", blocks });
      const { page, context, complaints } = await visit(browser, desk);
      page.setDefaultTimeout(15_000);
      await followInstructions(page, instructions, { ...service, printed: service.output() });
      await keepPicture(page, `${file.replace(/\.md$/, "").replace(".", "-")}-dashboard-1280`);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

describe("a page that names a missing element", () => {
  let seen: Visit;
  beforeAll(async () => {
    seen = await visit(browser, desk);
    await seen.page.setContent(
      `<h1>Home</h1><button>Verify</button><label>Email <input></label><label>Password <input></label>
      <section aria-label="Result">Verified</section><p>Paid</p>`,
    );
    seen.page.setDefaultTimeout(200);
  });
  afterAll(() => seen.context.close());

  it.each([
    ["a button", { kind: "press", name: "Confirm" }],
    ["a button by half its name", { kind: "press", name: "Ver" }],
    ["a field", { kind: "fill", fields: ["Email", "Passphrase"], line: "Dashboard:" }],
    ["a page", { kind: "see_page", title: "Start" }],
    ["a text", { kind: "see", under: "Result", texts: ["Verified", "Paid"] }],
  ] as const)("cannot be followed: %s", async (_what, instruction) => {
    const reader = { toHere: String, printed: "Dashboard: a / b\n" };
    await expect(followInstructions(seen.page, [instruction], reader)).rejects.toThrow("could not be done");
  });
});
