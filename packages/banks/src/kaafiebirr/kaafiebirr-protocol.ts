import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { isTransferId } from "./kaafiebirr-bank.ts";
import { parseKaafiebirrReceipt } from "./kaafiebirr-receipt-parser.ts";

export const protocol: BankProtocol = {
  /** The parser detects "not found" in the page. */
  fetchReceipt: ([current, transfers = current], { reference }, signal) => {
    const escaped = encodeURIComponent(reference);
    const request = {
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200],
      ownSigns: /receipt no|receiver info|not found page/i,
      signal,
    };
    return isTransferId(reference)
      ? transfers({ ...request, path: `/kaafimf-Ebirr/receipt/${escaped}` })
      : current({ ...request, path: `/kaafimf/${escaped}` });
  },
  parseReceipt: ({ body }, identifiers) => parseKaafiebirrReceipt(utf8Text(body), identifiers),
};
