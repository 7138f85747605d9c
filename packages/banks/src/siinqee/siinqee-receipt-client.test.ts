import { fixture } from "../../test/fixture.ts";
import { type AnswerRequest, answering } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "B41K7TR262260352", suffix: null, phone: null };
const verify = (answer: AnswerRequest) => verifyLocally("siinqee", identifiers, answer);
const missing = fixture("siinqee/fixtures/not-found.html");

describe("Siinqee's receipt page", () => {
  it("is asked for at the configured host, and read", async () => {
    const page = fixture("siinqee/fixtures/transfer.html");
    const { paths, outcome } = await verify(answering(200, page, "text/html"));
    expect(paths).toEqual(["/generate/B41K7TR262260352"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 123_400n } });
  });

  it.each([200, 404])("does not exist when a page with status %i says so", async (status) => {
    expect((await verify(answering(status, missing, "text/html"))).outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a 404 in other words", answering(404, "Cannot GET /generate"), ReceiptUnreadable],
    ["an outage", answering(503, ""), BankUnavailable],
    ["another page", answering(200, "<html>Welcome</html>"), ReceiptUnreadable],
  ])("is told apart from %s", async (_what, answer, failure) => {
    await expect(verify(answer)).rejects.toBeInstanceOf(failure);
  });
});
