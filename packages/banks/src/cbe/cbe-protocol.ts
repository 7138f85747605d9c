import type { FetchOutcome, ReceiptIdentifiers } from "../bank-adapter.ts";
import { BankUnavailable, UnexpectedResponse } from "../bank-failure.ts";
import type { BankResponse, GetFromBank } from "../bank-http-client.ts";
import type { BankProtocol } from "../bank-protocol.ts";
import { extractPdfText } from "../pdf-text.ts";
import { looseText, utf8Text } from "../utf8-text.ts";
import { isFtReference } from "./cbe-bank.ts";
import { parseCbeJsonReceipt, saysNoSuchCbeTransaction } from "./cbe-json-receipt-parser.ts";
import { parseCbePdfReceipt, saysNoSuchCbeReceipt } from "./cbe-pdf-receipt-parser.ts";

/** Constants of the bank's public page; without them the host responds 400 "Missing Headers". */
const appHeaders = {
  "X-App-ID": "d1292e42-7400-49de-a2d3-9731caa4c819",
  "X-App-Version": "0a01980b-9859-1369-8198-59f403820000",
  Origin: "https://mbreciept.cbe.com.et",
  Referer: "https://mbreciept.cbe.com.et/",
  Accept: "application/json",
};

const unknown404 = "the bank responded 404 with unknown text";

export const protocol: BankProtocol = {
  /** By share token at the first host, by FT reference at the second. */
  fetchReceipt: async ([current, legacy = current], identifiers, signal) =>
    isFtReference(identifiers.reference)
      ? readPdfResponse(await getPdf(legacy, identifiers, signal))
      : readJsonResponse(await getJson(current, identifiers, signal)),
  parseReceipt: async ({ body }, identifiers) => {
    if (!isFtReference(identifiers.reference)) {
      if (saysNoSuchCbeTransaction(body)) return { kind: "not_found" };
      return parseCbeJsonReceipt(utf8Text(body), identifiers);
    }
    if (saysNoSuchCbeReceipt(body)) return { kind: "not_found" };
    return parseCbePdfReceipt(await extractPdfText(body), identifiers);
  },
};

function getPdf(legacy: GetFromBank, { reference, suffix }: ReceiptIdentifiers, signal: AbortSignal) {
  return legacy({
    path: `/?id=${encodeURIComponent(`${reference}${suffix ?? ""}`)}`,
    headers: { Accept: "application/pdf" },
    documentStatuses: [200, 404],
    ownSigns: /%PDF/,
    signal,
  });
}

function readPdfResponse({ status, document }: BankResponse): FetchOutcome {
  if (saysNoSuchCbeReceipt(document.body)) return { kind: "not_found" };
  if (status === 404) throw new UnexpectedResponse(unknown404, document);
  return { kind: "document", document };
}

function getJson(current: GetFromBank, { reference }: ReceiptIdentifiers, signal: AbortSignal) {
  return current({
    path: `/api/v1/transactions/public/transaction-detail/${encodeURIComponent(reference)}`,
    headers: appHeaders,
    documentStatuses: [200, 400, 404, 500],
    ownSigns: /"(?:amountCredited|detail)"/,
    signal,
  });
}

/**
 * A 500 with the bank's words means an unknown token; without them it is an outage. A 400 is an outage regardless of
 * its text: valid tokens sometimes get it, and a receipt a moment later. A 404 without such words may mean that the API
 * has moved.
 */
function readJsonResponse({ status, document }: BankResponse): FetchOutcome {
  if (status === 400) {
    const message = "the bank responded with HTTP status 400";
    // The page now sends other headers than ours, so a retry would fail too.
    if (/missing headers/i.test(looseText(document.body))) throw new UnexpectedResponse(message, document);
    throw new BankUnavailable(message);
  }
  if (saysNoSuchCbeTransaction(document.body)) return { kind: "not_found" };
  if (status === 404) throw new UnexpectedResponse(unknown404, document);
  if (status === 500) throw new BankUnavailable("the bank responded with HTTP status 500");
  return { kind: "document", document };
}
