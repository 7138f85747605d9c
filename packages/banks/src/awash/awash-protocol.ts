import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { parseAwashReceipt } from "./awash-receipt-parser.ts";

export const protocol: BankProtocol = {
  /**
   * The parser detects "not found" in the page. A 403 comes from the firewall and is an outage: the bank itself refuses
   * only paths without the dash, and this path always has it.
   */
  fetchReceipt: ([get], { reference }, signal) =>
    get({
      path: `/-${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200],
      ownSigns: /transaction id|info-table/i,
      signal,
    }),
  parseReceipt: ({ body }, { reference }) => parseAwashReceipt(utf8Text(body), reference),
};
