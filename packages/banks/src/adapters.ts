import path from "node:path";
import { isMainThread } from "node:worker_threads";
import type { BankCode } from "@receipts/contracts";
import type { BankAdapter, BankEnvironment, ParseOutcome } from "./bank-adapter.ts";
import type { AdapterOptions, BankDefinition } from "./bank-definition.ts";
import type { BankEndpoint } from "./bank-endpoint.ts";
import { BankUnavailable, ReceiptUnreadable } from "./bank-failure.ts";
import type { BankProtocol } from "./bank-protocol.ts";
import { findBank } from "./bank-registry.ts";
import { followRelays, type OnRelayOutcome, type RelayHealth } from "./bank-relays.ts";
import { readDocument } from "./read-document.ts";
import { readInThread } from "./reading-threads.ts";

export type { AdapterOptions } from "./bank-definition.ts";
export type { OnRelayOutcome, RelayHealth } from "./bank-relays.ts";
export { relayOutcomes } from "./relay-memory.ts";

export interface LoadedBankAdapter extends BankAdapter {
  /** The bank's egress proxies, in the order of their setting; empty if the bank is queried directly. */
  relays(): readonly RelayHealth[];
}

export interface LoadOptions extends AdapterOptions {
  readonly onRelayOutcome?: OnRelayOutcome;
}

/**
 * Loads one bank's adapter, and no other bank's libraries. Throws an `Error` for a bank without an adapter, and one
 * that lists every wrong setting.
 */
export async function loadBankAdapter(
  bank: BankCode,
  env: BankEnvironment,
  { onRelayOutcome = () => undefined, ...options }: LoadOptions,
): Promise<LoadedBankAdapter> {
  const definition = findBank(bank);
  if (definition === undefined) throw new Error(`there is no adapter for ${bank}`);
  const ownEnv = { ...env };
  const relays = followRelays(ownEnv, onRelayOutcome);
  return { ...withinLimits(await createAdapter(definition, ownEnv, options)), relays };
}

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

async function createAdapter(
  { code, endpoints: [endpoint, ...others] }: BankDefinition,
  env: BankEnvironment,
  { warn }: AdapterOptions,
): Promise<BankAdapter> {
  // Processes that read identifiers only load no HTTP client.
  const { createBankHttpClient } = await import("./bank-http-client.ts");
  const { protocol }: { protocol: BankProtocol } = await import(`./${code}/${code}-protocol${extension}`);
  const clientOf = (host: BankEndpoint) => createBankHttpClient(host, env, warn);
  const hosts = [clientOf(endpoint), ...others.map(clientOf)] as const;
  return {
    code,
    // Bound: a function more would be a place more to read between a message and the bank.
    fetchReceipt: protocol.fetchReceipt.bind(protocol, hosts),
    parseReceipt: (document, identifiers) => readDocument(() => protocol.parseReceipt(document, identifiers)),
  };
}

/** The longest known page or JSON has 26 KB. A document up to this length takes a few milliseconds, however hostile. */
const maxBytesHere = 32_768;
/** Per name or account; receipts have up to about 50. */
const maxCharacters = 1_000;

/** Reads longer documents in a separate thread, so that they do not block this one. */
function withinLimits(adapter: BankAdapter): BankAdapter {
  const { code: bank } = adapter;
  return {
    ...adapter,
    parseReceipt: async (document, identifiers) => {
      if (!isMainThread || document.body.byteLength <= maxBytesHere)
        return checkLengths(await adapter.parseReceipt(document, identifiers));
      const task = { bank, document, identifiers };
      const read = await readDocument(() => readInThread("readReceipt", task));
      if (read.kind === "failure")
        throw read.retryable ? new BankUnavailable(read.message) : new ReceiptUnreadable(read.message);
      return read;
    },
  };
}

function checkLengths(outcome: ParseOutcome): ParseOutcome {
  if (outcome.kind === "not_found") return outcome;
  const { senderName, receiverName, receiverAccount } = outcome.receipt;
  if ([senderName, receiverName, receiverAccount].some((text) => (text?.length ?? 0) > maxCharacters))
    throw new ReceiptUnreadable("a value is longer than on any receipt");
  return outcome;
}
