import { pageLanguages } from "@receipts/web-pages/texts";
import { keyTexts } from "./key-texts.ts";

it.each(pageLanguages)("isolates a key's name within sentences, in %s", (language) => {
  const { revokeTitle, rotateTitle, rotationText } = keyTexts[language];
  for (const sentence of [revokeTitle, rotateTitle, rotationText])
    expect(sentence("till\u202E")).toContain("\u2068till\u202E\u2069");
});
