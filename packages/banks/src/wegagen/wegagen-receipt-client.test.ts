import { fixture } from "../../test/fixture.ts";
import { type AnswerRequest, answering } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "204TBAW2622603521002DAAT", suffix: null, phone: null };
const verify = (answer: AnswerRequest) => verifyLocally("wegagen", identifiers, answer);
const transaction = fixture("wegagen/fixtures/to-wallet.json");
const denial = JSON.stringify({ message: "Transaction not found" });

describe("Wegagen's receipt", () => {
  it("is asked for at the bank's own path, and read", async () => {
    const { paths, outcome } = await verify(answering(200, transaction, "application/json"));
    expect(paths).toEqual(["/sms_wega/txn/204TBAW2622603521002DAAT"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { referenceNumber: "204TBAW262260352" } });
  });

  it.each([200, 404])("does not exist when an answer with status %i says so", async (status) => {
    expect((await verify(answering(status, denial))).outcome).toEqual({ kind: "not_found" });
  });

  it.each<[string, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["an API that moved", answering(404, '{"status":404,"error":"Not Found"}'), ReceiptUnreadable],
    ["an empty 404", answering(404, ""), ReceiptUnreadable],
    ["an outage", answering(500, denial), BankUnavailable],
    ["a firewall's page", answering(200, "<p>Request Rejected. Support ID: 1</p>"), BankUnavailable],
    ["an empty transaction", answering(200, '{"trnRefNo":"---"}'), ReceiptUnreadable],
    ["a transaction that talks of another", answering(404, transaction), ReceiptUnreadable],
    ["another page", answering(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["nothing", answering(200, ""), ReceiptUnreadable],
  ])("is told apart from %s", async (_what, answer, failure) => {
    await expect(verify(answer)).rejects.toBeInstanceOf(failure);
  });
});
