import { type BankAdapter, ReceiptUnreadable, UnexpectedResponse } from "@receipts/banks";
import type { UnrecognizedDocument } from "@receipts/quarantine";
import { createServiceMetrics, silentLog } from "@receipts/service-kit";
import { noTracing } from "@receipts/tracing";
import { createBankBreaker } from "./bank-breaker.ts";
import { createQuarantineDocument } from "./quarantine-document.ts";
import { createQueryBank } from "./query-bank.ts";

const document = { contentType: "text/html", body: Buffer.from("<p>in new words</p>") };
const identifiers = { reference: "DC25MN8R1T", suffix: null, phone: null };
const fails = (error: Error) => async () => Promise.reject(error);

/** One question to a bank, and what an operator can see of it afterwards. */
async function ask(adapter: Partial<BankAdapter>, { hasQuarantine = true } = {}) {
  const metrics = createServiceMetrics({ processMetrics: false });
  const kept: UnrecognizedDocument[] = [];
  const lines: object[] = [];
  const log = {
    ...silentLog,
    warn: (event: string, fields?: object) => void lines.push({ event, ...fields }),
  };
  const quarantine = {
    store: async (given: UnrecognizedDocument) => {
      kept.push(given);
      return "doc_1";
    },
  };
  const nothing = () => undefined;
  const breaker = createBankBreaker({
    bank: "telebirr",
    fetchReceipt: adapter.fetchReceipt ?? (async () => ({ kind: "document", document })),
    tally: { answered: nothing, unavailable: nothing, breakerOpened: nothing },
    volume: 1_000,
    errorPercent: 50,
    windowMs: 30_000,
    resetMs: 5_000,
    log,
    metrics,
  });
  const askBank = createQueryBank({
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
  const answer = await askBank({
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
  return { answer, kept, lines, isCounted: counted.includes('{bank="telebirr"} 1') };
}

const unrecognized = {
  kind: "verdict",
  verdict: { kind: "undecided", reason: "bank_response_unrecognized" },
  attempts: [{ outcome: "unreadable" }],
};

describe("an answer that nobody can read", () => {
  it.each<[string, Partial<BankAdapter>]>([
    ["by the parser", { parseReceipt: fails(new ReceiptUnreadable("new words")) }],
    ["before the parser", { fetchReceipt: fails(new UnexpectedResponse("new words", document)) }],
  ])("is counted and kept when it is refused %s", async (_when, adapter) => {
    const { answer, kept, lines, isCounted } = await ask(adapter);
    expect(answer).toMatchObject(unrecognized);
    expect(kept).toEqual([{ bank: "telebirr", verificationId: "ver_1", reason: "new words", ...document }]);
    expect(lines).toMatchObject([{ event: "bank.document_unrecognized", documentId: "doc_1", bytes: 19 }]);
    expect(isCounted).toBe(true);
  });

  it("is counted and told of where it left no document", async () => {
    const { answer, kept, lines, isCounted } = await ask({
      fetchReceipt: fails(new ReceiptUnreadable("the bank sent too long a document")),
    });
    expect(answer).toMatchObject(unrecognized);
    expect(kept).toEqual([]);
    expect(lines).toMatchObject([{ event: "bank.document_unrecognized", documentId: null, bytes: null }]);
    expect(isCounted).toBe(true);
  });

  it("is counted and told of where there is no quarantine", async () => {
    const { kept, lines, isCounted } = await ask(
      { parseReceipt: fails(new ReceiptUnreadable("new words")) },
      { hasQuarantine: false },
    );
    expect(kept).toEqual([]);
    expect(lines).toMatchObject([{ documentId: null, bytes: 19 }]);
    expect(isCounted).toBe(true);
  });
});
