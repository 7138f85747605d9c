import { until } from "@receipts/testing";
import type { Browser, Page } from "playwright-core";
import { type DocumentedService, startDocumentedService } from "../docs/documented-service.ts";
import { readBrowserPart } from "../docs/page-instructions.ts";
import { openPageShell, type PageShell } from "../docs/page-shell.ts";
import { jsonObjectsIn, outputPattern } from "../docs/shown-answers.ts";
import { startAsWritten } from "../docs/start-as-written.ts";
import { launchChromium, visit } from "./chromium.ts";
import { followInstructions } from "./follow-instructions.ts";

const TEN_MINUTES_MS = 600_000;

let service: DocumentedService;
let browser: Browser;
let shell: PageShell;
let startedAt: number;
beforeAll(async () => {
  startedAt = performance.now();
  service = await startDocumentedService(startAsWritten);
  browser = await launchChromium();
  shell = openPageShell({ folder: service.folder, env: service.env });
});
afterAll(async () => {
  await shell.close();
  await browser.close();
  await service.close();
});

interface ShownBlock {
  readonly caption: string;
  readonly text: string;
  copy(): Promise<string>;
}

/** The blocks that a reader sees, with the button of each. */
async function blocksOn(page: Page): Promise<readonly ShownBlock[]> {
  const blocks = await page.locator(".code:visible").all();
  return await Promise.all(
    blocks.map(async (block) => ({
      caption: (await block.locator(".caption").textContent()) ?? "",
      text: (await block.locator("code").textContent()) ?? "",
      copy: async () => {
        await page.evaluate("navigator.clipboard.writeText('')");
        await block.getByRole("button", { name: "Copy" }).click();
        await block.getByRole("button", { name: "Copied" }).waitFor();
        return String(await page.evaluate("navigator.clipboard.readText()"));
      },
    })),
  );
}

describe("a newcomer who has only the pages and their copy buttons", () => {
  it("verifies a receipt, receives two webhooks and confirms a deposit in ten minutes", async () => {
    const { page, context, complaints } = await visit(browser, { viewport: { width: 1_280, height: 900 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    page.setDefaultTimeout(15_000);
    await page.goto(service.toHere("http://localhost:8080/"));
    await page.getByRole("link", { name: /^Quick start: / }).click();
    await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();

    const pasted: string[] = [];
    let printed = "";
    // The first block started the service (startAsWritten).
    const [, , ...blocks] = await blocksOn(page);
    for (const block of blocks) {
      if (block.caption === "Shell") {
        const copied = await block.copy();
        expect(copied).toBe(block.text.trimEnd());
        pasted.push(copied);
        printed += await shell.run(service.toHere(copied));
      } else if (block.caption === "Output") {
        const pattern = outputPattern(block.text);
        await until(() => pattern.test(service.toPage(shell.printed())), {
          what: `${block.text}\nprinted was: ${shell.printed()}`,
        });
        printed += shell.printed();
      }
    }
    const [verified] = jsonObjectsIn(printed);
    expect(verified).toMatchObject({ success: true, data: [{ verified: true, decision: "accept" }] });
    expect(printed).toMatch(/handled evt_\w+ verification\.completed$/m);
    expect(printed).toMatch(/handled evt_\w+ deposit\.confirmed$/m);
    expect(printed).toMatch(/^confirmed 1250\.00$/m);
    expect(pasted.length).toBeGreaterThan(10);

    const { instructions } = readBrowserPart("quick-start.md");
    await followInstructions(page, instructions, { ...service, printed: service.output() });
    expect(complaints).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(TEN_MINUTES_MS);
  });
});
