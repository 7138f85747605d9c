import { type DocumentedService, startDocumentedService } from "./documented-service.ts";
import { followPage, isExample, programs } from "./follow-page.ts";
import { canFollow, pageFiles, readBlocks } from "./page-blocks.ts";

let service: DocumentedService;
beforeAll(async () => {
  service = await startDocumentedService();
});
afterAll(() => service.close());

describe("the code on the page", () => {
  it.each(pageFiles.filter(canFollow))("%s runs unchanged, with the responses that it shows", (file) =>
    followPage(service, file),
  );

  const left = pageFiles.filter((file) => !canFollow(file));
  if (left.length > 0)
    it.skip(`is not tried on ${left.join(", ")}: python3 or php is not installed`, () => {});

  it.each(pageFiles)("%s runs every program that it saves", (file) => {
    const blocks = readBlocks(file);
    for (const [index, { language, role, place }] of blocks.entries()) {
      if (!programs.includes(language) || isExample(role)) continue;
      const runs = blocks
        .slice(index)
        .filter((later) => later.language === "sh" && later.code.includes(role));
      expect({ place, runs: runs.length }).not.toEqual({ place, runs: 0 });
    }
  });
});
