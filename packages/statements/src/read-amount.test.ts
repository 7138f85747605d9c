import { readAmount } from "./read-amount.ts";

describe("an amount in a statement", () => {
  it.each<[string, bigint]>([
    ["1,719.33", 171_933n],
    ["1719.3", 171_930n],
    ["1 719.33", 171_933n],
    ["1 234 567.00", 123_456_700n],
    ["1'234.50", 123_450n],
    ["1\u00a0719.33", 171_933n],
    [" ETB 500.00 ", 50_000n],
    ["500 birr", 50_000n],
    ["Br. 12.50", 1_250n],
    [".00", 0n],
    ["-.50", -50n],
    [".5", 50n],
    ["- 12.50", -1_250n],
    ["(12.50)", -1_250n],
    ["12.50-", -1_250n],
    ["12.50 Dr", -1_250n],
    ["12.50Cr", 1_250n],
    ["0", 0n],
  ])("is read: %j", (text, santim) => {
    expect(readAmount(text, ".")).toBe(santim);
  });

  it.each([
    ...["1,719.3 3", "1 71.33", "1719 33", "12 500.0 0", "1  719.33", "1,719 .33"],
    ...[
      ".",
      "-",
      "-.",
      "",
      " ",
      "ETB",
      "1.719,33",
      "12,50",
      "1,7193.00",
      "12.345",
      "1e3",
      "(12.50",
      "-12.50-",
    ],
  ])("is not guessed: %j", (text) => {
    expect(readAmount(text, ".")).toBeUndefined();
  });

  it("has a comma for its decimals if the statement has", () => {
    expect(readAmount("1.719,33", ",")).toBe(171_933n);
    expect(readAmount("1 719,33", ",")).toBe(171_933n);
    expect(readAmount(",50", ",")).toBe(50n);
  });
});
