import type { BankProtocol } from "../bank-protocol.ts";
import { extractPdfText } from "../pdf-text.ts";
import { parseCbebirrReceipt, saysNoSuchCbebirrReceipt } from "./cbebirr-receipt-parser.ts";

export const protocol: BankProtocol = {
  fetchReceipt: async ([get], { reference, phone }, signal) => {
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
  },
  parseReceipt: async ({ body }, identifiers) => {
    if (saysNoSuchCbebirrReceipt(body)) return { kind: "not_found" };
    return parseCbebirrReceipt(await extractPdfText(body), identifiers);
  },
};
