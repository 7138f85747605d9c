import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "204TBAW2622603521002DAAT", suffix: null, phone: null };
const verify = (handler: RequestHandler) => verifyLocally("wegagen", identifiers, handler);
const transaction = fixture("wegagen/fixtures/to-wallet.json");
const denial = JSON.stringify({ message: "Transaction not found" });

describe("Wegagen's receipt", () => {
  it("is requested at the bank's own path and parsed", async () => {
    const { paths, outcome } = await verify(respondWith(200, transaction, "application/json"));
    expect(paths).toEqual(["/sms_wega/txn/204TBAW2622603521002DAAT"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { referenceNumber: "204TBAW262260352" } });
  });

  it.each([200, 404])("does not exist when a response with status %i says so", async (status) => {
    expect((await verify(respondWith(status, denial))).outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["an API that moved", respondWith(404, '{"status":404,"error":"Not Found"}'), ReceiptUnreadable],
    ["an empty 404", respondWith(404, ""), ReceiptUnreadable],
    ["an outage", respondWith(500, denial), BankUnavailable],
    ["a firewall's page", respondWith(200, "<p>Request Rejected. Support ID: 1</p>"), BankUnavailable],
    ["an empty transaction", respondWith(200, '{"trnRefNo":"---"}'), ReceiptUnreadable],
    ["a transaction that talks of another", respondWith(404, transaction), ReceiptUnreadable],
    ["another page", respondWith(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["nothing", respondWith(200, ""), ReceiptUnreadable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
