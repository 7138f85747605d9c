import { BankUnavailable, type FetchOutcome, ReceiptUnreadable } from "@receipts/banks";
import { createServiceMetrics, silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
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

describe("the breaker", () => {
  const down = () => Promise.reject(new BankUnavailable("?"));
  const up = async (): Promise<FetchOutcome> => ({ kind: "not_found" });

  /** The bank responds to an account as `banks` says. */
  function open(
    banks: Record<string, () => Promise<FetchOutcome>>,
    onHalfOpen: (failing: readonly string[]) => Promise<boolean> = async () => false,
  ) {
    let requester = "";
    const breaker = createBankBreaker({
      bank: "telebirr",
      fetchReceipt: () => (banks[requester] ?? down)(),
      tally: { responded: () => undefined, unavailable: () => undefined, breakerOpened: () => undefined },
      ...{ volume: 20, errorPercent: 50, windowMs: 30_000, resetMs: 1, onHalfOpen },
      log: silentLog,
      metrics: createServiceMetrics({ processMetrics: false }),
    });
    const { signal } = new AbortController();
    const ask = async (as: string, times = 1) => {
      for (let nth = 0; nth < times; nth += 1) {
        requester = as;
        await breaker.fetch(identifiers, signal, as).catch(() => undefined);
      }
    };
    return { breaker, ask };
  }

  it("stays closed while the receipts of one account alone fail, however many", async () => {
    const { breaker, ask } = open({ honest: up });
    await ask("honest");
    await ask("attacker", 200);
    expect(breaker.isClosed()).toBe(true);
    breaker.close();
  });

  it("opens for the only account that asks, and for most of several", async () => {
    const { breaker, ask } = open({});
    await ask("alone", 19);
    expect(breaker.isClosed()).toBe(true);
    await ask("alone");
    expect(breaker.isClosed()).toBe(false);
    breaker.close();
    const several = open({ lucky: up });
    await several.ask("lucky", 3);
    for (const account of ["a", "b", "c"]) await several.ask(account, 6);
    expect(several.breaker.isClosed()).toBe(false);
    several.breaker.close();
  });

  it("leaves its probe to an account that is not failing, if one waits", async () => {
    const halfOpen = Promise.withResolvers<void>();
    const told: (readonly string[])[] = [];
    const { breaker, ask } = open({ honest: up }, async (failing: readonly string[]) => {
      told.push(failing);
      halfOpen.resolve();
      return true;
    });
    await ask("attacker", 20);
    await halfOpen.promise;
    expect(told).toEqual([["attacker"]]);
    expect([breaker.admits("attacker"), breaker.admits("honest")]).toEqual([false, true]);
    await ask("honest");
    expect(breaker.isClosed()).toBe(true);
    expect(breaker.admits("attacker")).toBe(true);
    breaker.close();
  });

  it("lets a failing account probe if no other waits", async () => {
    const { breaker, ask } = open({});
    await ask("alone", 20);
    await until(async () => breaker.admits("alone"));
    breaker.close();
  });

  /** A shop that asks once a minute would else wait for a probe each time. */
  it("is not opened again by the one whose failures a response to another disproved", async () => {
    const { breaker, ask } = open({ honest: up });
    await ask("attacker", 20);
    await until(async () => breaker.admits("honest"));
    await ask("honest");
    await ask("attacker", 200);
    expect(breaker.isClosed()).toBe(true);
    // An outage that others see opens it.
    for (const account of ["a", "b"]) await ask(account, 3);
    expect(breaker.isClosed()).toBe(false);
    breaker.close();
  });
});
