import { itIsWhole } from "../../test/page-texts.ts";
import { mailTexts } from "./mail-texts.ts";

describe("the texts of emails", () => {
  const inLanguage = (language: "en" | "am") =>
    Object.fromEntries(Object.entries(mailTexts).map(([kind, texts]) => [kind, texts[language]]));
  itIsWhole({ en: inLanguage("en"), am: inLanguage("am") }, () => []);
});
