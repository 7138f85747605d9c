import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import type { GetFromBank } from "../bank-http-client.ts";

/** A single attempt on a connection of its own. The parser detects "not found" in the page. */
export function createTelebirrReceiptClient(get: GetFromBank) {
  return ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    return get({
      path: `/receipt/${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200],
      ownSigns: /payer name|settled amount|invoice no/i,
      signal,
    });
  };
}
