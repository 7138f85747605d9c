import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { parseSync } from "rolldown/utils";
import { readClientFiles } from "./client-files.ts";

const client = path.join(import.meta.dirname, "../client");
const texts = new Map<string, string>();
let shipped: ReadonlyMap<string, string>;

beforeAll(async () => {
  shipped = new Map((await readClientFiles()).map(({ file, bytes }) => [file, bytes.toString()]));
  const sources = readdirSync(client, { recursive: true, encoding: "utf8" });
  for (const file of sources.filter((each) => /(?<!\.test)\.ts$/.test(each)))
    texts.set(file, readFileSync(path.join(client, file), "utf8"));
});

const scripts = () => [...shipped].filter(([file]) => file.endsWith(".js"));

/** The modules that a browser loads before the script runs. */
const importsOf = (text: string) =>
  parseSync("file.js", text).module.staticImports.map(({ moduleRequest }) => moduleRequest.value);

describe("the files for the browser", () => {
  it("are one script on the first visit, and one more for a page that is loaded on demand", () => {
    expect(importsOf(shipped.get("main.js") ?? "")).toEqual([]);
    const onDemand = scripts().filter(([file]) => file.endsWith("-page.js"));
    expect(onDemand.length).toBeGreaterThan(3);
    for (const [, text] of onDemand)
      expect(["./main.js", "./keys-pages.js"]).toEqual(expect.arrayContaining(importsOf(text)));
    expect(shipped.get("main.js")).toContain("batch-page.js");
  });

  it("have source maps that name the sources", () => {
    for (const [file, text] of scripts()) {
      expect(text).toMatch(new RegExp(`//# sourceMappingURL=${file}.map\\s*$`));
      const { sources } = JSON.parse(shipped.get(`${file}.map`) ?? "") as { sources: string[] };
      expect(sources.length).toBeGreaterThan(0);
    }
  });

  it("name the authors of the package in them", () => {
    expect(
      scripts()
        .map(([, text]) => text)
        .join("\n"),
    ).toMatch(/Copyright \d+ Google LLC/);
  });

  it("register every page under the name of its folder", () => {
    const registry = texts.get("pages.ts") ?? "";
    for (const folder of readdirSync(path.join(client, "pages"))) {
      expect(registry).toContain(`"./pages/${folder}/${folder}-page.ts"`);
      expect([...texts.values()].some((text) => text.includes(`name: "${folder}"`))).toBe(true);
    }
  });

  it("never turn text into markup", () => {
    for (const text of texts.values())
      expect(text).not.toMatch(
        /unsafe-?html|unsafe-?svg|innerHTML|outerHTML|insertAdjacentHTML|document\.write/i,
      );
  });

  it("store only the language in the browser", () => {
    for (const [file, text] of texts)
      if (file !== "language/language.ts")
        expect(text).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/);
  });

  it("weigh at most 80 KiB compressed on the first visit, and 128 KiB with the pages that are loaded later", () => {
    const weigh = (files: readonly [string, string][]) =>
      files.reduce((sum, [, text]) => sum + brotliCompressSync(text).length, 0);
    // Browsers with a reader of QR codes never load this one.
    const all = [...shipped].filter(([file]) => !file.endsWith(".map") && file !== "decode.js");
    const first = /^(?:main\.js|dashboard\..+)$/;
    expect(weigh(all.filter(([file]) => first.test(file)))).toBeLessThanOrEqual(80 * 1024);
    expect(weigh(all)).toBeLessThanOrEqual(128 * 1024);
  });
});
