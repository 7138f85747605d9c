import {
  type DocumentHost,
  endingAs,
  hasRealDocuments,
  type Printed,
  readPrinted,
  startDocumentHost,
} from "./real-documents.ts";
import { openSystem, type System } from "./system.ts";

/** A reference of the same day that nobody has. */
const another = (reference: string) => `${reference.slice(0, -1)}${reference.endsWith("A") ? "B" : "A"}`;
/** Other digits than the account ends in. */
const notEndingAs = (account: string, length: number) =>
  String((Number(account.slice(-2)) + 1) % 100).padStart(length, "12345678");

(hasRealDocuments ? describe : describe.skip)("documents that banks really served", () => {
  let system: System;
  let host: DocumentHost;
  let printed: Printed;
  beforeAll(async () => {
    printed = await readPrinted();
    host = await startDocumentHost(printed);
    system = await openSystem({
      env: {
        BANK_TELEBIRR_BASE_URL: host.url,
        BANK_CBE_BASE_URL: host.url,
        BANK_CBE_LEGACY_BASE_URL: host.url,
        BANK_BOA_BASE_URL: host.url,
      },
    });
  });
  afterAll(async () => {
    await system.stop();
    await host.close();
  });

  const verify = async (body: object) =>
    (await system.verify(await system.account(), body, { waitMs: 10_000 }).expect(200)).body;

  /** What the paper says is what the merchant is told: the amount received and not the total debited, in UTC. */
  const expectPrinted = async (body: object, expected: object) => {
    const { data } = await verify(body);
    expect(data).toEqual([
      expect.objectContaining({ status: "success", verified: true, currency: "ETB", ...expected }),
    ]);
  };
  /** Nothing is shown of it to whoever guessed. */
  const expectFailed = async (body: object) => {
    const { data } = await verify(body);
    expect(data[0]).toMatchObject({
      status: "failed",
      verified: false,
      amount: null,
      senderName: null,
      failureReason: null,
    });
  };

  it("a telebirr page is told as it is printed", async () => {
    const { referenceNumber } = printed.telebirr;
    await expectPrinted({ bank: "telebirr", reference: referenceNumber }, printed.telebirr);
  });

  it("a cbe PDF is told as it is printed", async () => {
    const { payerAccount: _payer, ...expected } = printed.cbePdf;
    const { referenceNumber: reference, receiverAccount } = expected;
    const accountSuffix = endingAs(receiverAccount, 4, 8);
    await expectPrinted({ bank: "cbe", reference, suffix: accountSuffix }, { ...expected, accountSuffix });
  });

  it("a cbe share link is told as its document says, and belongs to its parties' digits alone", async () => {
    const { token, ...expected } = printed.cbeJson;
    const reference = `https://mbreciept.cbe.com.et/${token}`;
    await expectPrinted({ bank: "cbe", reference }, { ...expected, accountSuffix: null });
    const accountSuffix = endingAs(expected.receiverAccount, 4, 8);
    await expectPrinted({ bank: "cbe", reference, suffix: accountSuffix }, { ...expected, accountSuffix });
    await expectFailed({ bank: "cbe", reference, suffix: "00000000" });
  });

  it("a boa bill is told as it is printed, and names no receiver", async () => {
    const { referenceNumber: reference, sourceAccount, ...expected } = printed.boa;
    await expectPrinted(
      { bank: "boa", reference, suffix: endingAs(sourceAccount, 2, 5) },
      { ...expected, referenceNumber: reference, receiverName: null, receiverAccount: null },
    );
  });

  it("a bill payment names no receiver, so nothing can be matched", async () => {
    const { referenceNumber: reference, sourceAccount } = printed.boa;
    const body = { bank: "boa", reference, suffix: endingAs(sourceAccount, 2, 5) };
    const { data } = await verify({ ...body, settlementAccount: "1000000012345" });
    expect(data[0].settlementAccountMatch).toMatchObject({
      matched: false,
      reason: "missing_receiver_account",
    });
  });

  it("a suffix that is nobody's on the receipt is a failed verification that shows nothing of it", async () => {
    const { referenceNumber: reference, sourceAccount } = printed.boa;
    await expectFailed({ bank: "boa", reference, suffix: notEndingAs(sourceAccount, 5) });
  });

  it.each<[string, (documents: Printed) => object]>([
    ["telebirr", ({ telebirr }) => ({ reference: another(telebirr.referenceNumber) })],
    ["cbe", ({ cbePdf }) => ({ reference: another(cbePdf.referenceNumber), suffix: "58471203" })],
    ["cbe", ({ cbeJson }) => ({ reference: another(cbeJson.token) })],
    ["boa", ({ boa }) => ({ reference: another(boa.referenceNumber), suffix: "58203" })],
  ])("another reference of %s is not found, in the bank's own way of saying so", async (bank, bodyOf) => {
    const { verification } = await verify({ bank, ...bodyOf(printed) });
    expect(verification).toMatchObject({
      processingStatus: "completed",
      status: "not_found",
      verified: false,
    });
  });
});
