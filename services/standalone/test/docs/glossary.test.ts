import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pageFiles, readPage } from "./page-blocks.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const sources = globSync(
  [
    "packages/dashboard/client/**/*.ts",
    "services/gateway/client/**/*.ts",
    "services/gateway/src/{checkout,tills,mail,telegram,downloads}/**/*.ts",
  ],
  { cwd: ROOT },
).map((file) => ({ file, text: readFileSync(`${ROOT}${file}`, "utf8") }));

const [words = [], others = []] = readPage("glossary.md")
  .split(/^## /m)
  .map((part) =>
    part
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(1)
      .map((line) => line.split("|").map((cell) => cell.trim())),
  );

/** The text of a page for people, without code and names of fields. */
const proseOf = (page: string) => page.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`]*`/g, "");
/** The English half of each text in two languages. */
const englishOf = (source: string) =>
  [...source.matchAll(/both\(\s*"([^"]*)"/g)].map(([, text]) => text ?? "");

describe("the glossary", () => {
  it.each(words.map(([, word = "", , , amharic = ""]) => [word, amharic]))(
    "has the word of the pages for %s in Amharic: %s",
    (_word, amharic) => {
      expect(amharic).toMatch(/^\p{Script=Ethiopic}/u);
      expect(sources.filter(({ text }) => text.includes(amharic)).length).toBeGreaterThan(0);
    },
  );

  it.each(others.map(([, word = "", but = ""]) => [word, but]))(
    "leaves out %s, for %s, and so do all pages and texts",
    (word, but) => {
      expect(words.map(([, known]) => known)).toContain(but);
      const use = new RegExp(`\\b${word}`, "i");
      const pages = pageFiles
        .filter((file) => file !== "glossary.md")
        .filter((file) => use.test(proseOf(readPage(file))));
      const texts = sources.filter(({ text }) => englishOf(text).some((english) => use.test(english)));
      expect([...pages, ...texts.map(({ file }) => file)]).toEqual([]);
    },
  );
});
