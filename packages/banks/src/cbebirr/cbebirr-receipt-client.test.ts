import { fixture } from "../../test/fixture.ts";
import { type AnswerRequest, answering } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "DC21MN8R1T4", suffix: null, phone: "251900000111" };
const verify = (answer: AnswerRequest, asked = identifiers) => verifyLocally("cbebirr", asked, answer);
const pdf = fixture("cbebirr/fixtures/transfer.pdf");
const shell = fixture("cbebirr/fixtures/not-found.html");

describe("CBE Birr's receipt", () => {
  it("is asked for with id and phone, and read", async () => {
    const { paths, outcome } = await verify(answering(200, pdf, "application/pdf"));
    expect(paths).toEqual(["/aureceipt?TID=DC21MN8R1T4&PH=251900000111"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 7_300_000n } });
  });

  it("is asked for with both escaped", async () => {
    const asked = { ...identifiers, reference: "A&PH=1", phone: "+2 51" };
    const { paths } = await verify(answering(200, shell, "text/html"), asked);
    expect(paths).toEqual(["/aureceipt?TID=A%26PH%3D1&PH=%2B2%2051"]);
  });

  it("is told by its first bytes, whatever the content type says", async () => {
    expect((await verify(answering(200, pdf, "text/html"))).outcome.kind).toBe("receipt");
  });

  it("does not exist when the bank sends its empty report viewer", async () => {
    expect((await verify(answering(200, shell, "text/html"))).outcome).toEqual({ kind: "not_found" });
    expect((await verify(answering(200, shell, "application/pdf"))).outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["another page", answering(200, "<html><title>Notice</title></html>"), ReceiptUnreadable],
    ["a page of that title alone", answering(200, "<title>Auto Receipt</title>"), ReceiptUnreadable],
    ["an empty body", answering(200, ""), ReceiptUnreadable],
    ["a PDF cut off", answering(200, pdf.subarray(0, pdf.length - 200)), ReceiptUnreadable],
    ["a PDF that is only called one", answering(200, "%PDF-1.3\nnothing\n%%EOF"), ReceiptUnreadable],
    ["a 404", answering(404, shell), ReceiptUnreadable],
    ["an outage", answering(500, shell), BankUnavailable],
  ])("is told apart from %s", async (_what, answer, failure) => {
    await expect(verify(answer)).rejects.toBeInstanceOf(failure);
  });
});
