import { pause } from "@receipts/service-kit";
import { loadBankAdapter } from "../src/adapters.ts";
import { BankUnavailable, bankSettings, ReceiptUnreadable } from "../src/index.ts";
import type { HostileDocument } from "./hostile-document.ts";
import { hostileDocuments } from "./hostile-documents.ts";
import { startLocalBank } from "./local-bank.ts";

const MEBIBYTE = 1024 * 1024;
/**
 * A receipt takes a fraction of 1 ms, the slowest of these documents about 50. CPU time, so that waiting for a core does
 * not count; but other load on the machine slows the core itself, up to threefold.
 */
const longestTurnMs = 300;

/** A look at each turn would keep a core busy that the reader needs. */
const LOOK_EVERY_MS = 5;

interface Reading {
  readonly failure: unknown;
  readonly requests: number;
  /** The most CPU time of this thread between two looks, which every turn of its event loop lets through. */
  readonly longestMs: number;
  readonly grownBytes: number;
}

async function read({ bank, identifiers, respond, env }: HostileDocument): Promise<Reading> {
  await using server = await startLocalBank(respond());
  const hosts = bankSettings(bank).filter(({ name }) => name.endsWith("_BASE_URL"));
  const settings = { ...Object.fromEntries(hosts.map(({ name }) => [name, server.url])), ...env };
  const adapter = await loadBankAdapter(bank, settings, { warn: () => undefined });
  const reading = (async () => {
    const fetched = await adapter.fetchReceipt(identifiers, new AbortController().signal);
    return fetched.kind === "document" ? adapter.parseReceipt(fetched.document, identifiers) : fetched;
  })().catch((error: unknown) => error);
  let isOver = false;
  void reading.finally(() => {
    isOver = true;
  });
  let longestMs = 0;
  const atFirst = process.memoryUsage.rss();
  let most = atFirst;
  while (!isOver) {
    const before = process.threadCpuUsage();
    await pause(LOOK_EVERY_MS);
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    most = Math.max(most, process.memoryUsage.rss());
  }
  return { failure: await reading, requests: server.requests.length, longestMs, grownBytes: most - atFirst };
}

describe("a hostile response", () => {
  it("is one of many kinds", () => {
    expect(new Set(hostileDocuments.map(({ name }) => name)).size).toBe(hostileDocuments.length);
    expect(hostileDocuments.length).toBeGreaterThanOrEqual(60);
  });

  it.each(hostileDocuments.map((document) => [document.name, document] as const))(
    "is rejected at once, and its reader stays responsive: %s",
    async (_name, document) => {
      const { failure, requests, longestMs, grownBytes } = await read(document);
      expect(failure).toBeInstanceOf(document.ends === "unavailable" ? BankUnavailable : ReceiptUnreadable);
      const { message, cause } = failure as Error;
      expect(`${message} ${String(cause)}`).toMatch(document.because);
      expect(requests).toBe(document.requests ?? 1);
      expect(longestMs).toBeLessThan(longestTurnMs);
      expect(grownBytes / MEBIBYTE).toBeLessThan(200);
    },
  );
});
