import { amountOf } from "./new-deposit-page.ts";

it.each([
  ["1250", "1250.00"],
  ["1,250.5", "1250.50"],
  [" 0012.34 ", "12.34"],
  ["7.", "7.00"],
  ["12.345", "12.345"],
  ["-5", "-5"],
  ["1e3", "1e3"],
  ["", ""],
])("reads the typed amount %j as %j", (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});
