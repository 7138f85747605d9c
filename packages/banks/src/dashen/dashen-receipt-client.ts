import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import { UnexpectedResponse } from "../bank-failure.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { saysNoSuchDashenReceipt } from "./dashen-receipt-parser.ts";

export function createDashenReceiptClient(get: GetFromBank) {
  return async ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const { status, document } = await get({
      path: `/receipt/${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200, 400],
      ownSigns: /transaction reference|transaction amount|"statusCode"/i,
      signal,
    });
    if (saysNoSuchDashenReceipt(document.body)) return { kind: "not_found" };
    if (status === 400) throw new UnexpectedResponse("the bank responded 400 with unknown text", document);
    return { kind: "document", document };
  };
}
