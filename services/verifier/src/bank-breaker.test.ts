import { BankUnavailable, type FetchOutcome, ReceiptUnreadable } from "@receipts/banks";
import { createServiceMetrics, silentLog } from "@receipts/service-kit";
import { createBankBreaker } from "./bank-breaker.ts";

const identifiers = { reference: "DC25MN8R1T", suffix: null, phone: null };

interface Setup {
  /** True if one failure opens the breaker. */
  readonly opens?: boolean;
  readonly attempts?: number;
  readonly signal?: AbortSignal;
}

/** Returns what the tally counted for attempts with this result. */
async function countedOf(fetch: () => Promise<FetchOutcome>, setup: Setup = {}): Promise<string[]> {
  const counted: string[] = [];
  const note = (text: string) => () => void counted.push(text);
  const breaker = createBankBreaker({
    bank: "telebirr",
    fetchReceipt: fetch,
    tally: {
      responded: note("responded"),
      unavailable: (requester) => void counted.push(`unavailable for ${requester}`),
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

describe("the tally of an attempt at a bank", () => {
  it.each<[string, () => Promise<FetchOutcome>, string[]]>([
    ["counts a document as a response", async () => ({ kind: "document", document }), ["responded"]],
    ["counts 'not found' as a response", async () => ({ kind: "not_found" }), ["responded"]],
    [
      "counts an unreadable response as a response",
      () => Promise.reject(new ReceiptUnreadable("?")),
      ["responded"],
    ],
    [
      "counts no response as unavailable",
      () => Promise.reject(new BankUnavailable("?")),
      ["unavailable for usr_1"],
    ],
    [
      "ignores a failure that the sandbox plays on request",
      () => Promise.reject(new BankUnavailable("?", undefined, { isPlayed: true })),
      [],
    ],
    ["ignores an aborted attempt", () => Promise.reject(new DOMException("", "AbortError")), []],
  ])("%s", async (_case, fetch, counted) => {
    expect(await countedOf(fetch)).toEqual(counted);
  });

  const noResponse = () => Promise.reject(new BankUnavailable("?"));

  it("counts an attempt that opens the breaker", async () => {
    expect(await countedOf(noResponse, { opens: true })).toEqual(["unavailable for usr_1", "breaker opened"]);
  });

  it("ignores an attempt that an open breaker stopped", async () => {
    const counted = await countedOf(noResponse, { opens: true, attempts: 2 });
    expect(counted).toEqual(["unavailable for usr_1", "breaker opened"]);
  });

  it("ignores a missing response after an abort", async () => {
    expect(await countedOf(noResponse, { signal: AbortSignal.abort() })).toEqual([]);
  });

  it("counts a timeout as unavailable", async () => {
    const signal = AbortSignal.abort(new DOMException("the time is over", "TimeoutError"));
    expect(await countedOf(noResponse, { signal })).toEqual(["unavailable for usr_1"]);
  });
});
