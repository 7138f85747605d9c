import type { Receipt } from "@receipts/banks";
import type { Santim } from "@receipts/contracts";
import { createServiceMetrics } from "@receipts/service-kit";
import type { Work } from "./coalesced-query.ts";
import type { BankQueryResult } from "./query-bank.ts";
import { createReceiverCheck } from "./receiver-check.ts";

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
const receipt: Receipt = {
  ...{ referenceNumber: "FT26061AB12C", paymentStatus: "completed", currency: "ETB", senderName: null },
  ...{ receiverAccount: "1****0936", receiverName: "SELAM COFFEE TRADING" },
  amount: 10_000n as Santim,
  paidAt: new Date("2026-11-30T08:00:00Z"),
};

const ended = (verdict: object) => ({ kind: "verdict", verdict, attempts: [] }) as BankQueryResult;
const silent = ended({ kind: "undecided", reason: "bank_unavailable" });
const unreadable = ended({ kind: "undecided", reason: "bank_response_unrecognized" });
const refused = ended({ kind: "not_found" });
const parked: BankQueryResult = { kind: "park", attempts: [] };

/** Checks receivers one after the other, each of another receipt; returns whether the bank was asked about the last. */
async function isStillChecked(
  results: readonly BankQueryResult[],
  { msLeft = 300_000, sameReceipt = false } = {},
) {
  const left = [...results];
  let asked = 0;
  const check = createReceiverCheck({
    bank: "cbe",
    query: async () => {
      asked += 1;
      return left.shift() ?? refused;
    },
    updateCache: async () => undefined,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  for (let nth = 0; nth <= results.length; nth += 1) {
    const reference = sameReceipt ? "FT26061AB12C" : `FT26061AB1${nth}C`;
    const msOfRequest = nth < results.length ? msLeft : 300_000;
    await check(
      {
        claimed: { ...claimed, reference },
        deadlineAt: performance.now() + msOfRequest,
      } as unknown as Work,
      {
        kind: "verdict",
        attempts: [],
        verdict: { kind: "success", receipt: { ...receipt, referenceNumber: reference } },
      },
    );
  }
  return asked === results.length + 1;
}

/** Without its check a stranger's receipt with the same visible digits and name would be accepted. */
describe("the check of a receiver", () => {
  it.each<[string, readonly BankQueryResult[], { msLeft?: number; sameReceipt?: boolean }]>([
    ["requests that their own deadlines ended", [silent, silent, silent, silent], { msLeft: -1 }],
    ["an open breaker", [parked, parked, parked, parked], {}],
    ["documents that cannot be read", [unreadable, unreadable, unreadable, unreadable], {}],
    ["one receipt without a response, however often", Array(9).fill(silent), { sameReceipt: true }],
    ["two receipts without a response", [silent, silent], {}],
    ["more of them, with a response between", [silent, silent, refused, silent, silent], {}],
  ])("is not left out after %s", async (_case, results, options) => {
    expect(await isStillChecked(results, options)).toBe(true);
  });

  it("pauses after three receipts in a row without a response", async () => {
    expect(await isStillChecked([silent, silent, silent])).toBe(false);
  });
});
