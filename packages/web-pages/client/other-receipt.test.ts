import { isOtherReceipt } from "./other-receipt.ts";

const message = "You have received ETB 1,250.00. Your transaction number is DJ57QK2M51.";

it.each([
  ["its number before the message", "dj57qk2m51", message],
  ["the message before its number", message, "DJ57QK2M51"],
  ["its link", "DJ57QK2M51", "https://example.test/receipt/DJ57QK2M51"],
  ["the same message, in other lines", message, message.replaceAll(" ", "\n")],
])("a pasted text is of the same receipt: %s", (_what, before, pasted) => {
  expect(isOtherReceipt(before, pasted)).toBe(false);
});

it.each([
  ["another number", "DJ57QK2M51", "DJ57QK2M52"],
  ["another message", message, message.replace("DJ57QK2M51", "DJ57QK2M52")],
  ["the first one", "  ", message],
])("a pasted text is of another receipt: %s", (_what, before, pasted) => {
  expect(isOtherReceipt(before, pasted)).toBe(true);
});
