import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  codeSample,
  type SampleLanguage,
  sampleLanguages,
} from "../../../../packages/dashboard/client/pages/code-samples/code-samples.ts";
import { aReference, system, useSystem } from "../system.ts";

const run = promisify(execFile);

/** Runs each sample as a reader who pasted it would. */
const commands: Readonly<Record<SampleLanguage, (code: string) => [file: string, args: string[]]>> = {
  curl: (code) => ["sh", ["-c", code]],
  "Node.js": (code) => [process.execPath, ["--input-type=module", "-e", code]],
  Python: (code) => ["python3", ["-c", code]],
};

useSystem({ verifiers: ["telebirr"] });

it.each(sampleLanguages)("the dashboard's %s sample verifies a receipt without changes", async (language) => {
  const { apiKey } = await system.account();
  const url = `${system.url}/api/verify?waitMs=15000`;
  const code = codeSample(language, { url, body: { bank: "telebirr", reference: aReference() } });
  const [file, args] = commands[language](code.replace("YOUR_API_KEY", apiKey));
  const { stdout } = await run(file, args);
  expect(stdout).toMatch(/'?"?verified'?"?: ?(?:true|True)/);
});

it("the curl sample quotes any text in its body", () => {
  const sample = codeSample("curl", { url: "http://x/", body: { reference: "it's; rm -rf" } });
  expect(sample).toContain(`-d '{"reference":"it'\\''s; rm -rf"}'`);
});
