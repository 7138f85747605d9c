import { type AnswerRequest, answering } from "../../test/local-bank.ts";
import { fixture } from "../../test/receipt-documents.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { loadBankAdapter } from "../adapters.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "SQ57QK2M410A7B", suffix: null, phone: null };
const verify = (answer: AnswerRequest) => verifyLocally("siinqee", identifiers, answer);
const missing = fixture("siinqee/fixtures/not-found.html");

describe("Siinqee's receipt page", () => {
  it("is asked for at the configured host, and read", async () => {
    const page = fixture("siinqee/fixtures/transfer.html");
    const { paths, outcome } = await verify(answering(200, page, "text/html"));
    expect(paths).toEqual(["/receipt/SQ57QK2M410A7B"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 123_400n } });
  });

  it.each([200, 404])("does not exist when a page with status %i says so", async (status) => {
    expect((await verify(answering(status, missing, "text/html"))).outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a 404 in other words", answering(404, "Cannot GET /receipt"), ReceiptUnreadable],
    ["an outage", answering(503, ""), BankUnavailable],
    ["another page", answering(200, "<html>Welcome</html>"), ReceiptUnreadable],
  ])("is told apart from %s", async (_what, answer, failure) => {
    await expect(verify(answer)).rejects.toBeInstanceOf(failure);
  });

  /** No host of the bank is known. Starting without one must work; asking must say what is missing. */
  it("is unavailable until somebody names the host, and says which setting does", async () => {
    const adapter = await loadBankAdapter("siinqee", {}, { warn: () => undefined });
    const asked = adapter.fetchReceipt(identifiers, new AbortController().signal);
    await expect(asked).rejects.toBeInstanceOf(BankUnavailable);
    await expect(asked).rejects.toThrow("BANK_SIINQEE_BASE_URL");
  });
});
