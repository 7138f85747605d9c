import { parseSantim } from "@receipts/contracts";
import { hasRealReceipts, realReceipt } from "@receipts/testing";
import { fixture } from "../../test/fixture.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseDashenReceipt, saysNoSuchDashenReceipt } from "./dashen-receipt-parser.ts";

const page = (name: string) => fixture(`dashen/fixtures/${name}.html`).toString();
const withinDashen = page("within-dashen");
const otherBank = page("other-bank");
const parse = (html: string, reference = "387WDTS260610A1B") => parseDashenReceipt(html, reference);
const receiptOf = (html: string, reference?: string) => {
  const outcome = parse(html, reference);
  return outcome.kind === "not_found" ? undefined : outcome.receipt;
};

describe("a Dashen receipt", () => {
  (hasRealReceipts ? it : it.skip)("of a real payment is parsed exactly as printed", () => {
    const lines = realReceipt("dashen/receipt-lines.html").toString();
    const printed = (label: string) => new RegExp(`>${label}: ?</strong> ([^<]*)<`).exec(lines)?.[1];
    expect(parse(lines, printed("Transaction Reference"))).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: printed("Transaction Reference"),
        paymentStatus: "completed",
        amount: parseSantim(/Amount<\/td><td>ETB ([^<]*)</.exec(lines)?.[1] ?? ""),
        currency: "ETB",
        senderName: printed("Sender Name"),
        receiverName: printed("Receiver Name"),
        paymentKind: null,
        receiverAccount: printed("Receiver Account Number"),
        paidAt: new Date(`${printed("Transaction Date")} GMT+0300`),
      },
    });
  });

  it("has the amount without fees despite decoys in a comment, a script and the narrative", () => {
    expect(parse(withinDashen)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "387WDTS260610A1B",
        paymentStatus: "completed",
        amount: 2_047_500n,
        currency: "ETB",
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Yared Molla Desta",
        paymentKind: "transfer",
        receiverAccount: "2048******316",
        paidAt: new Date("2026-03-02T06:28:18.000Z"),
      },
    });
  });

  it("of a transfer to another bank names the receiver, and its total may include a discount", () => {
    expect(receiptOf(otherBank, "B22OBTS26091K3W8")).toMatchObject({
      amount: 150_000n,
      receiverName: "Mr Abel Girma Tola",
      receiverAccount: "0132000000008777",
      // Booked the next day: an evening payment belongs to it.
      paidAt: new Date("2026-03-31T19:14:07.000Z"),
    });
  });

  it("may have plain amounts, an empty narrative and a phone as account", () => {
    expect(receiptOf(page("to-telebirr"), "822LTWS262260A1C")).toMatchObject({
      amount: 10_000n,
      receiverName: "Selam Bakery & Sons",
      receiverAccount: "+251900000000",
      paidAt: new Date("2026-08-14T09:05:25.000Z"),
    });
  });

  it.each([
    ["12:00:00 am", "2026-03-01T21:00:00.000Z"],
    ["12:00:00 pm", "2026-03-02T09:00:00.000Z"],
    ["11:59:59 PM", "2026-03-02T20:59:59.000Z"],
  ])("reads the twelve-hour clock of Addis Ababa: %s", (time, paidAt) => {
    expect(receiptOf(withinDashen.replace("09:28:18 am", time))?.paidAt).toEqual(new Date(paidAt));
  });

  it.each(["Mar 01", "Mar 03"])("may be paid one day away from its reference: %s", (day) => {
    expect(receiptOf(withinDashen.replace("Mar 02", day))).toBeDefined();
  });

  it("may have a label's text in its narrative", () => {
    expect(receiptOf(withinDashen.replace("From Sara Demo, Total", "Total"))).toMatchObject({
      amount: 2_047_500n,
    });
  });

  it.each([
    "{}",
    '{"statusCode":400,"message":"Bad Request"}',
    '{"statusCode":500,"message":"Transaction not found"}',
    "Transaction not found",
    withinDashen.replace("rent", "Transaction not found"),
  ])("is not 'not found' with other text", (body) => {
    expect(saysNoSuchDashenReceipt(Buffer.from(body))).toBe(false);
  });

  const line = (label: string, value: string) => `<p><strong>${label}</strong> ${value}</p>`;
  it.each<[string, string]>([
    ["is of another year", withinDashen.replace("Mar 02, 2026", "Mar 02, 2025")],
    ["is two days off its reference", withinDashen.replace("Mar 02", "Mar 04")],
    ["has a date of no calendar", withinDashen.replace("Mar 02", "Feb 30")],
    ["has a month that is none", withinDashen.replace("Mar 02", "Mär 02")],
    ["has an hour that is none", withinDashen.replace("09:28:18", "13:28:18")],
    ["has the hour 0", withinDashen.replace("09:28:18", "00:28:18")],
    ["has no half of the day", withinDashen.replace(" am<", "<")],
    ["has an amount without currency", withinDashen.replace("ETB 20,475.00", "20,475.00")],
    ["has an amount of nothing", withinDashen.replace("ETB 20,475.00", "ETB 0")],
    ["has an amount in another currency", withinDashen.replace("ETB 20,475.00", "USD 20,475.00")],
    ["does not add up", withinDashen.replace("ETB 20,481.00", "ETB 20,480.00")],
    ["has two receivers", withinDashen.replace("<table", `${line("Receiver Name:", "Eve")}<table`)],
    ["has a receiver without a name", withinDashen.replace("Yared Molla Desta", "")],
    ["has a label without the form of one", withinDashen.replace("<table", "<p>Receiver Name:</p><table")],
    ["goes to another bank that it does not name", otherBank.replace("Beneficiary Bank Name", "x")],
    ["is cut off before its end", withinDashen.replace("</html>", "")],
    ["ends with its table", withinDashen.slice(0, withinDashen.indexOf("</table>") + 8)],
    ["is empty", ""],
  ])("is rejected when it %s", (_how, html) => {
    const reference = html.includes("OBTS") ? "B22OBTS26091K3W8" : undefined;
    expect(() => parse(html, reference)).toThrow(ReceiptUnreadable);
  });
});
