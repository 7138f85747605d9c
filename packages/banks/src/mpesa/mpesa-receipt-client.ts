import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import type { GetFromBank } from "../bank-http-client.ts";

/** What the JSON says, "not found" included, is the parser's to tell. */
export function createMpesaReceiptClient(get: GetFromBank) {
  return async ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const { document } = await get({
      path: `/api/receipt/getReceipt?trxNo=${encodeURIComponent(reference)}`,
      headers: {
        Accept: "application/json, text/plain, */*",
        Referer: "https://m-pesabusiness.safaricom.et/",
      },
      documentStatuses: [200],
      signal,
    });
    return { kind: "document", document };
  };
}
