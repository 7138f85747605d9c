import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import type { GetFromBank } from "../bank-http-client.ts";

/**
 * The parser detects "not found" in the page. A 403 comes from the firewall and is an outage: the bank itself refuses
 * only paths without the dash, and this path always has it.
 */
export function createAwashReceiptClient(get: GetFromBank) {
  return ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    return get({
      path: `/-${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200],
      ownSigns: /transaction id|info-table/i,
      signal,
    });
  };
}
