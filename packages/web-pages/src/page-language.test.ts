import { chooseLanguage } from "./page-language.ts";

const choose = (acceptLanguage: string | undefined, lang?: string | string[]) =>
  chooseLanguage({
    query: lang === undefined ? {} : { lang },
    get: ((name: string) => (name === "accept-language" ? acceptLanguage : undefined)) as never,
  });

describe("the language of the page", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["am", "am"],
    ["am-ET,am;q=0.9,en;q=0.8", "am"],
    ["en-US,en;q=0.9,am;q=0.8", "en"],
    ["en;q=0.5, am;q=0.7", "am"],
    ["om-ET, am;q=0.4", "am"],
    ["fr", "en"],
    ["am;q=0, en;q=0.1", "en"],
    ["am;q=x", "en"],
  ])("is the one that the browser prefers: %j", (header, language) => {
    expect(choose(header)).toEqual({ language, query: "" });
  });

  it("is the chosen one before the preferred one, and is in every link", () => {
    expect(choose("en", "am")).toEqual({ language: "am", query: "?lang=am" });
    expect(choose("am", "en")).toEqual({ language: "en", query: "?lang=en" });
  });

  it.each(["xx", "__proto__", ["am", "en"]])("ignores an unknown choice: %j", (lang) => {
    expect(choose("am", lang)).toEqual({ language: "am", query: "" });
  });
});
