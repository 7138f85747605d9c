import { fixture } from "../../test/fixture.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseKaafiebirrReceipt } from "./kaafiebirr-receipt-parser.ts";

const page = (name: string) => fixture(`kaafiebirr/fixtures/${name}.html`).toString();
const transfer = page("transfer");
const withPayer = page("with-payer");
const token = "qW3r_T9yU1oP-a5SdF7gHQ";
const parse = (html: string, reference = "2034000000000", phone: string | null = null) =>
  parseKaafiebirrReceipt(html, { reference, phone });

describe("a Kaafi eBirr receipt", () => {
  it("has the amount without fees, and the payer if the page names one", () => {
    expect(parse(transfer)).toMatchObject({ receipt: { senderName: null } });
    expect(parse(withPayer)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "2034000000000",
        paymentStatus: "completed",
        amount: 127_500n,
        currency: "ETB",
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Yared Molla Desta",
        receiverAccount: "912340000",
        paidAt: new Date("2026-02-11T17:07:02.000Z"),
      },
    });
  });

  it("by a link token has its own number", () => {
    expect(parse(page("to-account"), token)).toMatchObject({
      kind: "receipt",
      receipt: { referenceNumber: "2580000000", amount: 14_000n, receiverAccount: "1000****4321" },
    });
  });

  it("by a transfer id may have another receipt number if it also names the id", () => {
    const row = '<tr><td class="invoice">TRANSFER ID</td><td>2034000000001</td></tr>';
    const html = transfer.replace("</table>", `${row}</table>`);
    expect(parse(html, "2034000000001")).toMatchObject({ receipt: { referenceNumber: "2034000000000" } });
    expect(() => parse(html, "2034000000002")).toThrow(ReceiptUnreadable);
  });

  it("does not exist when the page says so", () => {
    expect(parse(page("not-found"))).toEqual({ kind: "not_found" });
    expect(parse(page("not-found"), token)).toEqual({ kind: "not_found" });
  });

  it("is not 'not found' because of a sentence in it", () => {
    const html = transfer.replace("Payment receipt", "Not Found Page");
    expect(parse(html)).toMatchObject({ kind: "receipt" });
    expect(() => parse(html.replace("</html>", ""))).toThrow(ReceiptUnreadable);
  });

  it.each([
    ["251912340000", "912340000", "receipt"],
    ["251912340000", "0912340000", "receipt"],
    ["251912340000", "+251912340000", "receipt"],
    ["251912340000", "2519****0000", "receipt"],
    ["251912340001", "912340000", "identifier_mismatch"],
    ["251912340000", "2519****0001", "identifier_mismatch"],
    ["251912340000", "1000****4321", "receipt"],
    [null, "912340000", "receipt"],
  ])("with the phone %s and the receiver %s is a %s", (phone, account, kind) => {
    expect(parse(transfer.replace("912340000", account), undefined, phone).kind).toBe(kind);
  });

  it.each([
    ["923450000", "receipt"],
    ["912340000", "receipt"],
    ["934560000", "identifier_mismatch"],
  ])("with both parties belongs to the phone of either: %s", (phone, kind) => {
    expect(parse(withPayer, undefined, `251${phone}`).kind).toBe(kind);
  });

  it.each([
    ["Completed", "completed"],
    ["Reversed", "reversed"],
  ])("with a status, %s, is %s", (word, paymentStatus) => {
    const row = `<tr><td class="invoice">STATUS</td><td>${word}</td></tr>`;
    expect(parse(transfer.replace("</table>", `${row}</table>`))).toMatchObject({
      receipt: { paymentStatus },
    });
  });

  const row = (label: string, value: string) => `<tr><td class="invoice">${label}</td><td>${value}</td></tr>`;
  const inInvoice = (added: string) => transfer.replace("</table>", `${added}</table>`);
  const twoReceivers = withPayer.replace("Sender Info", "Receiver Info");
  it.each<[string, string]>([
    ["is not the requested one", transfer.replace("2034000000000", "2034000000001")],
    ["has a date of no calendar", transfer.replace("2026-02-11", "2026-02-31")],
    ["has a time of no clock", transfer.replace("20:07:02", "24:07:02")],
    ["has another time zone", transfer.replace("+0300 EAT", "+0000 UTC")],
    ["has no time zone", transfer.replace(" +0300 EAT", "")],
    ["has an amount without currency", transfer.replace("ETB 1,275.00", "1,275.00")],
    ["has an amount of nothing", transfer.replace("ETB 1,275.00", "ETB 0.00")],
    ["has two amounts", inInvoice(row("AMOUNT", "ETB 9.00"))],
    ["has a label without its value", inInvoice("<tr><td>AMOUNT</td></tr>")],
    ["has a status that is not final", inInvoice(row("STATUS", "Pending"))],
    ["has no receiver block", transfer.replace("Receiver Info", "Info")],
    ["has two receiver blocks", twoReceivers],
    ["has a receiver block of one row", transfer.replace("<tr><td>Yared Molla Desta</td></tr>", "")],
    ["has a caption for an account", transfer.replace("912340000", "Phone")],
    ["names a payer without an account", withPayer.replace("923450000", "")],
    ["does not add up", transfer.replace("ETB 1,275.58", "ETB 1,275.00")],
    ["has a number for a name", transfer.replace("Yared Molla Desta", "912340000")],
    ["is cut off before its end", transfer.replace("</html>", "")],
    ["is empty", ""],
  ])("is rejected when it %s", (_how, html) => {
    expect(() => parse(html)).toThrow(ReceiptUnreadable);
  });
});
