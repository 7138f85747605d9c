import { BankUnavailable, UnexpectedResponse } from "../bank-failure.ts";
import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { parseAmharaReceipt, saysNoSuchAmharaTransaction } from "./amhara-receipt-parser.ts";

export const protocol: BankProtocol = {
  /** A 500 with the bank's own refusal means that there is no such receipt. Any other 500 is an outage. */
  fetchReceipt: async ([get], { reference }, signal) => {
    const { status, document } = await get({
      path: `/${encodeURIComponent(reference)}`,
      headers: { Accept: "application/json" },
      documentStatuses: [200, 404, 500],
      ownSigns: /"status"/,
      signal,
    });
    if (status !== 200 && saysNoSuchAmharaTransaction(document.body)) return { kind: "not_found" };
    if (status === 500) throw new BankUnavailable("the bank responded with HTTP status 500");
    if (status === 404) throw new UnexpectedResponse("the bank responded 404 with unknown text", document);
    return { kind: "document", document };
  },
  parseReceipt: ({ body }, { reference }) => parseAmharaReceipt(utf8Text(body), reference),
};
