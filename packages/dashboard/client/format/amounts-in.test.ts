import { amountsIn, otherAmountIn } from "./amounts-in.ts";

it.each([
  ["You have received ETB 1,250.00 from Abebe. Your balance is ETB 3,000.5.", [1_250, 3_000.5]],
  ["debited with ETB502.01 including charges", [502.01]],
  ["you have sent 50.00 Birr to LULIT 251714***502 on 3/11/26", [50]],
  ["ውድ ደንበኛ የ 5.00 ብር ጥቅል ገዝተዋል", [5]],
  ["ETB 1250.", [1_250]],
  ["ETB 1,250.00.", [1_250]],
  ["You paid ETB 1 250.00, 2 000 birr remain", [1_250, 2_000]],
  ["paid 12,50 birr", []],
  ["ETB 1.250,00", []],
  ["ETB 1,25,000", []],
  ["DJ57QK2M41", []],
  ["https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M72", []],
])("finds the amounts of %j", (message, amounts) => {
  expect(amountsIn(message)).toEqual(amounts);
});

it.each([
  ["You have received ETB 500.00", 500, undefined],
  ["You have received ETB 511.00", 500, 511],
  ["your account has been debited with ETB 511. Thank you for Banking with CBE!", 500, undefined],
  ["debited with ETB 20,200.00", 20_000, undefined],
  ["debited with ETB 50,000.00", 500, 50_000],
  ["debited with ETB 499.00", 500, 499],
  ["paid 12,50 birr", 12.5, undefined],
])("of %j with %d paid, finds that another amount is named: %s", (message, paid, other) => {
  expect(otherAmountIn(message, paid)).toBe(other);
});
