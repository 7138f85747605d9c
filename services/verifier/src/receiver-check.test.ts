import { createServiceMetrics } from "@receipts/service-kit";
import type { BankQueryResult } from "./query-bank.ts";
import type { Work } from "./coalesced-query.ts";
import { createReceiverCheck, type FoundVerdict } from "./receiver-check.ts";

const account = "1000412270936";
const claimed = {
  bank: "cbe",
  reference: "FT26061AB12C",
  suffix: "12345678",
  phone: null,
  input: null,
  settlementAccount: null,
  expectation: null,
  savedAccounts: [
    { id: "acc_1", bank: "cbe", owner: "business", accountNumber: account, names: ["Selam Coffee Trading"] },
  ],
};
const found = {
  kind: "verdict",
  attempts: [],
  verdict: {
    kind: "success",
    receipt: {
      referenceNumber: "FT26061AB12C",
      receiverAccount: "1****0936",
      receiverName: "SELAM COFFEE TRADING",
      paymentStatus: "completed",
      amount: 100_00n,
      paidAt: new Date("2026-11-30T08:00:00Z"),
    },
  },
} as unknown as Parameters<ReturnType<typeof createReceiverCheck>>[1];

const undecided: BankQueryResult = {
  kind: "verdict",
  verdict: { kind: "undecided", reason: "bank_unavailable" },
  attempts: [],
};

/** Checks receivers one after the other; the bank answers each with the next result. */
function openChecks(results: BankQueryResult[]) {
  const asked: Work[] = [];
  const check = createReceiverCheck({
    bank: "cbe",
    query: async (work) => {
      asked.push(work);
      return results.shift() ?? undecided;
    },
    updateCache: async () => undefined,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  return {
    asked,
    check: (msLeft: number): Promise<FoundVerdict> =>
      check({ claimed, deadlineAt: performance.now() + msLeft } as unknown as Work, found),
  };
}

/** Without its check a stranger's receipt with the same visible digits and name would be accepted. */
it.each<[string, number, BankQueryResult, number]>([
  ["is not left out after one that only its own request's deadline ended", 50, undecided, 2],
  ["is not left out after an open breaker", 300_000, { kind: "park", attempts: [] }, 2],
  ["pauses after a host that did not respond in the whole time", 300_000, undecided, 1],
])("the check of a receiver %s", async (_case, msLeft, result, questions) => {
  const { asked, check } = openChecks([result]);
  await check(msLeft);
  await check(300_000);
  expect(asked).toHaveLength(questions);
});
