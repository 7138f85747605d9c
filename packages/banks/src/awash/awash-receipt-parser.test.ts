import { hasRealReceipts, realReceipt } from "@receipts/testing";
import { fixture } from "../../test/fixture.ts";
import { printedInAddis, printedSantim } from "../../test/printed-values.ts";
import { awashTokenIn } from "../../test/receipt-documents.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseAwashReceipt } from "./awash-receipt-parser.ts";

const page = (name: string) => fixture(`awash/fixtures/${name}.html`).toString();
const tokens = {
  ips: "2KCGUGIM57-4Q7C3H",
  sendToBank: "2KDL95XEHL-4Q7C3H",
  merchant: "2K9P4PDDU1-4Q7C3H",
  sendMoney: "2KCJ4TYGA0-4Q7C3H",
  telebirr: "2KEXHDDQ1Y-4Q7C3H",
  older: "A1B2C3D4E5F6-1Q7C3H",
};
const ips = page("ips-bank-transfer");
const telebirr = page("telebirr-transfer");
const older = page("older-page");
const parse = (html: string, token: string = tokens.ips) => parseAwashReceipt(html, token);
const receiptOf = (html: string, token?: string) => {
  const outcome = parse(html, token);
  return outcome.kind === "not_found" ? undefined : outcome.receipt;
};

/** The nth printed value of a label, white space collapsed as in a browser. */
function printed(html: string, label: string, nth = 0): string | undefined {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = ""]) =>
      cell
        .replace(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    ),
  );
  return rows.filter(([first]) => first === label)[nth]?.[2];
}

(hasRealReceipts ? describe : describe.skip)("a real Awash receipt", () => {
  it.each<[type: string, parties: (html: string) => object]>([
    [
      "ips-bank-transfer",
      (html) => ({
        senderName: printed(html, "Sender Name"),
        receiverName: printed(html, "Beneficiary name"),
        receiverAccount: printed(html, "Beneficiary Account"),
        paymentKind: "bank_transfer",
        paidAt: printedInAddis(printed(html, "Transaction Time")),
      }),
    ],
    // The customer table has its payer, and no receiver is named.
    [
      "send-money",
      (html) => ({
        senderName: printed(html, "Customer Name"),
        receiverName: null,
        receiverAccount: printed(html, "Recipient"),
        paymentKind: "transfer",
        paidAt: printedInAddis(printed(html, "Transaction Date")),
      }),
    ],
    // The payer is above and the wallet's holder below. Its date has no time; the id begins with both.
    [
      "telebirr-transfer",
      (html) => ({
        senderName: printed(html, "Customer Name", 0),
        receiverName: printed(html, "Customer Name", 1),
        receiverAccount: printed(html, "Phone Number"),
        paymentKind: "bank_transfer",
        paidAt: printedInAddis(
          `${printed(html, "Transaction Date")} ${printed(html, "Transaction ID")?.slice(6, 10).replace(/^../, "$&:")}`,
        ),
      }),
    ],
  ])("of %s is parsed exactly as printed", (type, parties) => {
    const bytes = realReceipt(`awash/${type}.html`);
    const html = bytes.toString();
    expect(parse(html, awashTokenIn(bytes))).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: printed(html, "Transaction ID"),
        paymentStatus: "completed",
        amount: printedSantim(printed(html, "Amount")),
        currency: "ETB",
        ...parties(html),
      },
    });
  });
});

describe("an Awash receipt", () => {
  it("of an IPS bank transfer is read despite decoys in a comment, a script and the reason", () => {
    expect(parse(ips)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "260519151700123",
        paymentStatus: "completed",
        amount: 2_186_050n,
        currency: "ETB",
        senderName: "LENSA TADESSE BEKELE",
        receiverName: "Yared Molla Desta",
        paymentKind: "bank_transfer",
        receiverAccount: "1000987654321",
        paidAt: new Date("2026-05-19T12:17:45.000Z"),
      },
    });
  });

  it("of a transfer within the bank names receiver and account", () => {
    expect(receiptOf(page("send-to-bank"), tokens.sendToBank)).toMatchObject({
      amount: 300_000n,
      senderName: "Hirut Alemu Negash",
      receiverName: "Selam Bakery & Sons",
      receiverAccount: "01320******8777/BANK",
      paidAt: new Date("2026-06-07T08:22:03.000Z"),
    });
  });

  it("of a payment to a merchant names it and its till", () => {
    expect(receiptOf(page("merchant-payment"), tokens.merchant)).toMatchObject({
      amount: 10_000n,
      senderName: "Abel Girma Tola",
      receiverName: "SELAM COFFEE",
      receiverAccount: "407215",
      paidAt: new Date("2026-03-02T06:30:59.000Z"),
    });
  });

  it("of money sent to a wallet has no receiver's name", () => {
    expect(receiptOf(page("send-money"), tokens.sendMoney)).toMatchObject({
      senderName: "Abel Girma Tola",
      receiverName: null,
      receiverAccount: "251900000222/WALLET",
    });
  });

  it("of a Telebirr transfer does not confuse its two customers", () => {
    expect(receiptOf(telebirr, tokens.telebirr)).toMatchObject({
      amount: 95_000n,
      senderName: "Daniel Kassa Hailu",
      receiverName: "Marta Wolde Yimer",
      receiverAccount: "251900000333",
      paidAt: new Date("2026-07-12T06:40:00.000Z"),
    });
  });

  it("has local midnight when its date differs from its Transaction ID's day", () => {
    expect(receiptOf(telebirr.replace("2026-07-12", "2026-07-11"), tokens.telebirr)).toMatchObject({
      paidAt: new Date("2026-07-10T21:00:00.000Z"),
      paidAtPrecision: "day",
    });
  });

  it("of the older kind has no customer table, and its date is read with the Transaction ID", () => {
    expect(receiptOf(older, tokens.older)).toEqual({
      referenceNumber: "251201100012345",
      paymentStatus: "completed",
      amount: 50_000n,
      currency: "ETB",
      senderName: "Daniel Kassa Hailu",
      receiverName: "Marta Wolde Yimer",
      paymentKind: null,
      receiverAccount: null,
      paidAt: new Date("2025-12-01T07:00:00.000Z"),
    });
    // With day and month swapped it is the same day.
    expect(receiptOf(older.replace("01/12/2025", "12/01/2025"), tokens.older)?.paidAt).toEqual(
      new Date("2025-12-01T07:00:00.000Z"),
    );
  });

  it("of the older kind without a day in its id has a date only if there is one reading", () => {
    const withoutDay = older.replace("251201100012345", "TX0001234567");
    expect(() => parse(withoutDay, tokens.older)).toThrow(ReceiptUnreadable);
    expect(receiptOf(withoutDay.replace("01/12/2025", "21/12/2025"), tokens.older)?.paidAt).toEqual(
      new Date("2025-12-21T07:00:00.000Z"),
    );
  });

  it.each([
    ["12:00:00 AM", "2026-05-18T21:00:00.000Z"],
    ["12:00:00 PM", "2026-05-19T09:00:00.000Z"],
    ["11:59:59 PM", "2026-05-19T20:59:59.000Z"],
  ])("reads the twelve-hour clock of Addis Ababa: %s", (time, paidAt) => {
    expect(receiptOf(ips.replace("03:17:45 PM", time))?.paidAt).toEqual(new Date(paidAt));
  });

  it.each(["1470 ETB", "1,470 ETB", "1470.00 ETB", "1,470.00"])("reads its amount as %s", (text) => {
    expect(receiptOf(ips.replace("21,860.50 ETB", text))?.amount).toBe(147_000n);
  });

  const titled = (title: string) => ips.replace("Transaction Successful", title);

  it.each<[string, string]>([
    ["Transaction successful", "completed"],
    ["Transfer successful", "completed"],
    ["TRANSFER SUCCESSFUL", "completed"],
    ["Payment Success", "completed"],
    ["Sent successfully!", "completed"],
    ["IPS Bank Transfer", "completed"],
    ["Transaction Reversed", "reversed"],
    ["Transaction failed", "reversed"],
    ["Transfer Failure", "reversed"],
    ["Reversal", "reversed"],
    ["Your payment was cancelled", "reversed"],
  ])("with the title %s is %s", (title, status) => {
    expect(receiptOf(titled(title))?.paymentStatus).toBe(status);
  });

  /** A title with two meanings, or no known one, goes to a person and not to a merchant. */
  it.each([
    ...["Transfer Pending", "Transaction processing", "Transfer in progress", "Transfer", "Receipt", ""],
    ...["Transaction Unsuccessful", "Transfer not successful", "Transfer successful, reversal pending"],
    ...["Successful reversal", "Transfer successfully failed", "Transfer was no success", "Successfull"],
    ...["Telebirr Transfer", "Transfer partially successful"],
  ])("is rejected with the title %j", (title) => {
    expect(() => parse(titled(title))).toThrow(ReceiptUnreadable);
  });

  it("is not 'not found' because of a sentence in it", () => {
    expect(parse(ips.replace("<span>Amount</span>", "<span>Receipt not found</span>")).kind).toBe("receipt");
  });

  const row = (label: string, value: string) =>
    `<tr><td><tt><span>${label} </span></tt></td><td><tt><span>: </span></tt></td><td><tt><span>${value}</span></tt></td></tr>`;
  const add = (label: string, value: string) =>
    ips.replace("\n\n          </table>", `${row(label, value)}</table>`);

  it.each<[string, string]>([
    ["is of another transaction", ips.replace(">260519151700123<", ">260519151700124<")],
    ["is of another day", ips.replace("2026-05-19", "2026-05-21")],
    ["is of another year", ips.replace("2026-05-19", "2025-05-19")],
    ["has a date of no calendar", ips.replace("2026-05-19", "2026-02-30")],
    ["has the hour 13 and a half of the day", ips.replace("03:17:45 PM", "13:17:45 PM")],
    ["has the hour 0 and a half of the day", ips.replace("03:17:45 PM", "00:17:45 PM")],
    ["has no half of the day", ips.replace("03:17:45 PM", "03:17:45")],
    ["has a date and no time where there is one", ips.replace(" 03:17:45 PM", "")],
    ["has another label for its date", ips.replace("Transaction Time", "Transaction Date")],
    ["is of an unknown type", ips.replace("IPS Bank Transfer", "Airtime")],
    ["is of another type than its labels", ips.replace("IPS Bank Transfer", "Send To Bank")],
    ["is in another currency", ips.replace("21,860.50 ETB", "21,860.50 USD")],
    ["pays nothing", ips.replace("21,860.50", "0.00")],
    ["has two amounts", add("Amount", "9.00 ETB")],
    ["has two receivers", add("Beneficiary name", "Eve")],
    ["has no receiver's name", ips.replace("Yared Molla Desta", "")],
    ["has an empty receiver's name", ips.replace("Yared Molla Desta", "-")],
    ["has an account that is none", ips.replace(">1000987654321<", ">Eve<")],
    ["has no table of the customer", ips.replace(/<td>Account No<[\s\S]*?<\/tr>/, "</tr>")],
    ["has no table of the company", ips.replace("<td>Company Name<", "<td>Company<")],
    [
      "has two tables of the payment",
      ips.replace("</body>", `<table>${row("Transaction ID", "260519151700123")}</table></body>`),
    ],
    ["has a title without a status", ips.replace("Transaction Successful", "Receipt")],
    ["has a title of an unknown state", ips.replace("Transaction Successful", "Transaction Pending")],
    ["has a tag in a value", ips.replace("Yared Molla", "Yared <b>Molla</b>")],
    ["lost the beginning of a value", ips.replace("<tt><span>Yared ", "")],
    ["lost the end of a value", ips.replace(" Desta</span></tt>", "")],
    ["is cut off before its end", ips.replace("</html>", "")],
    ["is empty", ""],
  ])("is rejected when it %s", (_what, html) => {
    expect(() => parse(html)).toThrow(ReceiptUnreadable);
  });

  it.each<[string, string]>([
    ["the payer alone", telebirr.replace(/<tr>\s*<td><tt><span>Customer Name [\s\S]*?<\/tr>/, "")],
    ["the wallet's holder alone", telebirr.replace("<td>Customer Name<", "<td>Customer<")],
    ["a date of another day", telebirr.replace("2026-07-12", "2026-07-14")],
  ])("of a Telebirr transfer is rejected with %s", (_what, html) => {
    expect(html).not.toBe(telebirr);
    expect(() => parse(html, tokens.telebirr)).toThrow(ReceiptUnreadable);
  });

  it("of an older token is rejected unless its own link is the requested one", () => {
    expect(() => parse(older, "A1B2C3D4E5F6-1K290Q")).toThrow(ReceiptUnreadable);
    expect(() => parse(older.replace(`/-${tokens.older}`, ""), tokens.older)).toThrow(ReceiptUnreadable);
    expect(() => parse(ips, tokens.older)).toThrow(ReceiptUnreadable);
  });

  it("never quotes the document in errors", () => {
    expect(() => parse(ips.replace(">1000987654321<", ">Eve 12<"))).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/Eve|LENSA|12/) }),
    );
  });
});
