import { createBankDetection, readIdentifiers } from "@receipts/banks";
import { type BankCode, type PaymentOption, supportedBankCodes } from "@receipts/contracts";
import { receiptEntries } from "./receipt-entries.ts";

const banks = new Map(
  supportedBankCodes.flatMap((bank) => {
    const read = readIdentifiers(bank, {});
    return read === undefined ? [] : [[bank, read] as const];
  }),
);
const rules = { banks, detect: createBankDetection({}) };
const an = (bank: BankCode, accountNumber = "77001234"): PaymentOption => ({
  bank,
  accountNumber,
  accountName: "Shop",
});
const cbe = an("cbe", "1000412270936");
const of = (
  bank: BankCode,
  reference: string,
  more: { readonly suffix?: string; readonly phone?: string } = {},
) => ({ bank, identifiers: { reference, suffix: more.suffix ?? null, phone: more.phone ?? null } });
const typed = (options: readonly PaymentOption[], ...receipts: Parameters<typeof receiptEntries>[2]) =>
  receiptEntries(rules, options, receipts).map(({ text, suffix, phone }) => [text, suffix, phone].join("|"));

describe("a receipt that was read from a file", () => {
  it("is entered as its reference alone, if that is enough", () => {
    expect(typed([an("telebirr"), cbe], of("telebirr", "DJ57QK2M41"))).toEqual(["DJ57QK2M41||"]);
  });

  it("needs no digits that the shop's own account has, even if the number may be another bank's", () => {
    expect(typed([cbe, an("boa")], of("cbe", "FT26061K3WQ8"))).toEqual(["FT26061K3WQ8||"]);
    expect(typed([cbe], of("cbe", "FT26061K3WQ8", { suffix: "58471203" }))).toEqual(["FT26061K3WQ8||"]);
  });

  it("is entered with the digits or the phone that the bank requires", () => {
    expect(typed([cbe, an("boa")], of("boa", "FT26061K3WQ8", { suffix: "58203" }))).toEqual([
      "FT26061K3WQ8|58203|",
    ]);
    expect(
      typed([an("telebirr"), an("cbebirr")], of("cbebirr", "DJ57QK2M41", { phone: "251912345678" })),
    ).toEqual(["DJ57QK2M41||251912345678"]);
  });

  it("leaves a field empty for what the bank requires and the file does not show", () => {
    const [entry] = receiptEntries(rules, [an("boa")], [of("boa", "FT26061K3WQ8")]);
    expect(entry).toEqual({ bank: "boa", text: "FT26061K3WQ8", suffix: "" });
  });

  it("is left out if its bank is not offered, or if it is the same as one before", () => {
    const found = [
      of("cbe", "FT26061K3WQ8"),
      of("telebirr", "DJ57QK2M41"),
      of("cbe", "FT26061K3WQ8", { suffix: "58471203" }),
    ];
    expect(typed([cbe], ...found)).toEqual(["FT26061K3WQ8||"]);
  });
});
