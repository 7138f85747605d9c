import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith, startLocalBank } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { loadBankAdapter } from "../adapters.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const token = "qW3r_T9yU1oP-a5SdF7gHQ";
const ids = (reference: string) => ({ reference, suffix: null, phone: null });
const verify = (handler: RequestHandler, reference = token) =>
  verifyLocally("kaafiebirr", ids(reference), handler);
const page = (name: string) => fixture(`kaafiebirr/fixtures/${name}.html`);

describe("Kaafi eBirr's receipt page", () => {
  it.each([
    [token, `/kaafimf/${token}`, "to-account", 14_000n],
    ["2034000000000", "/kaafimf-Ebirr/receipt/2034000000000", "transfer", 127_500n],
  ])("of %s is requested at %s and parsed", async (reference, path, name, amount) => {
    const { paths, outcome } = await verify(respondWith(200, page(name), "text/html"), reference);
    expect(paths).toEqual([path]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount } });
  });

  it("is requested at the host of its kind", async () => {
    await using tokens = await startLocalBank(respondWith(200, page("to-account")));
    await using transfers = await startLocalBank(respondWith(200, page("transfer")));
    const env = { BANK_KAAFIEBIRR_BASE_URL: tokens.url, BANK_KAAFIEBIRR_TRANSFER_BASE_URL: transfers.url };
    const adapter = await loadBankAdapter("kaafiebirr", env, { warn: () => undefined });
    const { signal } = new AbortController();
    await adapter.fetchReceipt(ids(token), signal);
    await adapter.fetchReceipt(ids("2034000000000"), signal);
    expect([tokens.requests.length, transfers.requests.length]).toEqual([1, 1]);
  });

  it("does not exist when the page says so", async () => {
    const { outcome } = await verify(respondWith(200, page("not-found"), "text/html"));
    expect(outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a path unknown to the host", respondWith(404, "Cannot GET /kaafimf"), ReceiptUnreadable],
    ["an outage", respondWith(502, ""), BankUnavailable],
    ["another page", respondWith(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["headings without end", respondWith(200, "<div class='heading'>".repeat(19_000)), ReceiptUnreadable],
    ["tables without end", respondWith(200, "<table><tr><td>".repeat(6_000)), ReceiptUnreadable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
