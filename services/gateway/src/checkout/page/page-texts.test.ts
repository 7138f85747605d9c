import { bankCodes, bankTitle } from "@receipts/contracts";
import { languageNames, pageLanguages } from "@receipts/web-pages";
import { itIsWhole } from "../../../test/page-texts.ts";
import { pageTexts } from "./page-texts.ts";

describe("the texts of the hosted page", () => {
  itIsWhole(pageTexts, (place) =>
    place.endsWith("duration") ? [{ days: 0, hours: 2, minutes: 3 }] : ["7", "8"],
  );

  it.each(pageLanguages)("name the language %s in letters", (language) => {
    expect(languageNames[language]).toMatch(/\p{L}/u);
  });

  it("name every bank in Amharic", () => {
    for (const bank of bankCodes) expect(bankTitle(bank, "am")).toMatch(/\p{Script=Ethiopic}/u);
  });

  it("put the prefix የ before a bank's name once", () => {
    const names = bankCodes.map((bank) => pageTexts.am.copyAccount(bankTitle(bank, "am")));
    expect(names).toContain("የኢትዮጵያ ንግድ ባንክ ሒሳብ ቁጥር");
    expect(names).toContain("የቴሌብር ሒሳብ ቁጥር");
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
