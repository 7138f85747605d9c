import { hasRealReceipts } from "@receipts/testing";
import { fixture } from "../../test/fixture.ts";
import { printedSantim } from "../../test/printed-values.ts";
import { readRealReceipts } from "../../test/receipt-documents.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseCbeJsonReceipt, saysNoSuchCbeTransaction } from "./cbe-json-receipt-parser.ts";

const token = "v2-hfHCq8ZtLm3RkWd5XnB2";
const transfer = fixture("cbe/fixtures/v2-transfer.json").toString();
const parse = (json: string, reference = token, suffix: string | null = null) =>
  parseCbeJsonReceipt(json, { reference, suffix });
const changed = (changes: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(transfer), ...changes });

describe("a cbe receipt in JSON", () => {
  (hasRealReceipts ? it : it.skip)("of a real payment is read by its token, in real UTC", async () => {
    const { detail, token: realToken } = await readRealReceipts();
    expect(parse(JSON.stringify(detail), realToken)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: detail.id,
        paymentStatus: "completed",
        amount: printedSantim(detail.amountCredited),
        currency: "ETB",
        senderName: detail.debitAccountHolder,
        senderAccount: detail.debitAccountNo,
        receiverName: detail.creditAccountHolder,
        paymentKind: "transfer",
        receiverAccount: detail.creditAccountNo,
        paidAt: new Date(detail.dateTimes[0]),
      },
    });
  });

  it("has the amount that its receiver got, and the FT reference instead of the token", () => {
    expect(parse(transfer)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "FT26228T5KD1",
        paymentStatus: "completed",
        amount: 50_000n,
        currency: "ETB",
        senderName: "Tigist Alemu Bekele",
        senderAccount: "1********1111",
        receiverName: "Selam Demissie",
        paymentKind: "transfer",
        receiverAccount: "1********2222",
        paidAt: new Date("2026-08-16T15:35:00.000Z"),
      },
    });
  });

  it("of a reversed payment is reversed", () => {
    const json = fixture("cbe/fixtures/v2-reversed.json").toString();
    expect(parse(json, "v2-hfHCw4PsNc7TjYf1GvA9")).toMatchObject({ receipt: { paymentStatus: "reversed" } });
  });

  it.each([
    ["SUCCESS", "completed"],
    ["FAILED", "reversed"],
    ["CANCELLED", "reversed"],
  ])("with the status %s is %s", (status, paymentStatus) => {
    expect(parse(changed({ status }))).toMatchObject({ receipt: { paymentStatus } });
  });

  it.each<[string, string]>([
    ["is still pending", changed({ status: "PENDING" })],
    ["names two amounts", changed({ amountCreditedWithCurrency: "ETB501.00" })],
    ["names its amount without a currency", changed({ amountCreditedWithCurrency: "500.00" })],
    ["does not add up", changed({ amountDebited: "500.70" })],
    ["has an amount that is a number", changed({ amountCredited: 500 })],
    ["was credited in dollars", changed({ creditCurrency: "USD" })],
    ["has two times", changed({ dateTimes: ["2026-08-16T15:35:00Z", "2026-08-16T15:36:00Z"] })],
    ["has no time", changed({ dateTimes: [] })],
    ["has a time without its zone", changed({ dateTimes: ["2026-08-16T15:35:00"] })],
    ["is three days off its reference", changed({ dateTimes: ["2026-08-19T15:35:00Z"] })],
    ["has a reference of no day", changed({ id: "FT26400T5KD1" })],
    ["has no receiver", changed({ creditAccountHolder: " " })],
    [
      "is shared by another link",
      changed({ encodedReceipt: "https://mbreciept.cbe.com.et/v2-hfHCq8ZtLm3RkWd5XnB3" }),
    ],
    ["names a key twice", transfer.replace("{", '{"amountCredited":"9.00",')],
    ["names a key twice in another spelling", transfer.replace("{", '{"amountCr\\u0065dited":"9.00",')],
    ["is a list", `[${transfer}]`],
    ["is nothing", ""],
    ["is a page", "<html></html>"],
  ])("is rejected when it %s", (_what, json) => {
    expect(() => parse(json)).toThrow(ReceiptUnreadable);
  });

  /** A merchant who sends its own digits wants to know whether it is a party, and ships goods on "verified". */
  it.each([
    ["the payer's", "34561111", "receipt"],
    ["the receiver's", "99992222", "receipt"],
    ["unrelated", "34561112", "identifier_mismatch"],
  ])("belongs to a suffix that is %s", (_whose, suffix, kind) => {
    expect(parse(transfer, token, suffix)).toMatchObject({ kind, receipt: { amount: 50_000n } });
  });

  it("does not belong to the digits of the bank's own account", () => {
    const fromTheBank = changed({ debitAccountNo: "E********0950" });
    expect(parse(fromTheBank, token, "00000950").kind).toBe("identifier_mismatch");
    expect(parse(fromTheBank, token, "99992222").kind).toBe("receipt");
  });

  it.each([
    ["all of them match", "1000134561111", "receipt"],
    ["they differ further up", "1000134551111", "identifier_mismatch"],
  ])("is compared with every digit of an unmasked account: %s", (_how, debitAccountNo, kind) => {
    expect(parse(changed({ debitAccountNo }), token, "34561111").kind).toBe(kind);
  });

  /** "Verified" would be unchecked, and a mismatch would accuse a payer. */
  it("gives no verdict on a suffix when one account shows no digits and the other does not match", () => {
    const hidden = changed({ creditAccountNo: "1************" });
    expect(parse(hidden, token, "34561111").kind).toBe("receipt");
    expect(() => parse(hidden, token, "99992222")).toThrow(ReceiptUnreadable);
    expect(parse(hidden).kind).toBe("receipt");
  });

  it("may contain the same time twice", () => {
    const json = changed({ dateTimes: ["2026-08-16T15:35:00Z", "2026-08-16T15:35:00Z"] });
    expect(parse(json).kind).toBe("receipt");
  });

  it.each(["v2-unknown-token", "v2-not-indexed"])("does not exist when the bank says so: %s", (name) => {
    expect(saysNoSuchCbeTransaction(fixture(`cbe/fixtures/${name}.json`))).toBe(true);
  });

  it.each([
    '{"detail":"Connection refused"}',
    '{"title":"tampered legacy token"}',
    "<html>502</html>",
    "",
    changed({ detail: "transaction not found" }),
  ])("is not 'not found' for other words: %.40s", (body) => {
    expect(saysNoSuchCbeTransaction(Buffer.from(body))).toBe(false);
  });
});
