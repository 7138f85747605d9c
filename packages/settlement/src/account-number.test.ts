import { accountNumberFault } from "./account-number.ts";

describe("the number of an account", () => {
  it.each([
    ["cbe", "1000412270936"],
    ["telebirr", "0911223344"],
    ["mpesa", "0711223344"],
    ["telebirr", "4821"],
    ["cbebirr", "12345678"],
    ["boa", "10427"],
    ["awash", "01320478129600"],
    ["dashen", "12345678901234567890"],
  ] as const)("of %s may be %s", (bank, number) => {
    expect(accountNumberFault(bank, number)).toBeUndefined();
  });

  it.each([
    ["cbe", "1000412270936 - or pay to 1000999999999", /the number alone/],
    ["boa", "12345/call", /the number alone/],
    ["cbe", "12345", /13 digits that begin with 1000/],
    ["cbe", "1001412270936", /13 digits/],
    ["cbe", "100041227093", /13 digits/],
    ["cbe", "10004122709360", /13 digits/],
    ["telebirr", "0811223344", /phone number such as 0911223344/],
    ["telebirr", "091122334", /merchant code of 4 to 8 digits/],
    ["telebirr", "123", /merchant code/],
    ["boa", "1042", /5 to 20 digits/],
    ["boa", "123456789012345678901", /5 to 20 digits/],
    ["wegagen", "+251911223344", /5 to 20 digits/],
  ] as const)("of %s cannot be %s", (bank, number, why) => {
    expect(accountNumberFault(bank, number)).toMatch(why);
  });
});
