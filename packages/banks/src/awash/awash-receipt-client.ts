import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import type { GetFromBank } from "../bank-http-client.ts";

/**
 * The parser reads what the page says, "not found" included. A 403 is an outage: the firewall's, since the bank
 * itself refuses only paths without the dash, and this one always has it.
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
