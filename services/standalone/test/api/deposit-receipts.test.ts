import type { Deposit, DepositReceipts } from "@receipts/contracts";
import { eraseDeposits } from "../../../gateway/src/retention/erase-statements.ts";
import { freshKey, openShop, type Shop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
let owner: CallSignedIn;
useSystem({ verifiers: ["telebirr"], env: { BANK_ATTEMPTS: "1" } });
beforeEach(async () => {
  shop = await openShop(system);
  owner = await signIn(system, shop.account);
});

const read = async ({ id }: Pick<Deposit, "id">): Promise<DepositReceipts> =>
  (await owner("get", `/api/deposits/${id}/receipts`).expect(200)).body.data;
const resolve = (id: string, body: object) => owner("post", `/api/deposits/${id}/resolve`).send(body);
const inAnotherName = () => shop.pay({ receiverName: "Abel Girma", senderName: "Hana Tadesse" });
const note = "The money is in our account";

describe("the receipts that were sent for a deposit", () => {
  it("tell what was paid, by whom and to whom, also where they do not count", async () => {
    const deposit = await shop.deposit();
    await shop.submitAndSettle(deposit.id, await shop.pay({ amount: "12.50", senderName: "Hana Tadesse" }));
    await shop.submitAndSettle(deposit.id, await shop.pay({ receiverAccount: "0999887766" }));
    await shop.submitAndSettle(deposit.id, "DJ57QK2MNF");
    await shop.submitAndSettle(deposit.id, "DJ57QK2MDN");
    await shop.submitAndSettle(deposit.id, await shop.pay());
    const { receipts, paidByHand } = await read(deposit);
    expect(paidByHand).toBeNull();
    expect(receipts).toMatchObject([
      {
        ...{ outcome: "rejected", rejection: "amount_too_low", amount: "12.50", bank: "telebirr" },
        ...{ senderName: "Hana Tadesse", receiverName: "Test Merchant", resolution: null },
        referenceNumber: expect.stringMatching(/^[A-Z0-9]{10}$/),
        timestamp: expect.any(String),
        verificationRequestId: expect.stringMatching(/^ver_/),
      },
      { outcome: "rejected", rejection: "wrong_receiver", amount: "1250.00" },
      {
        ...{ outcome: "rejected", rejection: "receipt_not_found", referenceNumber: "DJ57QK2MNF" },
        ...{ amount: null, senderName: null, timestamp: null },
      },
      { outcome: "rejected", rejection: "bank_unavailable", referenceNumber: "DJ57QK2MDN" },
      { outcome: "accepted", rejection: null, amount: "1250.00", resolution: null },
    ]);
  });

  it("say who accepted, when, and why", async () => {
    const deposit = await shop.deposit();
    await shop.submitAndSettle(deposit.id, await inAnotherName());
    expect((await read(deposit)).receipts).toMatchObject([{ outcome: "in_review", rejection: null }]);
    await resolve(deposit.id, { decision: "accept", note }).expect(200);
    const { name } = (await owner("get", "/api/profile").expect(200)).body.data;
    const { receipts, paidByHand } = await read(deposit);
    expect(receipts).toMatchObject([
      {
        ...{ outcome: "accepted", senderName: "Hana Tadesse" },
        resolution: { decision: "accept", by: name, note, at: expect.stringMatching(/Z$/) },
      },
    ]);
    expect(paidByHand).toBeNull();
  });

  it("say who rejected each, also after another one was accepted", async () => {
    const { id } = await shop.deposit();
    await shop.submitAndSettle(id, await inAnotherName());
    await resolve(id, { decision: "reject", note: "Not with us" }).expect(200);
    await shop.submitAndSettle(id, await shop.pay({ receiverName: "Zerihun Asfaw" }));
    await shop.resolve(id, { decision: "accept" }).expect(200);
    expect((await read({ id })).receipts).toMatchObject([
      {
        ...{ outcome: "rejected", rejection: "receipt_rejected" },
        resolution: { decision: "reject", note: "Not with us" },
      },
      // By a server: the name of its key.
      { outcome: "accepted", rejection: null, resolution: { decision: "accept", by: "shop", note: null } },
    ]);
  });

  it("are empty for a payment by hand, which has its decision", async () => {
    const deposit = await shop.deposit();
    expect(await read(deposit)).toEqual({ receipts: [], paidByHand: null });
    await resolve(deposit.id, { decision: "accept", note: "In cash" }).expect(200);
    expect(await read(deposit)).toMatchObject({
      receipts: [],
      paidByHand: { decision: "accept", note: "In cash", by: expect.any(String) },
    });
  });

  it("count each part of a deposit that takes several, and tell a late one", async () => {
    const parts = await shop.deposit({ allowPartial: true });
    await shop.submitAndSettle(parts.id, await shop.pay({ amount: "1000.00" }));
    await shop.submitAndSettle(parts.id, await shop.pay({ amount: "250.00" }));
    expect((await read(parts)).receipts).toMatchObject([
      { outcome: "accepted", amount: "1000.00" },
      { outcome: "accepted", amount: "250.00" },
    ]);
    const expired = await shop.deposit();
    await shop.expire(expired.id, "1 minute");
    await shop.submitAndSettle(expired.id, await shop.pay());
    expect((await read(expired)).receipts).toMatchObject([{ outcome: "late", rejection: null }]);
  });

  it("do not count if a proven one replaces them in review", async () => {
    const { id } = await shop.deposit();
    await shop.submitAndSettle(id, await inAnotherName());
    await shop.submitAndSettle(id, await shop.pay());
    expect((await read({ id })).receipts).toMatchObject([
      { outcome: "rejected", rejection: null, resolution: null },
      { outcome: "accepted" },
    ]);
  });

  it("are invisible to other accounts, and lose names and notes with the erasure of the deposit", async () => {
    const { id } = await shop.deposit();
    await shop.submitAndSettle(id, await inAnotherName());
    await resolve(id, { decision: "accept", note }).expect(200);
    const stranger = await signIn(system, (await openShop(system)).account);
    await stranger("get", `/api/deposits/${id}/receipts`).expect(404);
    await eraseDeposits(system.database.pool, { which: "id = $1", values: [id], limit: 1 });
    expect((await read({ id })).receipts).toMatchObject([
      { outcome: "accepted", resolution: { decision: "accept", by: null, note: null } },
    ]);
  });

  it("are no part of what a checkout key reads", async () => {
    const { id } = await shop.deposit();
    await shop.call("get", `/v1/deposits/${id}/receipts`).set("idempotency-key", freshKey()).expect(404);
  });
});
