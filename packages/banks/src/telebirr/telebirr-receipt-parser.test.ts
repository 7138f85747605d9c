import { hasRealReceipts } from "@receipts/testing";
import { fixture } from "../../test/fixture.ts";
import { printedInAddis, printedSantim } from "../../test/printed-values.ts";
import { readRealReceipts } from "../../test/receipt-documents.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseTelebirrReceipt } from "./telebirr-receipt-parser.ts";

const page = (name: string) => fixture(`telebirr/fixtures/${name}.html`).toString();
const personToPerson = page("person-to-person");
const bankTransfer = page("bank-transfer");
const parse = (html: string, reference = "DB34K9WQ7X") => parseTelebirrReceipt(html, reference);
const receiptOf = (html: string, reference?: string) => {
  const outcome = parse(html, reference);
  return outcome.kind === "not_found" ? undefined : outcome.receipt;
};

describe("a telebirr receipt", () => {
  (hasRealReceipts ? it : it.skip)("of a real payment has the amount without fees", async () => {
    const { telebirrPage, telebirrReference } = await readRealReceipts();
    const printed = (label: string) =>
      new RegExp(`${label}\\s*</td>\\s*<td[^>]*>\\s*([^<]*?)\\s*<`).exec(telebirrPage)?.[1];
    const [, day, month, year, time, amount] =
      />\s*(\d\d)-(\d\d)-(\d{4}) ([\d:]{8})<\/td>\s*<td[^>]*>\s*([\d.,]+ Birr)</.exec(telebirrPage) ?? [];
    expect(parse(telebirrPage, telebirrReference)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: telebirrReference,
        paymentStatus: "completed",
        amount: printedSantim(amount),
        currency: "ETB",
        senderName: printed("/Payer Name"),
        receiverName: printed("/Credited Party name"),
        paymentKind: "transfer",
        receiverAccount: printed("/Credited party account no"),
        paidAt: printedInAddis(`${year}-${month}-${day} ${time}`),
      },
    });
  });

  it("reads amounts above 999 despite decoys in a commented row, a script and the note", () => {
    expect(parse(personToPerson)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "DB34K9WQ7X",
        paymentStatus: "completed",
        amount: 125_000n,
        currency: "ETB",
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Yared Molla Desta",
        paymentKind: "transfer",
        receiverAccount: "2519****7083",
        paidAt: new Date("2026-02-03T13:51:21.000Z"),
      },
    });
  });

  it("of a transfer to a bank names the account and its holder, not the bank", () => {
    expect(receiptOf(bankTransfer, "DC25MN8R1T")).toMatchObject({
      amount: 60_000n,
      receiverName: "Mr Abel Girma Tola",
      receiverAccount: "1000987654321",
      receiverBank: "cbe",
      paidAt: new Date("2026-03-02T08:26:23.000Z"),
    });
  });

  it("of a transfer to an unknown bank has an account at another bank", () => {
    const html = bankTransfer.replace("Commercial Bank of Ethiopia", "Bank of Nowhere");
    expect(receiptOf(html, "DC25MN8R1T")).toMatchObject({ receiverBank: null });
    expect(receiptOf(personToPerson)).not.toHaveProperty("receiverBank");
  });

  it("of a merchant has its short code, also on the older page with a VAT row and another spelling", () => {
    expect(receiptOf(page("merchant-payment"), "CGF0P4ZL2D")).toMatchObject({
      amount: 4_500n,
      receiverName: "Selam Bakery",
      receiverAccount: "512345",
      paidAt: new Date("2025-07-15T06:05:07.000Z"),
    });
  });

  it.each([
    ["Completed", "completed"],
    ["Reversed", "reversed"],
    ["Failed", "reversed"],
    ["Cancelled", "reversed"],
  ])("with the status %s is %s", (word, paymentStatus) => {
    expect(receiptOf(personToPerson.replace(">Completed<", `>${word}<`))).toMatchObject({ paymentStatus });
  });

  it("may be paid on the day before its number's day", () => {
    expect(receiptOf(personToPerson.replace("03-02-2026", "02-02-2026"))?.paidAt).toEqual(
      new Date("2026-02-02T13:51:21.000Z"),
    );
  });

  it("does not exist when the page says that the request is not correct", () => {
    expect(parse(page("not-found"))).toEqual({ kind: "not_found" });
  });

  it("is not 'not found' because of a sentence in it", () => {
    const html = personToPerson.replace("API/App", "This request is not correct").replace("</html>", "");
    expect(() => parse(html)).toThrow(ReceiptUnreadable);
  });

  const row = (label: string, value: string) => `<tr><td>x/${label}</td><td>${value}</td></tr>`;
  it.each<[string, string]>([
    ["has a status that is not final", personToPerson.replace(">Completed<", ">Pending<")],
    ["is of another year", personToPerson.replace("03-02-2026", "03-02-2025")],
    ["is two days off its number", personToPerson.replace("03-02-2026", "05-02-2026")],
    ["has a date of no calendar", personToPerson.replace("03-02-2026", "31-02-2026")],
    ["has a time of no clock", personToPerson.replace("16:51:21", "24:51:21")],
    ["has the month first", personToPerson.replace("03-02-2026", "02-03-2026")],
    ["does not add up to its total", personToPerson.replace("> 1,256.00 Birr", "> 1,255.00 Birr")],
    ["lost a digit of its amount", personToPerson.replace("> 1,250.00 Birr", "> 125.00 Birr")],
    ["lost its service fee's row", personToPerson.replace("/Service fee &nbsp;", "/ &nbsp;")],
    ["names its amount in dollars", personToPerson.replace("1,250.00 Birr", "1,250.00 USD")],
    [
      "pays nothing",
      page("merchant-payment").replaceAll("45 Birr", "0.0 Birr").replaceAll("CGF0P4ZL2D", "DB34K9WQ7X"),
    ],
    [
      "names its payer twice",
      personToPerson.replace('<table class="auto-style1">', `$&${row("Payer Name", "Eve")}`),
    ],
    [
      "has two totals",
      personToPerson.replace('<table class="auto-style1">', `$&${row("Total Paid Amount", "1.00 Birr")}`),
    ],
    ["has other text within a name", personToPerson.replace("Yared Molla", "Yared <b>Eve</b> Molla")],
    [
      "has other text within its amount",
      personToPerson.replace("> 1,250.00 Birr", "> <b>9</b>1,250.00 Birr"),
    ],
    ["has an empty receiver", personToPerson.replace("  Yared Molla Desta", " ")],
    [
      "lost the value of a column",
      personToPerson.replace('<td class="receipttableTd"> 03-02-2026 16:51:21</td>', ""),
    ],
    ["is another kind of page", "<html><body><h1>Welcome</h1></body></html>"],
    ["is empty", ""],
    [
      "is a page of the bank that says something else",
      "<html><body><div>Please try again later</div></body></html>",
    ],
  ])("is rejected when it %s", (_what, html) => {
    expect(() => parse(html)).toThrow(ReceiptUnreadable);
  });

  it.each<[string, string]>([
    ["lost its account row", bankTransfer.replace("/Bank account number", "/")],
    ["names no holder", bankTransfer.replace("   Mr Abel Girma Tola", "")],
    ["names no account", bankTransfer.replace("1000987654321 ", "")],
  ])("of a transfer to a bank is rejected when it %s", (_what, html) => {
    expect(() => parse(html, "DC25MN8R1T")).toThrow(ReceiptUnreadable);
  });

  it("never quotes the document in errors", () => {
    const html = personToPerson.replace("03-02-2026", "31-02-2026");
    expect(() => parse(html)).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/Lensa|31-02/) }),
    );
  });
});
