import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import { UnexpectedResponse } from "../bank-failure.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { saysNoSuchSiinqeeReceipt } from "./siinqee-receipt-parser.ts";

export function createSiinqeeReceiptClient(get: GetFromBank) {
  return async ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const { status, document } = await get({
      path: `/generate/${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200, 404],
      ownSigns: /transaction reference|receipt not found/i,
      signal,
    });
    if (saysNoSuchSiinqeeReceipt(document.body)) return { kind: "not_found" };
    if (status === 404) throw new UnexpectedResponse("the bank responded 404 with unknown text", document);
    return { kind: "document", document };
  };
}
