import { createServiceMetrics } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { noTracing } from "@receipts/tracing";
import type { ClaimedWork } from "../src/claim-repository.ts";
import { createCoalescedQuery } from "../src/coalesced-query.ts";
import type { BankQuery, BankQueryResult } from "../src/query-bank.ts";
import { createVerifyReceipt } from "../src/verify-receipt.ts";

const undecided: BankQueryResult = {
  kind: "verdict",
  verdict: { kind: "undecided", reason: "bank_unavailable" },
  attempts: [],
};
const notFound: BankQueryResult = { kind: "verdict", verdict: { kind: "not_found" }, attempts: [] };

/** Requests for one receipt, each with its own time left. The test responds for the bank. */
function openDuplicates(msLeft: Readonly<Record<string, number>>) {
  const queries: { readonly query: BankQuery; readonly respond: (result: BankQueryResult) => void }[] = [];
  const ended: Record<string, string> = {};
  const verify = createVerifyReceipt({
    bank: "telebirr",
    claims: {
      claim: async (id: string) =>
        ({
          id,
          msLeft: msLeft[id],
          receiptKey: "same",
          bank: "telebirr",
          bypassCache: false,
          recheck: null,
        }) as ClaimedWork,
      release: async () => undefined,
      renew: async () => new Set<string>(),
      park: async () => true,
      claimWaitingFor: async () => [],
      waitForBooking: async () => "lost",
      tryNext: async () => true,
      unparkOne: async () => undefined,
      unparkAll: async () => 0,
      exists: async () => true,
      takeForRequeue: async () => [],
    },
    heldClaims: {
      track: (_claim, signal) => ({ signal, untrack: () => undefined }),
      renewer: { name: "renewer", run: async () => undefined },
    },
    queryBank: (query) =>
      new Promise((respond) => {
        queries.push({ query, respond });
      }),
    verdictCache: { get: async () => undefined, put: async () => undefined, drop: async () => undefined },
    recordVerdict: async ({ id }, verdict) => {
      ended[id] = verdict.kind;
      return { durationMs: 1, completedAt: new Date(), deliveryId: null };
    },
    liveStatus: { announce: () => undefined },
    serviceTime: { observe: () => undefined },
    bankBudgetMs: 20_000,
    tryNext: async () => true,
    park: async () => undefined,
    waitForBooking: async () => "lost",
    log: testLog,
    tracing: noTracing,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  return { queries, ended, verify: (id: string) => verify(id, new AbortController().signal) };
}

it("shares one result among duplicates, even an undecided one", async () => {
  const { queries, ended, verify } = openDuplicates({ ver_a: 300_000, ver_b: 300_000 });
  const both = [verify("ver_a"), verify("ver_b")];
  await until(() => queries.length === 1);
  queries[0]?.respond(undecided);
  await Promise.all(both);
  expect(ended).toEqual({ ver_a: "undecided", ver_b: "undecided" });
  expect(queries).toHaveLength(1);
});

/** The merchant submitted again because the first request was about to expire. */
it("queries again for a request with time left if its duplicate ran out of time", async () => {
  const { queries, ended, verify } = openDuplicates({ ver_late: 300, ver_fresh: 300_000 });
  const late = verify("ver_late");
  await until(() => queries.length === 1);
  const fresh = verify("ver_fresh");
  queries[0]?.respond(undecided);
  await late;
  await until(() => queries.length === 2);
  queries[1]?.respond(notFound);
  await fresh;
  expect(ended).toEqual({ ver_late: "undecided", ver_fresh: "not_found" });
});

describe("a receiver check without a response", () => {
  function openQuery() {
    const respond: ((result: BankQueryResult) => void)[] = [];
    const query = createCoalescedQuery({
      bank: "cbe",
      queryBank: () => new Promise((resolve) => void respond.push(resolve)),
      verdictCache: { get: async () => undefined },
      bankBudgetMs: 20_000,
    });
    const ask = (about?: "receiver") => {
      const claimed = { id: "ver_1", userId: "usr_1", receiptKey: "same", bypassCache: false } as ClaimedWork;
      const times = { startedAt: performance.now(), deadlineAt: performance.now() + 300_000 };
      const { signal } = new AbortController();
      return query({
        claimed,
        signal,
        traceparent: null,
        ...times,
        ...(about === undefined ? {} : { about }),
      });
    };
    return { respond, ask };
  }

  /** One after the other they would hold a slot of the bank for five seconds each. */
  it("ends all checks of the same receipt that wait for it", async () => {
    const { respond, ask } = openQuery();
    const checks = [ask("receiver"), ask("receiver"), ask("receiver")];
    await until(() => respond.length === 1);
    respond[0]?.(undecided);
    expect(await Promise.all(checks)).toEqual([undecided, undecided, undecided]);
    expect(respond).toHaveLength(1);
  });

  it("ends no request for the receipt itself, which has more time", async () => {
    const { respond, ask } = openQuery();
    const check = ask("receiver");
    await until(() => respond.length === 1);
    const receipt = ask();
    respond[0]?.(undecided);
    await check;
    await until(() => respond.length === 2);
    respond[1]?.(notFound);
    expect(await receipt).toEqual(notFound);
  });
});
