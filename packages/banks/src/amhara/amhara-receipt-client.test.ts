import { fixture } from "../../test/fixture.ts";
import { type AnswerRequest, answering } from "../../test/local-bank.ts";
import { verifyLocally } from "../../test/verify-locally.ts";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";

const identifiers = { reference: "FT26226M4T8Z", suffix: null, phone: null };
const verify = (answer: AnswerRequest) => verifyLocally("amhara", identifiers, answer);
const transaction = fixture("amhara/fixtures/incoming.json");
const denial = fixture("amhara/fixtures/unknown-reference.json");

describe("Amhara's receipt", () => {
  it("is asked for at the bank's own path, and read", async () => {
    const { paths, outcome } = await verify(answering(200, transaction, "application/json"));
    expect(paths).toEqual(["/FT26226M4T8Z"]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount: 123_450n } });
  });

  it.each([500, 404])("does not exist when an answer with status %i says so", async (status) => {
    expect((await verify(answering(status, denial, "application/json"))).outcome).toEqual({
      kind: "not_found",
    });
  });

  it.each<[string, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["a 500 of another server", answering(500, "<h1>Internal Server Error</h1>"), BankUnavailable],
    ["an empty 500", answering(500, ""), BankUnavailable],
    ["a 500 that says more", answering(500, '{"status":false,"message":"x","error":"db"}'), BankUnavailable],
    ["a 500 with a transaction", answering(500, transaction), BankUnavailable],
    ["a 500 that says less", answering(500, '{"status":false}'), BankUnavailable],
    ["a refusal by a host that is down", answering(503, denial), BankUnavailable],
    ["an API that moved", answering(404, "Cannot GET /FT26226M4T8Z"), ReceiptUnreadable],
    ["a refusal that calls itself a receipt", answering(200, denial), ReceiptUnreadable],
    ["another page", answering(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["nothing", answering(200, ""), ReceiptUnreadable],
  ])("is told apart from %s", async (_what, answer, failure) => {
    await expect(verify(answer)).rejects.toBeInstanceOf(failure);
  });
});
