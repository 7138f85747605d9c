import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "DC21MN8R1T4", suffix: null, phone: "251900000111" };
const verify = (handler: RequestHandler, requested = identifiers) =>
  verifyLocally("cbebirr", requested, handler);
const pdf = fixture("cbebirr/fixtures/transfer.pdf");
const shell = fixture("cbebirr/fixtures/not-found.html");

describe("CBE Birr's receipt", () => {
  it("is requested with id and phone, and read", async () => {
    const { paths, outcome } = await verify(respondWith(200, pdf, "application/pdf"));
    expect(paths).toEqual(["/aureceipt?TID=DC21MN8R1T4&PH=251900000111"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 7_300_000n } });
  });

  it("is requested with both escaped", async () => {
    const requested = { ...identifiers, reference: "A&PH=1", phone: "+2 51" };
    const { paths } = await verify(respondWith(200, shell, "text/html"), requested);
    expect(paths).toEqual(["/aureceipt?TID=A%26PH%3D1&PH=%2B2%2051"]);
  });

  it("is recognized by its first bytes for any content type", async () => {
    expect((await verify(respondWith(200, pdf, "text/html"))).outcome.kind).toBe("receipt");
  });

  it("does not exist when the bank sends its empty report viewer", async () => {
    expect((await verify(respondWith(200, shell, "text/html"))).outcome).toEqual({ kind: "not_found" });
    expect((await verify(respondWith(200, shell, "application/pdf"))).outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["another page", respondWith(200, "<html><title>Notice</title></html>"), ReceiptUnreadable],
    ["a page of that title alone", respondWith(200, "<title>Auto Receipt</title>"), ReceiptUnreadable],
    ["an empty body", respondWith(200, ""), ReceiptUnreadable],
    ["a PDF cut off", respondWith(200, pdf.subarray(0, pdf.length - 200)), ReceiptUnreadable],
    [
      "a document that only begins like a PDF",
      respondWith(200, "%PDF-1.3\nnothing\n%%EOF"),
      ReceiptUnreadable,
    ],
    ["a 404", respondWith(404, shell), ReceiptUnreadable],
    ["an outage", respondWith(500, shell), BankUnavailable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
