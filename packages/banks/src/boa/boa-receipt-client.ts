import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import type { GetFromBank } from "../bank-http-client.ts";

/** The bank reports "not found" with status 200: the parser detects it. */
export function createBoaReceiptClient(get: GetFromBank) {
  return ({ reference, suffix }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const id = encodeURIComponent(`${reference}${suffix ?? ""}`);
    return get({
      path: `/api/onlineSlip/getDetails/?id=${id}`,
      headers: { Accept: "application/json" },
      documentStatuses: [200],
      ownSigns: /payer's name/i,
      signal,
    });
  };
}
