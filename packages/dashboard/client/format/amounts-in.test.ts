import { amountsIn } from "./amounts-in.ts";

it.each([
  ["You have received ETB 1,250.00 from Abebe. Your balance is ETB 3,000.5.", [1_250, 3_000.5]],
  ["debited with ETB502.01 including charges", [502.01]],
  ["you have sent 50.00 Birr to LULIT 251714***502 on 3/11/26", [50]],
  ["ውድ ደንበኛ የ 5.00 ብር ጥቅል ገዝተዋል", [5]],
  ["ETB 1250.", [1_250]],
  ["DJ57QK2M41", []],
  ["https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M72", []],
])("finds the amounts of %j", (message, amounts) => {
  expect(amountsIn(message)).toEqual(amounts);
});
