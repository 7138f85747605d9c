import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { parseTelebirrReceipt } from "./telebirr-receipt-parser.ts";

export const protocol: BankProtocol = {
  /** A single attempt on a connection of its own. The parser detects "not found" in the page. */
  fetchReceipt: ([get], { reference }, signal) =>
    get({
      path: `/receipt/${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200],
      ownSigns: /payer name|settled amount|invoice no/i,
      signal,
    }),
  parseReceipt: ({ body }, { reference }) => parseTelebirrReceipt(utf8Text(body), reference),
};
