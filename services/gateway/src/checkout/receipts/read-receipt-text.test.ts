import { createBankDetection, readIdentifiers } from "@receipts/banks";
import { type BankCode, type PaymentOption, supportedBankCodes } from "@receipts/contracts";
import { readReceiptText } from "./read-receipt-text.ts";

const banks = new Map(
  supportedBankCodes.flatMap((bank) => {
    const read = readIdentifiers(bank, {});
    return read === undefined ? [] : [[bank, read] as const];
  }),
);
const rules = { banks, detect: createBankDetection({}) };
const an = (bank: BankCode, accountNumber: string): PaymentOption => ({
  bank,
  accountNumber,
  accountName: "Shop",
});
const cbe = an("cbe", "1000412270936");
const boa = an("boa", "77001234");
const read = (
  options: PaymentOption[],
  text: string,
  more: { suffix?: string; phone?: string; bank?: BankCode } = {},
) => readReceiptText(rules, options, { text, ...more });
const missing = (result: ReturnType<typeof read>) =>
  result.kind === "unreadable" ? result.missing.map(({ field }) => field) : result.kind;

describe("the text of a payer", () => {
  it("is completed with the digits of the paid account, if they open the receipt", () => {
    expect(read([cbe], "FT26061K3WQ8")).toMatchObject({
      kind: "read",
      command: { bank: "cbe", identifiers: { reference: "FT26061K3WQ8", suffix: "12270936" } },
    });
  });

  it("keeps the payer's own digits before the receiver's", () => {
    expect(read([cbe], "FT26061K3WQ8", { suffix: "34561111" })).toMatchObject({
      command: { identifiers: { suffix: "34561111" } },
    });
    expect(read([cbe], "FT26061K3WQ834561111")).toMatchObject({
      command: { identifiers: { suffix: "34561111" } },
    });
  });

  /** Wrong digits would cost the payer an attempt. */
  it("needs the digits if two accounts were offered", () => {
    expect(missing(read([cbe, an("cbe", "1000999988887")], "FT26061K3WQ8"))).toEqual(["suffix"]);
  });

  it("needs the payer's digits if only they open the receipt", () => {
    expect(missing(read([boa], "FT26061K3WQ8"))).toEqual(["suffix"]);
  });

  it("needs digits that also distinguish two banks", () => {
    expect(new Set(missing(read([cbe, boa], "FT26061K3WQ8")))).toEqual(new Set(["suffix"]));
    expect(read([cbe, boa], "FT26061K3WQ8", { suffix: "55541" })).toMatchObject({ command: { bank: "boa" } });
    expect(read([cbe, boa], "FT26061K3WQ8", { suffix: "34561111" })).toMatchObject({
      command: { bank: "cbe" },
    });
  });

  it("needs nothing that only distinguishes two banks, if the bank is known and offered", () => {
    expect(read([cbe, boa], "FT26061K3WQ8", { bank: "cbe" })).toMatchObject({
      command: { bank: "cbe", identifiers: { suffix: "12270936" } },
    });
    expect(missing(read([cbe, boa], "FT26061K3WQ8", { bank: "boa" }))).toEqual(["suffix"]);
    expect(read([cbe], "FT26061K3WQ8", { bank: "boa" })).toMatchObject({ command: { bank: "cbe" } });
  });

  it("needs the phone that paid", () => {
    expect(missing(read([an("cbebirr", "0911223344")], "DJ57QK2M41"))).toEqual(["phone"]);
  });

  it("is unreadable without a reference", () => {
    expect(read([cbe, boa], "good morning")).toEqual({ kind: "unreadable", missing: [] });
  });
});
