import { openShop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { openSystem, type System, type TestAccount } from "../system.ts";

/**
 * The bank opens a receipt only for the last eight digits of its payer's or receiver's account. A receipt that prints
 * four of them thus proves the other four.
 */
let system: System;
let account: TestAccount;
let person: CallSignedIn;
beforeAll(async () => {
  system = await openSystem({ verifiers: ["cbe"] });
});
afterAll(() => system.stop());
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

const shop = { bank: "cbe", accountNumber: "1000555566667", accountName: "Zufan Hardware" } as const;
const save = (changes: object = {}) =>
  person("post", "/api/bank-accounts")
    .send({ ...shop, ...changes })
    .expect(201);
const pay = (changes: object = {}) =>
  system.pay({
    bank: "cbe",
    amount: "1250.00",
    receiverAccount: shop.accountNumber,
    receiverName: "ZUFAN HARDWARE",
    ...changes,
  });
/** Another account that ends in the same four digits. */
const stranger = { receiverAccount: "1000111116667" };

interface Verified {
  readonly proof: string;
  readonly decision: string;
  readonly reason: string;
  /** The queries at the bank in order, as the request's attempts list them. */
  readonly attempts: readonly string[];
  /** Number of queries that the bank received. */
  readonly queries: number;
}

async function verify(body: object): Promise<Verified> {
  const before = await system.receiptQueries("cbe");
  const response = await system.verify(account, { bank: "cbe", ...body }, { waitMs: 15_000 }).expect(200);
  const { decision, settlementAccountMatch } = response.body.data[0];
  const { proof, reason } = settlementAccountMatch;
  const listed = await system
    .call("get", `/api/verify/${response.body.requestId}/attempts`, account)
    .expect(200);
  const attempts = listed.body.data.attempts.map(
    ({ about, outcome }: { about: string; outcome: string }) => `${about} ${outcome}`,
  );
  return { proof, decision, reason, attempts, queries: (await system.receiptQueries("cbe")) - before };
}

describe("a cbe receipt to the saved account", () => {
  const ways = {
    "its number and the payer's digits": ({ referenceNumber: reference, suffix }) => ({ reference, suffix }),
    "the payer's link": ({ receiptUrl: reference }) => ({ reference }),
    "the payer's SMS": ({ smsText: reference }) => ({ reference }),
    "its share link": ({ shareUrl: reference }) => ({ reference }),
  } satisfies Record<string, (paid: Awaited<ReturnType<typeof pay>>) => object>;

  it.each(Object.entries(ways))(
    "is queried again with the account's own digits: %s",
    async (_what, pasted) => {
      await save();
      expect(await verify(pasted(await pay()))).toEqual({
        ...{ proof: "opened", decision: "accept", reason: "receiver_mask_matches_visible_digits" },
        ...{ attempts: ["receipt document", "receiver document"], queries: 2 },
      });
    },
  );

  it.each(Object.entries(ways))(
    "is rejected if a stranger's account ends in the same four digits under the same name: %s",
    async (_what, pasted) => {
      await save();
      expect(await verify(pasted(await pay(stranger)))).toEqual({
        ...{ proof: "none", decision: "reject", reason: "candidate_account_mismatch" },
        ...{ attempts: ["receipt document", "receiver not_found"], queries: 2 },
      });
    },
  );

  it("needs no second query if the sent digits are the account's own", async () => {
    await save();
    const { referenceNumber: reference } = await pay();
    expect(await verify({ reference, suffix: "55566667".slice(-8) })).toMatchObject({
      ...{ proof: "opened", decision: "accept", attempts: ["receipt document"], queries: 1 },
    });
  });

  it("is queried with the digits of the request's settlement account", async () => {
    const { referenceNumber: reference, suffix } = await pay();
    const sent = { reference, suffix, settlementAccount: shop.accountNumber };
    expect(await verify(sent)).toMatchObject({ proof: "opened", queries: 2 });
  });

  it("is proven with any printed name", async () => {
    await save();
    const { referenceNumber: reference, suffix } = await pay({ receiverName: "ABEL GIRMA" });
    expect(await verify({ reference, suffix })).toMatchObject({ proof: "opened", decision: "accept" });
  });
});

describe("the second query is not sent", () => {
  it.each<[string, readonly object[]]>([
    ["while no account is saved", []],
    ["if no mask matches", [{ accountNumber: "1000555566660" }]],
    ["if two accounts end in the visible digits", [{}, { accountNumber: "1000222236667" }]],
    ["for an account of another bank", [{ bank: "dashen", accountNumber: "1000555566667" }]],
  ])("%s", async (_why, saved) => {
    for (const changes of saved) await save(changes);
    const { referenceNumber: reference, suffix } = await pay();
    expect(await verify({ reference, suffix })).toMatchObject({ attempts: ["receipt document"], queries: 1 });
  });

  it("again while its result is cached", async () => {
    await save();
    const { referenceNumber: reference, suffix } = await pay();
    await verify({ reference, suffix });
    const again = { proof: "opened", attempts: [], queries: 0 };
    expect(await verify({ reference, suffix })).toMatchObject(again);
    account = await system.account();
    person = await signIn(system, account);
    await save();
    expect(await verify({ reference, suffix })).toMatchObject({ ...again, decision: "accept" });
  });
});

it("a receipt cached by another account is queried with this account's digits", async () => {
  const { referenceNumber: reference, suffix } = await pay(stranger);
  await verify({ reference, suffix });
  account = await system.account();
  person = await signIn(system, account);
  await save();
  expect(await verify({ reference, suffix })).toEqual({
    ...{ proof: "none", decision: "reject", reason: "candidate_account_mismatch" },
    ...{ attempts: ["receiver not_found"], queries: 1 },
  });
});

it("a cached receipt gets its verdict at once during an outage, and its name decides", async () => {
  const { referenceNumber: reference, suffix } = await pay();
  await verify({ reference, suffix });
  await save();
  await system.sql(`insert into bank_conditions (bank, breaker_opened_at) values ('cbe', now() + interval '1 minute')
     on conflict (bank) do update set breaker_opened_at = excluded.breaker_opened_at`);
  try {
    expect(await verify({ reference, suffix })).toEqual({
      ...{ proof: "mask_and_name", decision: "reject", reason: "receiver_mask_matches_visible_digits" },
      ...{ attempts: [], queries: 0 },
    });
  } finally {
    await system.sql("update bank_conditions set breaker_opened_at = null");
  }
  expect(await verify({ reference, suffix })).toMatchObject({ proof: "opened", queries: 1 });
});

describe("if the bank does not respond to the second query", () => {
  let withoutLegacy: System;
  beforeAll(async () => {
    // Share tokens are read at another host, which keeps responding.
    withoutLegacy = await openSystem({
      verifiers: ["cbe"],
      env: { BANK_CBE_LEGACY_BASE_URL: "http://127.0.0.1:9" },
    });
  });
  afterAll(() => withoutLegacy.stop());

  const receipt = "receipt document";
  const attempts = [receipt, "receiver unavailable"];
  const byName = { proof: "mask_and_name", decision: "accept", attempts };

  async function expectVerified(receiverName: string, expected: object): Promise<void> {
    const usual = system;
    system = withoutLegacy;
    try {
      account = await system.account();
      person = await signIn(system, account);
      await save();
      const { shareUrl } = await pay({ receiverName });
      expect(await verify({ reference: shareUrl })).toMatchObject(expected);
    } finally {
      system = usual;
    }
  }

  it("the printed name decides", () => expectVerified("ZUFAN HARDWARE", byName));

  it("another name needs review", () =>
    expectVerified("ABEL GIRMA", { proof: "mask_only", decision: "review", attempts }));

  /** Its failures count against the receipts' own host. */
  it("it is not queried for a while after three receipts in a row", async () => {
    await expectVerified("ZUFAN HARDWARE", byName);
    await expectVerified("ZUFAN HARDWARE", { ...byName, attempts: [receipt] });
  });
});

/** The bank opens a receipt for its payer's digits as well, so a refund to a stranger opens with the shop's own. */
describe("a payment that the shop made to an account with the same visible digits", () => {
  const refund = (changes: object = {}) =>
    pay({ ...stranger, senderAccount: shop.accountNumber, receiverName: "DAWIT BEKELE", ...changes });

  it("proves nothing with the shop's digits, however it is sent", async () => {
    await save();
    const { referenceNumber: reference, shareUrl, smsText } = await refund();
    const unproven = { proof: "mask_only" };
    expect(await verify({ reference, suffix: "55566667".slice(-8) })).toMatchObject({
      ...unproven,
      decision: "review",
    });
    expect(await verify({ reference: smsText })).toMatchObject(unproven);
    expect(await verify({ reference: shareUrl })).toMatchObject(unproven);
    // From the cache too.
    expect(await verify({ reference, suffix: "55566667".slice(-8) })).toMatchObject(unproven);
  });

  it("confirms no deposit", async () => {
    const shopOfDeposits = await openShop(system);
    const owner = await signIn(system, shopOfDeposits.account);
    await owner("post", "/api/bank-accounts").send(shop).expect(201);
    const made = await shopOfDeposits.deposit({ banks: ["cbe"], amount: "1250.00" });
    const { smsText } = await refund();
    expect(await shopOfDeposits.submitAndSettle(made.id, smsText)).toMatchObject({
      status: "review_required",
    });
  });

  it("is rejected if the shop's account is neither payer nor receiver", async () => {
    await save();
    const { referenceNumber: reference, suffix } = await refund({ senderAccount: "1000333336667" });
    expect(await verify({ reference, suffix })).toMatchObject({
      ...{ proof: "none", decision: "reject", reason: "candidate_account_mismatch" },
    });
  });

  it("still proves a payment to the shop by its printed name", async () => {
    await save();
    const { referenceNumber: reference, suffix } = await pay({ senderAccount: "1000333336667" });
    expect(await verify({ reference, suffix })).toMatchObject({ proof: "mask_and_name", decision: "accept" });
  });
});
