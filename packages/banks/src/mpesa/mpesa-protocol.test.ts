import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { loadBankAdapter } from "../adapters.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "UC25MN8R1T", suffix: null, phone: null };
const verify = (handler: RequestHandler) => verifyLocally("mpesa", identifiers, handler);
const found = fixture("mpesa/fixtures/person-to-person.json");
const base64: string = JSON.parse(found.toString()).base64Data;
const json = (value: unknown) => respondWith(200, JSON.stringify(value), "application/json");

describe("M-Pesa's receipt", () => {
  it("is requested at the bank's own path, and read from the PDF in its JSON", async () => {
    const { paths, outcome } = await verify(respondWith(200, found, "application/json"));
    expect(paths).toEqual(["/api/receipt/getReceipt?trxNo=UC25MN8R1T"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 125_000n } });
  });

  it("is requested with the headers of the bank's own page", async () => {
    const strict: RequestHandler = (request, response) =>
      respondWith(request.headers["referer"] === "https://m-pesabusiness.safaricom.et/" ? 200 : 400, found)(
        request,
        response,
      );
    expect((await verify(strict)).outcome.kind).toBe("receipt");
  });

  it("may have its code as a number", async () => {
    const { outcome } = await verify(json({ responseCode: 0, base64Data: base64 }));
    expect(outcome.kind).toBe("receipt");
  });

  it.each([
    "Receipt not found",
    "No receipt for this number",
    "Transaction does not exist",
    "No record found",
    "Invalid transaction number",
    "Transaction not found in the system",
    "Receipt not found. Check the number and try again.",
  ])("does not exist when a code other than 0 comes with such text: %s", async (responseDescription) => {
    const { outcome } = await verify(json({ responseCode: "1", responseDescription, base64Data: null }));
    expect(outcome).toEqual({ kind: "not_found" });
  });

  /** "Not found" is final, and a merchant turns a payer away because of it. */
  it.each([
    "System is busy. Please try again later.",
    "Request timed out",
    "Internal server error: record not found",
    "Service temporarily unavailable",
    "Please try again later",
  ])("is retried when the bank says: %s", async (responseDescription) => {
    const busy = json({ responseCode: "500.001.1001", responseDescription, base64Data: null });
    await expect(verify(busy)).rejects.toBeInstanceOf(BankUnavailable);
    const adapter = await loadBankAdapter("mpesa", {}, { warn: () => undefined });
    const body = Buffer.from(JSON.stringify({ responseCode: "1", responseDescription, base64Data: null }));
    const parsed = adapter.parseReceipt({ contentType: "application/json", body }, identifiers);
    await expect(parsed).rejects.toBeInstanceOf(BankUnavailable);
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["code 0 without data", json({ responseCode: "0", base64Data: "" }), ReceiptUnreadable],
    ["another code with data", json({ responseCode: "1", base64Data: base64 }), ReceiptUnreadable],
    ["a code alone", json({ responseCode: 1 }), ReceiptUnreadable],
    [
      "a code with unknown text",
      json({ responseCode: "404", responseDescription: "Invalid session", base64Data: "" }),
      ReceiptUnreadable,
    ],
    ["no code", json({ base64Data: base64 }), ReceiptUnreadable],
    ["data that is not base64", json({ responseCode: "0", base64Data: `${base64}!` }), ReceiptUnreadable],
    ["data cut off", json({ responseCode: "0", base64Data: base64.slice(0, 400) }), ReceiptUnreadable],
    ["data that is not a PDF", json({ responseCode: "0", base64Data: "aGVsbG8=" }), ReceiptUnreadable],
    [
      "a code named twice",
      respondWith(200, `{"responseCode":"1","responseCode":"0","base64Data":"${base64}"}`),
      ReceiptUnreadable,
    ],
    ["a page", respondWith(200, "<html></html>"), ReceiptUnreadable],
    ["a 404", respondWith(404, "{}"), ReceiptUnreadable],
    ["an outage", respondWith(503, ""), BankUnavailable],
    ["a firewall", respondWith(403, "Forbidden"), BankUnavailable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
