import { createServiceMetrics } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { noTracing } from "@receipts/tracing";
import type { ClaimedWork } from "../src/claim-repository.ts";
import type { BankQuery, BankQueryResult } from "../src/query-bank.ts";
import { createVerifyReceipt } from "../src/verify-receipt.ts";

const undecided: BankQueryResult = {
  kind: "verdict",
  verdict: { kind: "undecided", reason: "bank_unavailable" },
  attempts: [],
};
const notFound: BankQueryResult = { kind: "verdict", verdict: { kind: "not_found" }, attempts: [] };

/** Requests for one receipt, each with its own time left; the bank is asked by hand. */
function openTwins(msLeft: Readonly<Record<string, number>>) {
  const asked: { readonly question: BankQuery; readonly answer: (answer: BankQueryResult) => void }[] = [];
  const ended: Record<string, string> = {};
  const verify = createVerifyReceipt({
    bank: "telebirr",
    claims: {
      claim: async (id: string) =>
        ({ id, msLeft: msLeft[id], receiptKey: "same", bank: "telebirr", bypassCache: false }) as ClaimedWork,
      release: async () => undefined,
      renew: async () => new Set<string>(),
      park: async () => true,
      unparkOne: async () => 0,
      unparkAll: async () => 0,
      exists: async () => true,
      takeForRequeue: async () => [],
    },
    heldClaims: {
      track: (_claim, signal) => ({ signal, untrack: () => undefined }),
      renewer: { name: "renewer", run: async () => undefined },
    },
    queryBank: (question) =>
      new Promise((answer) => {
        asked.push({ question, answer });
      }),
    verdictCache: { get: async () => undefined, put: async () => undefined, drop: async () => undefined },
    recordVerdict: async ({ id }, verdict) => {
      ended[id] = verdict.kind;
      return { durationMs: 1, completedAt: new Date(), deliveryId: null };
    },
    liveStatus: { announce: () => undefined },
    serviceTime: { observe: () => undefined },
    bankBudgetMs: 20_000,
    park: async () => undefined,
    log: testLog,
    tracing: noTracing,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  return { asked, ended, verify: (id: string) => verify(id, new AbortController().signal) };
}

it("twins share one answer, whatever it is", async () => {
  const { asked, ended, verify } = openTwins({ ver_a: 300_000, ver_b: 300_000 });
  const both = [verify("ver_a"), verify("ver_b")];
  await until(() => asked.length === 1);
  asked[0]?.answer(undecided);
  await Promise.all(both);
  expect(ended).toEqual({ ver_a: "undecided", ver_b: "undecided" });
  expect(asked).toHaveLength(1);
});

/** The merchant asked again because the first request was about to run out. */
it("a request with time left asks for itself when its twin had none", async () => {
  const { asked, ended, verify } = openTwins({ ver_late: 300, ver_fresh: 300_000 });
  const late = verify("ver_late");
  await until(() => asked.length === 1);
  const fresh = verify("ver_fresh");
  asked[0]?.answer(undecided);
  await late;
  await until(() => asked.length === 2);
  asked[1]?.answer(notFound);
  await fresh;
  expect(ended).toEqual({ ver_late: "undecided", ver_fresh: "not_found" });
});
