import { fixture } from "../../test/fixture.ts";
import { type AnswerRequest, answering, startLocalBank } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { loadBankAdapter } from "../adapters.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const token = "qW3r_T9yU1oP-a5SdF7gHQ";
const ids = (reference: string) => ({ reference, suffix: null, phone: null });
const verify = (answer: AnswerRequest, reference = token) =>
  verifyLocally("kaafiebirr", ids(reference), answer);
const page = (name: string) => fixture(`kaafiebirr/fixtures/${name}.html`);

describe("Kaafi eBirr's receipt page", () => {
  it.each([
    [token, `/kaafimf/${token}`, "to-account", 14_000n],
    ["2034000000000", "/kaafimf-Ebirr/receipt/2034000000000", "transfer", 127_500n],
  ])("of %s is asked for at %s, and read", async (reference, path, name, amount) => {
    const { paths, outcome } = await verify(answering(200, page(name), "text/html"), reference);
    expect(paths).toEqual([path]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount } });
  });

  it("is asked for at the host of its kind", async () => {
    await using tokens = await startLocalBank(answering(200, page("to-account")));
    await using transfers = await startLocalBank(answering(200, page("transfer")));
    const env = { BANK_KAAFIEBIRR_BASE_URL: tokens.url, BANK_KAAFIEBIRR_TRANSFER_BASE_URL: transfers.url };
    const adapter = await loadBankAdapter("kaafiebirr", env, { warn: () => undefined });
    const { signal } = new AbortController();
    await adapter.fetchReceipt(ids(token), signal);
    await adapter.fetchReceipt(ids("2034000000000"), signal);
    expect([tokens.requests.length, transfers.requests.length]).toEqual([1, 1]);
  });

  it("does not exist when the page says so", async () => {
    const { outcome } = await verify(answering(200, page("not-found"), "text/html"));
    expect(outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a path that the host does not know", answering(404, "Cannot GET /kaafimf"), ReceiptUnreadable],
    ["an outage", answering(502, ""), BankUnavailable],
    ["another page", answering(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["headings without end", answering(200, "<div class='heading'>".repeat(19_000)), ReceiptUnreadable],
    ["tables without end", answering(200, "<table><tr><td>".repeat(6_000)), ReceiptUnreadable],
  ])("is told apart from %s", async (_what, answer, failure) => {
    await expect(verify(answer)).rejects.toBeInstanceOf(failure);
  });
});
