import { type DocumentedService, startDocumentedService } from "./documented-service.ts";
import { followPage } from "./follow-page.ts";
import { canFollow, readBlocks } from "./page-blocks.ts";
import { outputPattern } from "./shown-answers.ts";
import { startAsWritten } from "./start-as-written.ts";

const page = "quick-start.md";
const [, printed] = readBlocks(page);

let service: DocumentedService;
beforeAll(async () => {
  service = await startDocumentedService(startAsWritten);
});
afterAll(() => service.close());

describe("a newcomer who follows the quick start word for word", () => {
  it("sees the printed lines of the page", () => {
    expect(service.toPage(service.output())).toMatch(outputPattern(printed?.code ?? ""));
  });

  const followed = canFollow(page) ? it : it.skip;
  followed("verifies a receipt in four ways, receives signed webhooks and confirms a deposit", async () => {
    await followPage(service, page);
  });
});
