import { globSync } from "node:fs";
import path from "node:path";

const client = path.join(import.meta.dirname, "..");
const files = globSync("**/*-texts.ts", { cwd: client }).sort();

/** All texts with their path in the table. Functions are called with sample values. */
function textsIn(value: unknown, place: string): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") return [[place, String(value("3", "3", "3"))]];
  return Object.entries(value as object).flatMap(([name, inner]) => textsIn(inner, `${place}.${name}`));
}

const isTable = (value: unknown): value is Readonly<Record<"en" | "am", unknown>> =>
  typeof value === "object" && value !== null && "en" in value && "am" in value;

async function textsOf(file: string, language: "en" | "am"): Promise<[string, string][]> {
  const module: Record<string, unknown> = await import(path.join(client, file));
  return Object.entries(module).flatMap(([name, table]) =>
    isTable(table) ? textsIn(table[language], `${name}.${language}`) : [],
  );
}

/** Texts without letters are equal in both languages. */
describe.each(files)("%s", (file) => {
  it("has Amharic texts in Amharic and English texts in English", async () => {
    for (const [place, text] of await textsOf(file, "am")) {
      if (!/\p{L}/u.test(text)) continue;
      expect([place, text]).toEqual([place, expect.stringMatching(/\p{Script=Ethiopic}/u)]);
    }
    for (const [place, text] of await textsOf(file, "en")) {
      expect([place, text]).toEqual([place, expect.not.stringMatching(/\p{Script=Ethiopic}/u)]);
    }
  });
});
