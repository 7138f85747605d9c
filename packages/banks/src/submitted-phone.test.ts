import fc from "fast-check";
import { mobileMatchesAccount, readMobileNumber } from "./submitted-phone.ts";

describe("a submitted mobile number", () => {
  it.each([
    ["0912345678", "251912345678"],
    ["0712345678", "251712345678"],
    ["my number is +251 912 34 56 78.", "251912345678"],
    ["0912345678, again +251912345678", "251912345678"],
    ["\u200e0912345678", "251912345678"],
    ["0812345678", undefined],
    ["00912345678", undefined],
    ["1000123456789", undefined],
    ["0912345678 0912345679", undefined],
    ["", undefined],
  ])("is normalized: %s", (text, expected) => {
    expect(readMobileNumber(text)).toBe(expected);
  });

  it("never becomes another number, and never throws", () => {
    fc.assert(
      fc.property(fc.integer({ min: 900_000_000, max: 999_999_999 }), (national) => {
        for (const text of [`0${national}`, `+251${national}`, `251 ${national}`, `Phone: ${national}.`])
          expect(readMobileNumber(text)).toBe(`251${national}`);
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: "binary" }), (text) => {
        expect(readMobileNumber(text) ?? "251912345678").toMatch(/^251[79]\d{8}$/);
      }),
    );
  });
});

describe("a receipt's account", () => {
  it.each([
    ["912345678", true],
    ["0912345678", true],
    ["+251 91 234 5678", true],
    ["2519****5678", true],
    ["25191******8", true],
    ["912345679", false],
    ["2519****5679", false],
    ["2517****5678", false],
    ["1000123456789", undefined],
    ["5387******942", undefined],
    ["*********", undefined],
    ["512345", undefined],
  ])("is compared with a mobile number if it is one: %s", (account, expected) => {
    expect(mobileMatchesAccount("251912345678", account)).toBe(expected);
  });
});
