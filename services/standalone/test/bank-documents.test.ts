import {
  type DocumentHost,
  endingAs,
  hasRealDocuments,
  type Printed,
  readPrinted,
  startDocumentHost,
} from "./real-documents.ts";
import { openSystem, type System } from "./system.ts";

/** An unknown reference of the same day. */
const another = (reference: string) => `${reference.slice(0, -1)}${reference.endsWith("A") ? "B" : "A"}`;
/** Digits that do not match the end of the account. */
const notEndingAs = (account: string, length: number) =>
  String((Number(account.slice(-2)) + 1) % 100).padStart(length, "12345678");

(hasRealDocuments ? describe : describe.skip)("verification of real bank documents", () => {
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

  /** The merchant gets what the receipt prints: the amount received, not the total debited, and times in UTC. */
  const expectPrinted = async (body: object, expected: object) => {
    const { data } = await verify(body);
    expect(data).toEqual([
      expect.objectContaining({ status: "success", verified: true, currency: "ETB", ...expected }),
    ]);
  };
  /** A wrong guess reveals nothing of the receipt. */
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

  it("reports a telebirr page as printed", async () => {
    const { referenceNumber } = printed.telebirr;
    await expectPrinted({ bank: "telebirr", reference: referenceNumber }, printed.telebirr);
  });

  it("reports a cbe PDF as printed", async () => {
    const { payerAccount: _payer, ...expected } = printed.cbePdf;
    const { referenceNumber: reference, receiverAccount } = expected;
    const accountSuffix = endingAs(receiverAccount, 4, 8);
    await expectPrinted({ bank: "cbe", reference, suffix: accountSuffix }, { ...expected, accountSuffix });
  });

  it("reports a cbe share link as printed, and rejects a suffix of neither party", async () => {
    const { token, ...expected } = printed.cbeJson;
    const reference = `https://mbreciept.cbe.com.et/${token}`;
    await expectPrinted({ bank: "cbe", reference }, { ...expected, accountSuffix: null });
    const accountSuffix = endingAs(expected.receiverAccount, 4, 8);
    await expectPrinted({ bank: "cbe", reference, suffix: accountSuffix }, { ...expected, accountSuffix });
    await expectFailed({ bank: "cbe", reference, suffix: "00000000" });
  });

  it("reports a boa bill as printed, without a receiver", async () => {
    const { referenceNumber: reference, sourceAccount, ...expected } = printed.boa;
    await expectPrinted(
      { bank: "boa", reference, suffix: endingAs(sourceAccount, 2, 5) },
      { ...expected, referenceNumber: reference, receiverName: null, receiverAccount: null },
    );
  });

  it("matches no settlement account if a bill names no receiver", async () => {
    const { referenceNumber: reference, sourceAccount } = printed.boa;
    const body = { bank: "boa", reference, suffix: endingAs(sourceAccount, 2, 5) };
    const { data } = await verify({ ...body, settlementAccount: "1000000012345" });
    expect(data[0].settlementAccountMatch).toMatchObject({
      matched: false,
      reason: "missing_receiver_account",
    });
  });

  it("fails without receipt details if the suffix belongs to neither party", async () => {
    const { referenceNumber: reference, sourceAccount } = printed.boa;
    await expectFailed({ bank: "boa", reference, suffix: notEndingAs(sourceAccount, 5) });
  });

  it.each<[string, (documents: Printed) => object]>([
    ["telebirr", ({ telebirr }) => ({ reference: another(telebirr.referenceNumber) })],
    ["cbe", ({ cbePdf }) => ({ reference: another(cbePdf.referenceNumber), suffix: "58471203" })],
    ["cbe", ({ cbeJson }) => ({ reference: another(cbeJson.token) })],
    ["boa", ({ boa }) => ({ reference: another(boa.referenceNumber), suffix: "58203" })],
  ])("reads the bank's own not-found response of %s", async (bank, bodyOf) => {
    const { verification } = await verify({ bank, ...bodyOf(printed) });
    expect(verification).toMatchObject({
      processingStatus: "completed",
      status: "not_found",
      verified: false,
    });
  });
});
