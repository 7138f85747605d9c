import { amountWords, groupedAmount, numberWords, plainAmount } from "./amount-text.ts";

describe("amounts in words and figures", () => {
  it.each([
    [5n, "0.05", "0.05"],
    [99_999n, "999.99", "999.99"],
    [113_400n, "1,134.00", "1134.00"],
    [123_456_789_00n, "123,456,789.00", "123456789.00"],
  ])("writes %s santim as %s and %s", (santim, grouped, plain) => {
    expect(groupedAmount(santim)).toBe(grouped);
    expect(plainAmount(santim)).toBe(plain);
  });

  it.each([
    [0n, "zero"],
    [14n, "fourteen"],
    [40n, "forty"],
    [342n, "three hundred forty two"],
    [2_100n, "two thousand one hundred"],
    [1_000_017n, "one million seventeen"],
  ])("spells %s", (value, words) => {
    expect(numberWords(value)).toBe(words);
  });

  it("spells birr and cents separately", () => {
    expect(amountWords(307n)).toEqual({ birr: "three", cents: "seven" });
  });
});
