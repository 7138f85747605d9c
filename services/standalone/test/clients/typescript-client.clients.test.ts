import { createRequire } from "node:module";
import path from "node:path";
import { clientsFolder, generatedFolder, run, writeDocuments } from "./generated-folder.ts";
import { openSmokeStory, type SmokeStory } from "./smoke-story.ts";

/** The generator uses its own TypeScript: it needs TypeScript 5's compiler API. */
const { resolve } = createRequire(path.join(clientsFolder, "package.json"));
const generator = path.join(path.dirname(resolve("openapi-typescript/package.json")), "bin/cli.js");
const compiler = path.join(path.dirname(resolve("typescript/package.json")), "bin/tsc");

let story: SmokeStory;
beforeAll(async () => {
  story = await openSmokeStory();
  for (const [surface, file] of Object.entries(writeDocuments())) {
    await run(process.execPath, [generator, file, "--output", path.join(generatedFolder, `${surface}.d.ts`)]);
  }
});
afterAll(() => story.system.stop());

describe("the TypeScript client", () => {
  it("compiles with every strictness option", async () => {
    await run(process.execPath, [compiler, "-p", clientsFolder]);
  });

  it("submits and waits, reads, lists, creates a deposit, and gets typed errors", async () => {
    const { url, apiKey, checkoutKey, reference } = story;
    const program = path.join(clientsFolder, "smoke-client.mjs");
    const printed = await run(process.execPath, [program, url, apiKey, checkoutKey, reference]);
    expect(JSON.parse(printed)).toEqual(story.expected);
  });
});
