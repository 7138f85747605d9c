import { BankUnavailable, type FetchOutcome, ReceiptUnreadable } from "@receipts/banks";
import { createServiceMetrics, silentLog } from "@receipts/service-kit";
import { createBankBreaker } from "./bank-breaker.ts";

const identifiers = { reference: "DC25MN8R1T", suffix: null, phone: null };

interface Setup {
  /** Whether one failure opens the breaker. */
  readonly opens?: boolean;
  readonly attempts?: number;
  readonly signal?: AbortSignal;
}

/** What was counted of one attempt that ends so. */
async function countedOf(fetch: () => Promise<FetchOutcome>, setup: Setup = {}): Promise<string[]> {
  const counted: string[] = [];
  const note = (what: string) => () => void counted.push(what);
  const breaker = createBankBreaker({
    bank: "telebirr",
    fetchReceipt: fetch,
    tally: {
      answered: note("answered"),
      unavailable: (asker) => void counted.push(`unavailable for ${asker}`),
      breakerOpened: note("breaker opened"),
    },
    ...{ volume: setup.opens ? 1 : 1_000, errorPercent: 1, windowMs: 30_000, resetMs: 5_000 },
    log: silentLog,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  const { signal = new AbortController().signal } = setup;
  for (let nth = 0; nth < (setup.attempts ?? 1); nth += 1)
    await breaker.fetch(identifiers, signal, "usr_1").catch(() => undefined);
  breaker.close();
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
    ["one that was taken back is no attempt", () => Promise.reject(new DOMException("", "AbortError")), []],
  ])("%s", async (_what, fetch, counted) => {
    expect(await countedOf(fetch)).toEqual(counted);
  });

  const silence = () => Promise.reject(new BankUnavailable("?"));

  it("silence that leaves the breaker open says so", async () => {
    expect(await countedOf(silence, { opens: true })).toEqual(["unavailable for usr_1", "breaker opened"]);
  });

  it("one that an open breaker spared is no attempt", async () => {
    const counted = await countedOf(silence, { opens: true, attempts: 2 });
    expect(counted).toEqual(["unavailable for usr_1", "breaker opened"]);
  });

  it("silence that ended because it was taken back is no attempt", async () => {
    expect(await countedOf(silence, { signal: AbortSignal.abort() })).toEqual([]);
  });

  it("silence until the time was over is one", async () => {
    const signal = AbortSignal.abort(new DOMException("the time is over", "TimeoutError"));
    expect(await countedOf(silence, { signal })).toEqual(["unavailable for usr_1"]);
  });
});
