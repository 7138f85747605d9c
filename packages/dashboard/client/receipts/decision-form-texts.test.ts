import { decisionFormTexts } from "./decision-form-texts.ts";

it("drops the prefix of a bank's Amharic name behind another prefix", () => {
  const { todo } = decisionFormTexts.am;
  expect(todo("የኢትዮጵያ ንግድ ባንክ", "FT1")).toMatch(/^በኢትዮጵያ ንግድ ባንክ /);
  expect(todo("ቴሌብር", "FT1")).toMatch(/^በቴሌብር /);
});
