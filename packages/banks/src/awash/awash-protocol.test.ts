import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "2K9P4PDDU1-4Q7C3H", suffix: null, phone: null };
const verify = (handler: RequestHandler) => verifyLocally("awash", identifiers, handler);
const page = fixture("awash/fixtures/merchant-payment.html");

describe("Awash's receipt page", () => {
  it("is requested at the bank's own path and parsed", async () => {
    const { paths, outcome } = await verify(respondWith(200, page, "text/html"));
    expect(paths).toEqual(["/-2K9P4PDDU1-4Q7C3H"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { referenceNumber: "260302093000777" } });
  });

  it.each(["not-found", "invalid-id"])("does not exist when the bank's page says so: %s", async (name) => {
    const { outcome } = await verify(respondWith(200, fixture(`awash/fixtures/${name}.html`), "text/html"));
    expect(outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["the firewall's 403", respondWith(403, "Request Rejected"), BankUnavailable],
    ["a 403 without a word", respondWith(403, ""), BankUnavailable],
    ["a 403 that says that there is none", respondWith(403, "Receipt not found"), BankUnavailable],
    ["an outage", respondWith(502, ""), BankUnavailable],
    ["a 404", respondWith(404, "Receipt not found"), ReceiptUnreadable],
    ["another page", respondWith(200, "<html><body>Welcome</body></html>"), ReceiptUnreadable],
    ["an empty page", respondWith(200, ""), ReceiptUnreadable],
    ["broken UTF-8", respondWith(200, Buffer.from([0xe1, 0x8b])), ReceiptUnreadable],
    ["nesting without end", respondWith(200, "<table><tr><td>".repeat(150_000)), ReceiptUnreadable],
    ["deep nesting", respondWith(200, "<td><span>".repeat(9_000)), ReceiptUnreadable],
    ["many receipts", respondWith(200, Buffer.concat([page, page])), ReceiptUnreadable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
