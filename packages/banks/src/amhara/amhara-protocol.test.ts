import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "FT26226M4T8Z", suffix: null, phone: null };
const verify = (handler: RequestHandler) => verifyLocally("amhara", identifiers, handler);
const transaction = fixture("amhara/fixtures/incoming.json");
const denial = fixture("amhara/fixtures/unknown-reference.json");

describe("Amhara's receipt", () => {
  it("is requested at the bank's own path and parsed", async () => {
    const { paths, outcome } = await verify(respondWith(200, transaction, "application/json"));
    expect(paths).toEqual(["/FT26226M4T8Z"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 123_450n } });
  });

  it.each([500, 404])("does not exist when a response with status %i says so", async (status) => {
    expect((await verify(respondWith(status, denial, "application/json"))).outcome).toEqual({
      kind: "not_found",
    });
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a 500 of another server", respondWith(500, "<h1>Internal Server Error</h1>"), BankUnavailable],
    ["an empty 500", respondWith(500, ""), BankUnavailable],
    [
      "a 500 that says more",
      respondWith(500, '{"status":false,"message":"x","error":"db"}'),
      BankUnavailable,
    ],
    ["a 500 with a transaction", respondWith(500, transaction), BankUnavailable],
    ["a 500 that says less", respondWith(500, '{"status":false}'), BankUnavailable],
    ["a refusal by a host that is down", respondWith(503, denial), BankUnavailable],
    ["an API that moved", respondWith(404, "Cannot GET /FT26226M4T8Z"), ReceiptUnreadable],
    ["a refusal that calls itself a receipt", respondWith(200, denial), ReceiptUnreadable],
    ["another page", respondWith(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["nothing", respondWith(200, ""), ReceiptUnreadable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
