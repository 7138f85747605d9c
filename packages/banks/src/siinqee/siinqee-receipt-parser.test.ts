import { fixture } from "../../test/fixture.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseSiinqeeReceipt, saysNoSuchSiinqeeReceipt } from "./siinqee-receipt-parser.ts";

const page = (name: string) => fixture(`siinqee/fixtures/${name}.html`).toString();
const transfer = page("transfer");
const parse = (html: string, reference = "B41K7TR262260352") => parseSiinqeeReceipt(html, reference);

describe("a Siinqee receipt", () => {
  it("has the amount without fees despite decoys in a comment, a script and the narrative", () => {
    expect(parse(transfer)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "B41K7TR262260352",
        paymentStatus: "completed",
        amount: 123_400n,
        currency: "ETB",
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Yared Molla Desta",
        receiverAccount: "1014*****3658",
        paidAt: new Date("2026-08-14T06:05:07.000Z"),
      },
    });
  });

  it("may be free of charge, with an empty narrative", () => {
    expect(parse(page("free-transfer"), "B41AYT5253650008")).toMatchObject({
      receipt: {
        amount: 10_000n,
        senderName: "Selam & Sons",
        paidAt: new Date("2025-12-31T20:59:59.000Z"),
      },
    });
  });

  it("may have a label's text in its narrative", () => {
    expect(parse(transfer.replace("From Sara, Total", "Total"))).toMatchObject({ kind: "receipt" });
  });

  it("is reversed when its status says so", () => {
    expect(parse(transfer.replace("Completed", "Reversed"))).toMatchObject({
      receipt: { paymentStatus: "reversed" },
    });
  });

  it("does not exist when the page says so, and only then", () => {
    expect(saysNoSuchSiinqeeReceipt(fixture("siinqee/fixtures/not-found.html"))).toBe(true);
    for (const html of [
      "Receipt not found",
      "<p>Page not found</p>",
      transfer.replace("From Sara, Total", "<p>Receipt not found</p>"),
      `<p>Receipt not found</p>${" ".repeat(5_000)}`,
    ]) {
      expect(saysNoSuchSiinqeeReceipt(Buffer.from(html))).toBe(false);
    }
  });

  it.each<[string, string]>([
    ["is not the requested one", transfer.replace("262260352", "262260353")],
    ["has a status that is not final", transfer.replace("Completed", "Pending")],
    ["is of another day than its reference", transfer.replace("2026-08-14", "2026-08-16")],
    ["has a date of no calendar", transfer.replace("2026-08-14", "2026-02-30")],
    ["has a time of no clock", transfer.replace("09:05:07", "24:05:07")],
    ["has an amount without currency", transfer.replace("ETB 1,234.00", "1,234.00")],
    ["does not add up", transfer.replace("ETB 1,239.75", "ETB 1,239.70")],
    [
      "has two receivers",
      transfer.replace("</table>", "<tr><td>Receiver Name</td><td>Eve</td></tr></table>"),
    ],
    ["has a label without its value", transfer.replace("</table>", "</table><p>Receiver Name</p>")],
    ["has a receiver without a name", transfer.replace("Yared Molla Desta", "")],
    ["is cut off before its end", transfer.replace("</html>", "")],
    ["is empty", ""],
  ])("is rejected when it %s", (_how, html) => {
    expect(() => parse(html)).toThrow(ReceiptUnreadable);
  });
});
