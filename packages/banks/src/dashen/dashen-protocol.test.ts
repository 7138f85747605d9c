import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "387WDTS260610A1B", suffix: null, phone: null };
const verify = (handler: RequestHandler) => verifyLocally("dashen", identifiers, handler);
const missing = fixture("dashen/fixtures/not-found.json");

describe("Dashen's receipt page", () => {
  it("is requested at the bank's own path and parsed", async () => {
    const page = fixture("dashen/fixtures/within-dashen.html");
    const { paths, outcome } = await verify(respondWith(200, page, "text/html; charset=utf-8"));
    expect(paths).toEqual(["/receipt/387WDTS260610A1B"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 2_047_500n } });
  });

  it.each([
    ["with the bank's 400", 400, missing],
    ["with a 200", 200, missing],
    [
      "with a further key",
      400,
      '{"statusCode":400,"message":"Transaction not found.","error":"Bad Request"}',
    ],
  ])("does not exist when the bank's JSON says so, %s", async (_how, status, body) => {
    const { outcome } = await verify(respondWith(status, body, "application/json"));
    expect(outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a 400 with other text", respondWith(400, '{"statusCode":400,"message":"Bad"}'), ReceiptUnreadable],
    ["a 404", respondWith(404, missing), ReceiptUnreadable],
    ["the old host's 502", respondWith(502, "Bad Gateway"), BankUnavailable],
    ["another page", respondWith(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["broken UTF-8", respondWith(200, Buffer.from([0xe1, 0x8b])), ReceiptUnreadable],
    ["nesting without end", respondWith(200, "<p><strong>".repeat(150_000)), ReceiptUnreadable],
    ["deep nesting", respondWith(200, "<p><span>".repeat(9_000)), ReceiptUnreadable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
