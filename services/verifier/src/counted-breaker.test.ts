import { BankUnavailable, type FetchOutcome, ReceiptUnreadable } from "@receipts/banks";
import { BreakerOpen } from "./bank-breaker.ts";
import { createCountedBreaker } from "./counted-breaker.ts";

/** What was counted of one attempt that ends so. */
async function countedOf(fetch: () => Promise<FetchOutcome>, isClosed = true): Promise<string[]> {
  const counted: string[] = [];
  const note = (what: string) => () => void counted.push(what);
  const plain = {
    attempt: fetch,
    admits: () => true,
    isClosed: () => isClosed,
    openForMs: () => 0,
    close: () => undefined,
  };
  const breaker = createCountedBreaker(plain, {
    answered: note("answered"),
    unavailable: (asker) => void counted.push(`unavailable for ${asker}`),
    breakerOpened: note("breaker opened"),
    flush: async () => undefined,
    flusher: { name: "none", run: async () => undefined },
  });
  // With `attempt` in the place of the breaker's own, what it would fetch does not matter.
  await breaker.attempt(fetch, "usr_1").catch(() => undefined);
  return counted;
}

const document = { contentType: "text/html", body: new Uint8Array() };

describe("of one attempt at a bank", () => {
  it.each<[string, () => Promise<FetchOutcome>, string[]]>([
    ["a document is an answer", async () => ({ kind: "document", document }), ["answered"]],
    ["that there is no such receipt is an answer", async () => ({ kind: "not_found" }), ["answered"]],
    ["what cannot be read is an answer", () => Promise.reject(new ReceiptUnreadable("?")), ["answered"]],
    ["silence is none", () => Promise.reject(new BankUnavailable("?")), ["unavailable for usr_1"]],
    [
      "a failure that was asked of the sandbox is no attempt",
      () => Promise.reject(new BankUnavailable("?", undefined, { isPlayed: true })),
      [],
    ],
    ["one that an open breaker spared is no attempt", () => Promise.reject(new BreakerOpen()), []],
    ["one that was taken back is no attempt", () => Promise.reject(new DOMException("", "AbortError")), []],
  ])("%s", async (_what, fetch, counted) => {
    expect(await countedOf(fetch)).toEqual(counted);
  });

  it("silence that leaves the breaker open says so", async () => {
    expect(await countedOf(() => Promise.reject(new BankUnavailable("?")), false)).toEqual([
      "unavailable for usr_1",
      "breaker opened",
    ]);
  });
});
