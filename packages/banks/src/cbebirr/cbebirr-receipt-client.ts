import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { saysNoSuchCbebirrReceipt } from "./cbebirr-receipt-parser.ts";

export function createCbebirrReceiptClient(get: GetFromBank) {
  return async ({ reference, phone }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    // Both are escaped: an `&PH=` in the reference would replace the phone.
    const query = `TID=${encodeURIComponent(reference)}&PH=${encodeURIComponent(phone ?? "")}`;
    const { document } = await get({
      path: `/aureceipt?${query}`,
      headers: { Accept: "application/pdf" },
      documentStatuses: [200],
      ownSigns: /%PDF|auto receipt/i,
      signal,
    });
    return saysNoSuchCbebirrReceipt(document.body) ? { kind: "not_found" } : { kind: "document", document };
  };
}
