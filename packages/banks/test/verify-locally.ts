import type { BankCode } from "@receipts/contracts";
import { loadBankAdapter } from "../src/adapters.ts";
import { bankSettings, type ParseOutcome, type ReceiptIdentifiers } from "../src/index.ts";
import { type RequestHandler, startLocalBank } from "./local-bank.ts";

export interface LocalVerification {
  /** The paths that the bank was requested. */
  readonly paths: readonly string[];
  readonly outcome: ParseOutcome;
}

/** From the request to the receipt, against a server in place of all of the bank's hosts. */
export async function verifyLocally(
  bank: BankCode,
  identifiers: ReceiptIdentifiers,
  handler: RequestHandler,
): Promise<LocalVerification> {
  await using server = await startLocalBank(handler);
  const hosts = bankSettings(bank).filter(({ name }) => name.endsWith("_BASE_URL"));
  const env = Object.fromEntries(hosts.map(({ name }) => [name, server.url]));
  const adapter = await loadBankAdapter(bank, env, { warn: () => undefined });
  const fetched = await adapter.fetchReceipt(identifiers, new AbortController().signal);
  const outcome =
    fetched.kind === "document" ? await adapter.parseReceipt(fetched.document, identifiers) : fetched;
  return { paths: server.requests.map(({ url = "" }) => url), outcome };
}
