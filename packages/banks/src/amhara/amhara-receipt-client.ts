import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import { BankUnavailable, UnexpectedAnswer } from "../bank-failure.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { saysNoSuchAmharaTransaction } from "./amhara-receipt-parser.ts";

/** A 500 with the bank's own refusal is how it says that it has no such receipt; any other one is an outage. */
export function createAmharaReceiptClient(get: GetFromBank) {
  return async ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const { status, document } = await get({
      path: `/${encodeURIComponent(reference)}`,
      headers: { Accept: "application/json" },
      documentStatuses: [200, 404, 500],
      ownSigns: /"status"/,
      signal,
    });
    if (status !== 200 && saysNoSuchAmharaTransaction(document.body)) return { kind: "not_found" };
    if (status === 500) throw new BankUnavailable("the bank answered with HTTP status 500");
    if (status === 404)
      throw new UnexpectedAnswer("the bank answered 404 in words that we do not know", document);
    return { kind: "document", document };
  };
}
