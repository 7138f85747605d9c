import { depositPageTexts } from "./deposit-texts.ts";

it("drops the prefix of a bank's Amharic name behind another prefix", () => {
  const { reviewTodo } = depositPageTexts.am;
  expect(reviewTodo("የኢትዮጵያ ንግድ ባንክ", "FT1")).toMatch(/^በኢትዮጵያ ንግድ ባንክ /);
  expect(reviewTodo("ቴሌብር", "FT1")).toMatch(/^በቴሌብር /);
});
