import type { BankCode } from "@receipts/contracts";
import { hasRealReceipts, until } from "@receipts/testing";
import {
  messageFiles,
  type RealMessage,
  realMessages,
} from "../../../../packages/banks/test/real-messages.ts";
import { openPage } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { type Counter, openCounter } from "../tills.ts";

const banks = ["telebirr", "cbe", "boa", "awash", "mpesa"] as const satisfies readonly BankCode[];

(hasRealReceipts ? describe : describe.skip)("a message as people hold it", () => {
  useSystem({ verifiers: banks, env: { VERDICT_CACHE_TTL_MS: "0", CHECKOUT_RECHECK_MINUTES: "0" } });

  let shop: Shop;
  let account: TestAccount;
  let counter: Counter;
  beforeAll(async () => {
    shop = await openShop(system, { credits: 1_000 });
    account = shop.account;
    for (const bank of ["cbe", "boa", "awash", "mpesa"] as const) await system.saveBankAccount(account, bank);
    counter = await openCounter(system, await signIn(system, account));
  });

  /** The banks that were asked meanwhile. */
  async function banksAskedBy(act: () => Promise<void>): Promise<readonly BankCode[]> {
    const before = await Promise.all(banks.map((bank) => system.receiptQueries(bank)));
    await act();
    const after = await Promise.all(banks.map((bank) => system.receiptQueries(bank)));
    return banks.filter((_bank, at) => after[at] !== before[at]);
  }

  it.each(messageFiles)("of %s: the API says what its note says, and asks that bank alone", async (file) => {
    for (const { text, outcome } of realMessages(file)) {
      const seen: string[] = [];
      const asked = await banksAskedBy(async () => {
        const { body } = await system.verify(account, { reference: text }, { waitMs: 15_000 });
        seen.push(await outcomeOf(body, body.requestId));
      });
      expect([text, ...seen, asked]).toEqual([text, inShort(outcome), bankOf(outcome)]);
    }
  });

  it.each(messageFiles)("of %s: the till says the same", async (file) => {
    for (const { text, outcome } of realMessages(file)) {
      const seen: string[] = [];
      const asked = await banksAskedBy(async () => {
        const { body } = await counter
          .cashier("post", "/api/till/verify?waitMs=15000")
          .send({ reference: text, amount: "1.00" });
        seen.push(await outcomeOf(body, body.data?.id));
      });
      expect([text, ...seen, asked]).toEqual([text, inShort(outcome), bankOf(outcome)]);
    }
  });

  it.each(messageFiles)("of %s: a payer's page asks the same bank, or says what is missing", async (file) => {
    const messages = realMessages(file);
    const said = new Map<string, string>();
    const asked = await banksAskedBy(async () => {
      await Promise.all(
        messages.map(async ({ text }) => {
          const deposit = await shop.deposit({ amount: "1.00" });
          said.set(text, (await openPage(system, deposit).send({ receipt: text })).text);
          await until(async () => (await shop.read(deposit.id)).status !== "verifying");
        }),
      );
    });
    // The digits of the only account at CBE that the page offers open a receipt of CBE.
    expect(asked.toSorted()).toEqual(banksOf(messages.filter(({ outcome }) => outcome !== "cbe suffix")));
    for (const { text, outcome } of messages) {
      const expected = Object.entries(saidOnPage).find(([start]) => outcome.startsWith(start));
      if (expected !== undefined) expect(said.get(text)).toContain(expected[1]);
    }
  });

  it.each(messageFiles)(
    "of %s: in a list each line that has no number is named, and the others run at their banks",
    async (file) => {
      const messages = realMessages(file);
      const post = (items: readonly RealMessage[]) =>
        system
          .call("post", "/api/verify/batch", account)
          .send({ items: items.map(({ text }) => ({ reference: text })) });
      const isFaulty = ({ outcome }: RealMessage) => bankOf(outcome).length === 0;
      const faulty = messages.flatMap((message, at) => (isFaulty(message) ? [at] : []));
      const fine = messages.filter((message) => !isFaulty(message));
      if (faulty.length > 0) {
        const { body } = await post(messages).expect(422);
        const lines = body.error.details.map(({ field }: { field: string }) => /\d+/.exec(field)?.[0]);
        expect(lines.map(Number)).toEqual(faulty);
      }
      if (fine.length === 0) return;
      const asked = await banksAskedBy(async () => {
        const { body } = await post(fine).expect(202);
        await until(async () => {
          const batch = await system.call("get", `/api/batches/${body.data.id}`, account);
          return batch.body.data.completedAt !== null;
        });
      });
      expect(asked.toSorted()).toEqual(banksOf(fine));
    },
  );

  it("in a list that skips, those without a number are marked, and each receipt costs one credit", async () => {
    const messages = messageFiles.flatMap(realMessages);
    const items = messages.map(({ text }) => ({ reference: text }));
    const before = await system.balanceOf(account);
    const { body } = await system
      .call("post", "/api/verify/batch", account)
      .send({ items, onInvalid: "skip" })
      .expect(202);
    const { id, counts } = body.data;
    const fine = messages.filter(({ outcome }) => bankOf(outcome).length > 0);
    const receipts = new Set(fine.map(({ outcome }) => outcome));
    expect(counts).toMatchObject({
      invalid: messages.length - fine.length,
      repeated: fine.length - receipts.size,
    });
    expect(await system.balanceOf(account)).toBe(before - receipts.size);
    const { data } = (await system.call("get", `/api/batches/${id}/items?limit=100`, account)).body;
    const marked = data.filter(({ state }: { state: string }) => state === "invalid");
    expect(marked.map(({ position }: { position: number }) => messages[position - 1]?.outcome)).toEqual(
      messages.filter(({ outcome }) => bankOf(outcome).length === 0).map(({ outcome }) => outcome),
    );
  });
});

const saidOnPage = {
  ask: "This message has no receipt",
  "-": "This receipt is from another bank",
  "boa suffix": "The bank shows this receipt only with the last digits",
};

const isLookUp = (outcome: string) => /^\w+ [\w-]+[\w]/.test(outcome) && !/^ask|suffix$/.test(outcome);

/** The bank that is asked about it. */
const bankOf = (outcome: string) => (isLookUp(outcome) ? [outcome.split(" ")[0]] : []);

const banksOf = (messages: readonly RealMessage[]) =>
  [...new Set(messages.flatMap(({ outcome }) => bankOf(outcome)))].toSorted();

/** Answers do not repeat the digits. */
const inShort = (outcome: string) =>
  isLookUp(outcome) ? outcome.split(" ", 2).join(" ") : outcome.replace(/^\w+ suffix$/, "suffix");

/** In the words of the table. */
async function outcomeOf({ error }: Answer, requestId: string | undefined): Promise<string> {
  if (error?.askFor !== undefined) return `ask ${error.askFor.bank} ${error.askFor.what}`;
  const { candidates = [], details = [] } = error ?? {};
  if (error?.code === "unsupported_bank")
    return ["-", ...candidates.map((own) => `${own.bank} ${own.referenceNumber}`)].join(" ");
  if (error !== undefined) return details.map(({ field }) => field).join(" ");
  const [row] = await system.sql<{ asked: string }>(
    "select bank || ' ' || reference as asked from verification_requests where id = $1",
    requestId,
  );
  return row?.asked ?? "nothing";
}

interface Answer {
  readonly error?: {
    readonly code: string;
    readonly askFor?: { readonly bank: string | null; readonly what: string };
    readonly candidates?: readonly { readonly bank: string; readonly referenceNumber: string }[];
    readonly details?: readonly { readonly field: string }[];
  };
}
