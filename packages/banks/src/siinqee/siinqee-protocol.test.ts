import { fixture } from "../../test/fixture.ts";
import { type RequestHandler, respondWith } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "B41K7TR262260352", suffix: null, phone: null };
const verify = (handler: RequestHandler) => verifyLocally("siinqee", identifiers, handler);
const missing = fixture("siinqee/fixtures/not-found.html");

describe("Siinqee's receipt page", () => {
  it("is requested at the configured host and parsed", async () => {
    const page = fixture("siinqee/fixtures/transfer.html");
    const { paths, outcome } = await verify(respondWith(200, page, "text/html"));
    expect(paths).toEqual(["/generate/B41K7TR262260352"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 123_400n } });
  });

  it.each([200, 404])("does not exist when a page with status %i says so", async (status) => {
    expect((await verify(respondWith(status, missing, "text/html"))).outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a 404 with other text", respondWith(404, "Cannot GET /generate"), ReceiptUnreadable],
    ["an outage", respondWith(503, ""), BankUnavailable],
    ["another page", respondWith(200, "<html>Welcome</html>"), ReceiptUnreadable],
  ])("is distinguished from %s", async (_what, handler, failure) => {
    await expect(verify(handler)).rejects.toBeInstanceOf(failure);
  });
});
