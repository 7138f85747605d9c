import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { parseBoaReceipt } from "./boa-receipt-parser.ts";

export const protocol: BankProtocol = {
  /** The bank reports "not found" with status 200: the parser detects it. */
  fetchReceipt: ([get], { reference, suffix }, signal) =>
    get({
      path: `/api/onlineSlip/getDetails/?id=${encodeURIComponent(`${reference}${suffix ?? ""}`)}`,
      headers: { Accept: "application/json" },
      documentStatuses: [200],
      ownSigns: /payer's name/i,
      signal,
    }),
  parseReceipt: ({ body }, identifiers) => parseBoaReceipt(utf8Text(body), identifiers),
};
