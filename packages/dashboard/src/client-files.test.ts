import { readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { readClientFiles } from "./client-files.ts";

const { files, modules } = readClientFiles();
/** With those that are loaded on demand. */
const allModules = files.map(({ file }) => file).filter((file) => /\.[jt]s$/.test(file));
const textOf = new Map(files.map(({ file, bytes }) => [file, bytes.toString()]));

function importsOf(file: string): string[] {
  const text = textOf.get(file) ?? "";
  return [...text.matchAll(/(?:^import |(?<!")\bfrom\s*|^import)"([^"\n]+)"/gm)].map(
    ([, specifier = ""]) => specifier,
  );
}

describe("the files for the browser", () => {
  it("import only files that are served", () => {
    for (const file of allModules) {
      for (const specifier of importsOf(file)) {
        expect(specifier).toMatch(/^\.\.?\//);
        expect(allModules).toContain(path.posix.join(path.posix.dirname(file), specifier));
      }
    }
  });

  it("are those of the first visit with all that they import, without the pages that are loaded on demand", () => {
    for (const file of modules) {
      for (const specifier of importsOf(file))
        expect(modules).toContain(path.posix.join(path.posix.dirname(file), specifier));
    }
    expect(modules).toContain("pages/payments/payments-page.ts");
    expect(modules).not.toContain("pages/batch/batch-page.ts");
    expect(textOf.has("pages/batch/batch-page.ts")).toBe(true);
  });

  it("contain no tests, declarations or types", () => {
    expect(allModules.filter((file) => /\.(?:test|d)\.ts$/.test(file))).toEqual([]);
    expect(textOf.get("app/page.ts")).not.toMatch(/^(?:export )?(?:interface|type) /m);
  });

  it("register every page under the name of its folder", () => {
    const registry = textOf.get("pages.ts") ?? "";
    for (const folder of readdirSync(path.join(import.meta.dirname, "../client/pages"))) {
      expect(registry).toContain(`"./pages/${folder}/${folder}-page.ts"`);
      expect([...textOf.values()].some((text) => text.includes(`name: "${folder}"`))).toBe(true);
    }
  });

  it("never turn text into markup", () => {
    const own = allModules.filter((file) => !file.startsWith("vendor/"));
    for (const file of own) {
      expect(textOf.get(file)).not.toMatch(
        /unsafe-?html|unsafe-?svg|innerHTML|outerHTML|insertAdjacentHTML|document\.write/i,
      );
    }
  });

  it("store only the language in the browser", () => {
    const own = allModules.filter((file) => !file.startsWith("vendor/") && file !== "language/language.ts");
    for (const file of own)
      expect(textOf.get(file)).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/);
  });

  it("weigh at most 200 KiB compressed in total", () => {
    const packed = files.map(({ bytes }) => gzipSync(bytes, { level: 9 }).length);
    expect(packed.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200 * 1024);
  });
});
