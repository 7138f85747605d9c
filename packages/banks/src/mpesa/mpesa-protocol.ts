import { BankFailure } from "../bank-failure.ts";
import type { BankProtocol } from "../bank-protocol.ts";
import { extractPdfText } from "../pdf-text.ts";
import { looseText, utf8Text } from "../utf8-text.ts";
import { parseMpesaReceipt } from "./mpesa-receipt-parser.ts";
import { parseMpesaResponse } from "./mpesa-response-parser.ts";

/** Longer responses contain a PDF. */
const longestResponseWithoutPdf = 4_096;

export const protocol: BankProtocol = {
  /** The parser detects "not found" in the JSON. An outage is detected here, so that the circuit breaker counts it. */
  fetchReceipt: async ([get], { reference }, signal) => {
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
  },
  parseReceipt: async ({ body }, { reference }) => {
    const response = parseMpesaResponse(utf8Text(body));
    if (response.kind === "not_found") return response;
    return parseMpesaReceipt(await extractPdfText(response.pdf), reference);
  },
};

function checkIsNoOutage(body: Uint8Array): void {
  if (body.length > longestResponseWithoutPdf) return;
  try {
    parseMpesaResponse(looseText(body));
  } catch (error) {
    if (error instanceof BankFailure && error.retryable) throw error;
  }
}
