import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import { BankFailure } from "../bank-failure.ts";
import type { GetFromBank } from "../bank-http-client.ts";
import { looseText } from "../utf8-text.ts";
import { parseMpesaAnswer } from "./mpesa-answer-parser.ts";

/** Longer ones have a PDF in them. */
const longestAnswerWithoutPdf = 4_096;

/** The parser reads what the JSON says, "not found" included; but an outage has to be one for the breaker too. */
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
  if (body.length > longestAnswerWithoutPdf) return;
  try {
    parseMpesaAnswer(looseText(body));
  } catch (error) {
    if (error instanceof BankFailure && error.retryable) throw error;
  }
}
