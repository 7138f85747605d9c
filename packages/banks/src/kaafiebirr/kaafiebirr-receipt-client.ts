import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { isTransferId } from "./kaafiebirr-identifiers.ts";

export interface KaafiebirrHosts {
  /** Receipts by link token. */
  readonly current: GetFromBank;
  /** Receipts by transfer id. */
  readonly transfers: GetFromBank;
}

/** The parser detects "not found" in the page. */
export function createKaafiebirrReceiptClient({ current, transfers }: KaafiebirrHosts) {
  return ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const escaped = encodeURIComponent(reference);
    const request = {
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200],
      ownSigns: /receipt no|receiver info|not found page/i,
      signal,
    };
    return isTransferId(reference)
      ? transfers({ ...request, path: `/kaafimf-Ebirr/receipt/${escaped}` })
      : current({ ...request, path: `/kaafimf/${escaped}` });
  };
}
