import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import { respondWith } from "../test/local-bank.ts";
import { documents } from "../test/receipt-documents.ts";
import { verifyLocally } from "../test/verify-locally.ts";
import { BankUnavailable, type ReceiptIdentifiers, ReceiptUnreadable } from "./index.ts";

const blocked =
  "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>";

/** Any identifiers of each bank. */
const identifiersByBank = new Map<BankCode, ReceiptIdentifiers>(
  supportedBankCodes.map((bank) => [
    bank,
    documents.find((document) => document.bank === bank)?.identifiers ?? {
      reference: "X",
      suffix: null,
      phone: null,
    },
  ]),
);
const token = { reference: "v2-hfHCq8ZtLm3RkWd5XnB2", suffix: null, phone: null };

describe.each([...identifiersByBank, ["cbe", token] as const])(
  "a page in place of %s's",
  (bank, identifiers) => {
    /** It must count for the breaker, be retried, and not push the bank's own documents out of the quarantine. */
    it.each([
      ["a firewall's", 200, blocked],
      ["one of maintenance", 200, "<html><h1>Scheduled Maintenance</h1><p>We will be back soon.</p></html>"],
      ["an overloaded server's", 404, "<html><body>Service Temporarily Unavailable</body></html>"],
    ])("is an outage when it is %s", async (_whose, status, page) => {
      const verified = verifyLocally(bank, identifiers, respondWith(status, page, "text/html"));
      await expect(verified).rejects.toBeInstanceOf(BankUnavailable);
    });

    it("is unrecognized when it has no such words", async () => {
      const verified = verifyLocally(
        bank,
        identifiers,
        respondWith(200, "<html>Welcome</html>", "text/html"),
      );
      await expect(verified).rejects.toBeInstanceOf(ReceiptUnreadable);
    });
  },
);

const pages = documents.filter(({ form }) => form === "html" || form === "json");

/** A payer may have paid for maintenance. */
describe.each(pages)("$name, damaged, of a payment for maintenance", ({ bank, identifiers, text }) => {
  it("is still the bank's document, which is rejected and stored", async () => {
    const page = `${text.slice(0, -20)} car maintenance`;
    const verified = verifyLocally(bank, identifiers, respondWith(200, page));
    await expect(verified).rejects.toBeInstanceOf(ReceiptUnreadable);
  });
});
