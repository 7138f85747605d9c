import { type BankAdapter, BankUnavailable, ReceiptUnreadable, UnexpectedResponse } from "@receipts/banks";
import type { UnrecognizedDocument } from "@receipts/quarantine";
import { createServiceMetrics, silentLog } from "@receipts/service-kit";
import { noTracing } from "@receipts/tracing";
import { createBankBreaker } from "./bank-breaker.ts";
import { createQuarantineDocument } from "./quarantine-document.ts";
import { createQueryBank } from "./query-bank.ts";

const document = { contentType: "text/html", body: Buffer.from("<p>telebirr in new words</p>") };
const identifiers = { reference: "DC25MN8R1T", suffix: null, phone: null };
const fails = (error: Error) => async () => Promise.reject(error);

/** Runs one query and returns its result, log lines, metric and quarantined documents. */
async function runQuery(adapter: Partial<BankAdapter>, { hasQuarantine = true } = {}) {
  const metrics = createServiceMetrics({ processMetrics: false });
  const quarantined: UnrecognizedDocument[] = [];
  const lines: object[] = [];
  const log = {
    ...silentLog,
    warn: (event: string, fields?: object) => void lines.push({ event, ...fields }),
  };
  const quarantine = {
    store: async (given: UnrecognizedDocument) => {
      quarantined.push(given);
      return "doc_1";
    },
  };
  const noop = () => undefined;
  const breaker = createBankBreaker({
    bank: "telebirr",
    fetchReceipt: adapter.fetchReceipt ?? (async () => ({ kind: "document", document })),
    tally: { responded: noop, unavailable: noop, breakerOpened: noop },
    volume: 1_000,
    errorPercent: 50,
    windowMs: 30_000,
    resetMs: 5_000,
    log,
    metrics,
  });
  const queryBank = createQueryBank({
    adapter: {
      code: "telebirr",
      parseReceipt: async () => ({ kind: "not_found" }),
      ...adapter,
    },
    breaker,
    attempts: 3,
    quarantineDocument: createQuarantineDocument({
      bank: "telebirr",
      quarantine: hasQuarantine ? quarantine : undefined,
      log,
      metrics,
    }),
    log,
    metrics,
    tracing: noTracing,
  });
  const result = await queryBank({
    verificationId: "ver_1",
    httpRequestId: "req_1",
    userId: "usr_1",
    traceparent: null,
    identifiers,
    budgetMs: 10_000,
    signal: new AbortController().signal,
  });
  breaker.close();
  const counted = await metrics.registry.getSingleMetricAsString("bank_documents_unrecognized_total");
  return { result, quarantined, lines, isCounted: counted.includes('{bank="telebirr"} 1') };
}

const unrecognized = {
  kind: "verdict",
  verdict: { kind: "undecided", reason: "bank_response_unrecognized" },
  attempts: [{ outcome: "unreadable" }],
};

describe("an unreadable response", () => {
  it.each<[string, Partial<BankAdapter>]>([
    ["by the parser", { parseReceipt: fails(new ReceiptUnreadable("new words")) }],
    ["before the parser", { fetchReceipt: fails(new UnexpectedResponse("new words", document)) }],
  ])("is counted and quarantined when it is refused %s", async (_when, adapter) => {
    const { result, quarantined, lines, isCounted } = await runQuery(adapter);
    expect(result).toMatchObject(unrecognized);
    expect(quarantined).toEqual([
      { bank: "telebirr", verificationId: "ver_1", reason: "new words", ...document },
    ]);
    expect(lines).toMatchObject([{ event: "bank.document_unrecognized", documentId: "doc_1", bytes: 28 }]);
    expect(isCounted).toBe(true);
  });

  it("is counted and logged without a document", async () => {
    const { result, quarantined, lines, isCounted } = await runQuery({
      fetchReceipt: fails(new ReceiptUnreadable("the bank sent too long a document")),
    });
    expect(result).toMatchObject(unrecognized);
    expect(quarantined).toEqual([]);
    expect(lines).toMatchObject([{ event: "bank.document_unrecognized", documentId: null, bytes: null }]);
    expect(isCounted).toBe(true);
  });

  it("is counted and logged without a quarantine", async () => {
    const { quarantined, lines, isCounted } = await runQuery(
      { parseReceipt: fails(new ReceiptUnreadable("new words")) },
      { hasQuarantine: false },
    );
    expect(quarantined).toEqual([]);
    expect(lines).toMatchObject([{ documentId: null, bytes: 28 }]);
    expect(isCounted).toBe(true);
  });
});

/** The bodies of one response after the other, the last for good. */
function responding(...bodies: readonly string[]) {
  let asked = 0;
  const fetchReceipt: BankAdapter["fetchReceipt"] = async () => {
    const body = bodies[Math.min(asked, bodies.length - 1)] ?? "";
    asked += 1;
    return { kind: "document", document: { contentType: "text/html", body: Buffer.from(body) } };
  };
  const parseReceipt: BankAdapter["parseReceipt"] = async ({ body }) => {
    if (Buffer.from(body).toString() === "known") return { kind: "not_found" };
    throw new ReceiptUnreadable("new words");
  };
  return { adapter: { fetchReceipt, parseReceipt }, asked: () => asked };
}

describe("a response that may be another one next time", () => {
  it.each([
    ["an empty one", ""],
    ["a page that is cut before its last tag", "<html><body>telebirr"],
    ["JSON that is cut", '{"header":{"status":"succ'],
    ["a PDF that is cut", "%PDF-1.7 telebirr"],
    ["the login page of a network", "<html><body>Sign in to the hotel's network</body></html>"],
  ])("is asked for once more: %s", async (_what, body) => {
    const recovers = responding(body, "known");
    expect((await runQuery(recovers.adapter)).result).toMatchObject({ verdict: { kind: "not_found" } });
    expect(recovers.asked()).toBe(2);
    const stays = responding(body);
    const { result, quarantined } = await runQuery(stays.adapter);
    expect(result).toMatchObject({ ...unrecognized, attempts: [{}, { outcome: "unreadable" }] });
    expect([stays.asked(), quarantined.length]).toEqual([2, 1]);
  });

  it.each([
    ["a whole page of the bank that no parser knows", "<html><body>telebirr has a new page</body></html>"],
    ["a page with the reference", "<html><body>DC25MN8R1T: see our branch</body></html>"],
    ["other JSON", '{"receipt":{"in":"new words"}}'],
  ])("is no such response: %s", async (_what, body) => {
    const { adapter, asked } = responding(body);
    expect((await runQuery(adapter)).result).toMatchObject(unrecognized);
    expect(asked()).toBe(1);
  });
});

describe("a bank that has not responded at the end of a query's time", () => {
  /** Ends with its signal, as a receipt client does. */
  const silent: BankAdapter["fetchReceipt"] = (_identifiers, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new BankUnavailable("no response")), { once: true }),
    );

  async function queryOf(isShortened: boolean) {
    const metrics = createServiceMetrics({ processMetrics: false });
    const unavailable: string[] = [];
    const breaker = createBankBreaker({
      bank: "telebirr",
      fetchReceipt: silent,
      tally: {
        responded: () => undefined,
        unavailable: (by) => void unavailable.push(by),
        breakerOpened: () => undefined,
      },
      ...{ volume: 1, errorPercent: 50, windowMs: 30_000, resetMs: 60_000, log: silentLog, metrics },
    });
    const query = createQueryBank({
      adapter: { code: "telebirr", parseReceipt: async () => ({ kind: "not_found" }) },
      breaker,
      attempts: 1,
      quarantineDocument: async () => undefined,
      log: silentLog,
      metrics,
      tracing: noTracing,
    });
    const ask = (budgetMs: number, short: boolean) =>
      query({
        ...{
          verificationId: "ver_1",
          httpRequestId: "req_1",
          userId: "usr_1",
          traceparent: null,
          identifiers,
        },
        ...{ budgetMs, isShortened: short, signal: new AbortController().signal },
      });
    const result = await ask(20, isShortened);
    const isClosed = breaker.isClosed();
    return { result, isClosed, unavailable, ask, close: () => breaker.close() };
  }

  /** A backlog of one account's late requests must not close a healthy bank for all. */
  it("is not blamed if the request's own deadline left it less time", async () => {
    const { result, isClosed, unavailable, close } = await queryOf(true);
    expect(result).toMatchObject({ verdict: { kind: "undecided", reason: "bank_unavailable" } });
    expect([isClosed, unavailable]).toEqual([true, []]);
    close();
  });

  it("opens the breaker if it had its whole time; then a request at its own end is no probe", async () => {
    const { isClosed, unavailable, ask, close } = await queryOf(false);
    expect([isClosed, unavailable]).toEqual([false, ["usr_1"]]);
    expect(await ask(20, true)).toEqual({ kind: "park", attempts: [] });
    close();
  });
});
