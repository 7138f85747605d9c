import { creditedBank } from "./credited-bank.ts";

describe("the bank that a transfer went to", () => {
  it.each([
    ["Commercial Bank of Ethiopia", "cbe"],
    ["COMMERCIAL BANK OF ETHIOPIA S.C.", "cbe"],
    ["Bank of Abyssinia", "boa"],
    ["Dashen Bank S.C", "dashen"],
    ["Awash Bank", "awash"],
    ["Awash International Bank Share Company", "awash"],
    ["Siinqee  Bank", "siinqee"],
    ["Zemen Bank", "zemen"],
  ])("is found by its name: %s", (name, bank) => {
    expect(creditedBank(name)).toBe(bank);
  });

  /** A guess would compare another person's account with the merchant's. */
  it.each([
    "Development Bank of Ethiopia",
    "Commercial Bank of Ethiopia Employees Association",
    "Cooperative Bank of Oromia",
    "CBE Birr",
    "M-PESA",
    "telebirr",
    "Awash Insurance",
    "__proto__",
    "",
  ])("is not guessed: %s", (name) => {
    expect(creditedBank(name)).toBeNull();
  });
});
