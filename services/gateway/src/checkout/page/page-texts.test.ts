import { bankCodes, bankTitle } from "@receipts/contracts";
import { languageNames, pageLanguages } from "@receipts/web-pages";
import { pageTexts } from "./page-texts.ts";

/** Every text with its place in the file; those that take values, with some. */
function textsIn(value: unknown, place: string): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") {
    const isDuration = place.endsWith("duration");
    const given = isDuration ? [{ days: 0, hours: 2, minutes: 3 }] : ["7", "8"];
    return [[place, value(...given)]];
  }
  return Object.entries(value as object).flatMap(([name, inner]) => textsIn(inner, `${place}.${name}`));
}

const placesOf = (language: keyof typeof pageTexts) =>
  textsIn(pageTexts[language], "").map(([place]) => place);

describe("the texts of the hosted page", () => {
  it.each(pageLanguages)("lack nothing in %s", (language) => {
    for (const [place, text] of textsIn(pageTexts[language], language)) {
      expect([place, text.trim()]).not.toEqual([place, ""]);
      expect([place, text]).toEqual([place, expect.not.stringMatching(/undefined|NaN|\[object/)]);
    }
    expect(placesOf(language)).toEqual(placesOf("en"));
    expect(languageNames[language]).toMatch(/\p{L}/u);
  });

  /** A text that was left in English is one that the payer cannot read. */
  it("are Amharic in Amharic, and English in English", () => {
    for (const [place, text] of textsIn(pageTexts.am, "am")) {
      expect([place, text]).toEqual([place, expect.stringMatching(/\p{Script=Ethiopic}/u)]);
    }
    for (const [place, text] of textsIn(pageTexts.en, "en")) {
      expect([place, text]).toEqual([place, expect.not.stringMatching(/\p{Script=Ethiopic}/u)]);
    }
  });

  it("name every bank in Amharic", () => {
    for (const bank of bankCodes) expect(bankTitle(bank, "am")).toMatch(/\p{Script=Ethiopic}/u);
  });

  it.each([
    ["en", { days: 0, hours: 0, minutes: 59 }, "59 minutes"],
    ["en", { days: 0, hours: 1, minutes: 0 }, "1 hour"],
    ["en", { days: 2, hours: 3, minutes: 4 }, "2 days 3 hours"],
    ["en", { days: 0, hours: 0, minutes: 0 }, "0 minutes"],
    ["am", { days: 0, hours: 2, minutes: 5 }, "2 ሰዓት ከ5 ደቂቃ"],
    ["am", { days: 1, hours: 0, minutes: 5 }, "1 ቀን"],
  ] as const)("say a time left in %s: %j", (language, parts, text) => {
    expect(pageTexts[language].duration(parts)).toBe(text);
  });
});
