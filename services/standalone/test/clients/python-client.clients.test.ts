import path from "node:path";
import { installPythonPackages } from "@receipts/testing";
import { clientsFolder, generatedFolder, run, writeDocuments } from "./generated-folder.ts";
import { openSmokeStory, type SmokeStory } from "./smoke-story.ts";

let story: SmokeStory;
let python: string;
let generator: string;
beforeAll(async () => {
  const bin = await installPythonPackages(path.join(clientsFolder, "requirements.txt"));
  python = path.join(bin, "python");
  generator = path.join(bin, "openapi-python-client");
  story = await openSmokeStory();
});
afterAll(() => story?.system.stop());

describe("the Python client", () => {
  /** A warning is a route or a response that the client would lack. */
  it("is generated without warnings and compiles", async () => {
    for (const [surface, file] of Object.entries(writeDocuments())) {
      await run(generator, [
        "generate",
        "--fail-on-warning",
        "--overwrite",
        ...["--path", file, "--config", path.join(clientsFolder, "python-generator.yml")],
        ...["--meta", "none", "--output-path", path.join(generatedFolder, `${surface}_client`)],
      ]);
    }
    await run(python, ["-m", "compileall", "-q", generatedFolder]);
  });

  it("submits and waits, reads, lists, creates a deposit, and gets typed errors", async () => {
    const { url, apiKey, checkoutKey, reference } = story;
    const program = path.join(clientsFolder, "smoke_client.py");
    const printed = await run(python, [program, url, apiKey, checkoutKey, reference], {
      env: { PATH: process.env["PATH"], PYTHONPATH: generatedFolder },
    });
    expect(JSON.parse(printed)).toEqual(story.expected);
  });
});
