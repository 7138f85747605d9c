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
}, 90_000);
afterAll(() => service.close());

describe("a newcomer who does what the quick start says, word for word", () => {
  it("sees what it says that he sees", () => {
    expect(service.toPage(service.output())).toMatch(outputPattern(printed?.code ?? ""));
  });

  const followed = canFollow(page) ? it : it.skip;
  followed(
    "has verified a receipt in four ways and received a signed webhook at the end",
    async () => {
      await followPage(service, page);
    },
    60_000,
  );
});
