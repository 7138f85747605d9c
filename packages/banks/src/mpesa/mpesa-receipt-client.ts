import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import { BankFailure } from "../bank-failure.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { looseText } from "../utf8-text.ts";
import { parseMpesaResponse } from "./mpesa-response-parser.ts";

/** Longer responses contain a PDF. */
const longestResponseWithoutPdf = 4_096;

/** The parser detects "not found" in the JSON. An outage is detected here, so that the circuit breaker counts it. */
export function createMpesaReceiptClient(get: GetFromBank) {
  return async ({ reference }: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome> => {
    const { document } = await get({
      path: `/api/receipt/getReceipt?trxNo=${encodeURIComponent(reference)}`,
      headers: {
        Accept: "application/json, text/plain, */*",
        Referer: "https://m-pesabusiness.safaricom.et/",
      },
      documentStatuses: [200],
      ownSigns: /responseCode/i,
      signal,
    });
    checkIsNoOutage(document.body);
    return { kind: "document", document };
  };
}

function checkIsNoOutage(body: Uint8Array): void {
  if (body.length > longestResponseWithoutPdf) return;
  try {
    parseMpesaResponse(looseText(body));
  } catch (error) {
    if (error instanceof BankFailure && error.retryable) throw error;
  }
}
