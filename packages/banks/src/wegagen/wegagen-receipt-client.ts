import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import { UnexpectedResponse } from "../bank-failure.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { saysNoSuchWegagenTransaction } from "./wegagen-receipt-parser.ts";

/** A 404 without the words for "no such transaction" may mean that the API has moved. */
export function createWegagenReceiptClient(get: GetFromBank) {
  return async ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const { status, document } = await get({
      path: `/sms_wega/txn/${encodeURIComponent(reference)}`,
      headers: { Accept: "application/json" },
      documentStatuses: [200, 404],
      ownSigns: /"(?:trnRefNo|message)"/,
      signal,
    });
    if (saysNoSuchWegagenTransaction(document.body)) return { kind: "not_found" };
    if (status === 404) throw new UnexpectedResponse("the bank responded 404 with unknown text", document);
    return { kind: "document", document };
  };
}
