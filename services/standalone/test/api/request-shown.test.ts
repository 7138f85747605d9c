import { until } from "@receipts/testing";
import { runAdmin } from "../admin.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { signIn } from "../signed-in.ts";
import { aReceiptWithoutVerdict, aReference, system, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });
useReceiver();

const show = (id: string) => runAdmin(system.environment, "request", "show", id);

/** An operator answers an angry merchant from it, after the pods and their logs are gone. */
describe("npm run admin -- request show", () => {
  it("tells every step of a request with its time: credit, bank, verdict, webhook and the person who decided", async () => {
    const account = await system.account();
    const { referenceNumber } = await system.pay({
      ...{ bank: "telebirr", amount: "10.00" },
      ...{ receiverAccount: "0944556677", receiverName: "Abel Girma" },
    });
    const body = { bank: "telebirr", reference: referenceNumber, settlementAccount: "0944556677" };
    const verified = await system
      .verify(account, { ...body, webhookUrl: receiver.url }, { waitMs: 15_000 })
      .expect(200);
    const { requestId } = verified.body;
    const person = await signIn(system, account);
    await person("post", `/api/verify/${requestId}/resolve`).send({ decision: "accept" }).expect(200);
    await until(async () => /attempt 1: 200/.test(await show(requestId)), { what: "the recorded attempt" });

    const lines = (await show(requestId)).trimEnd().split("\n");
    expect(lines[0]).toContain(`${requestId}: telebirr ${referenceNumber} for `);
    expect(lines[1]).toContain(`call ${verified.headers["x-request-id"]}`);
    const steps = lines.slice(2).map((line) => /^ {2}(\S+Z) {2}(.+)$/.exec(line));
    const times = steps.map((step) => step?.[1] ?? "");
    expect(times).toEqual(times.toSorted());
    const told = steps.map((step) => step?.[2] ?? "").join("\n");
    for (const step of [
      /^accepted$/m,
      /^credit: debit -1, balance 999$/m,
      /^taken by a verifier, 1 times in all$/m,
      /^bank asked for the receipt: document after \d+ ms$/m,
      /^ended: completed, success; decision review \(\w+/m,
      /^webhook whd_\w+ queued: verification.completed to 127.0.0.1, now delivered after 1 attempts$/m,
      /^webhook whd_\w+ attempt 1: 200 in \d+ ms$/m,
      /^a person decided: accept$/m,
      /^verification.resolved by session ses_\w+ of mem_\w+$/m,
    ])
      expect(told).toMatch(step);
  });

  it("finds the newest requests of a receipt's number, in any account, and tells of a refund", async () => {
    const receipt = aReceiptWithoutVerdict();
    const [first, second] = [await system.account(), await system.account()];
    for (const account of [first, second])
      await system.verify(account, receipt, { waitMs: 15_000 }).expect(200);
    const shown = await show(receipt.reference.toLowerCase());
    expect(shown.match(/^ver_/gm)).toHaveLength(2);
    expect(shown).toContain("ended: failed, failed; decision wait (bank_unavailable, bank_unavailable)");
    expect(shown).toContain("credit: refund 1, balance 1000");
  });

  it("says that there is none", async () => {
    const unknown = aReference();
    await expect(show(unknown)).rejects.toThrow(`No request has the id or receipt number ${unknown}`);
  });
});
