import { UnexpectedResponse } from "../bank-failure.ts";
import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { parseSiinqeeReceipt, saysNoSuchSiinqeeReceipt } from "./siinqee-receipt-parser.ts";

export const protocol: BankProtocol = {
  fetchReceipt: async ([get], { reference }, signal) => {
    const { status, document } = await get({
      path: `/generate/${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200, 404],
      ownSigns: /transaction reference|receipt not found/i,
      signal,
    });
    if (saysNoSuchSiinqeeReceipt(document.body)) return { kind: "not_found" };
    if (status === 404) throw new UnexpectedResponse("the bank responded 404 with unknown text", document);
    return { kind: "document", document };
  },
  parseReceipt: ({ body }, { reference }) =>
    saysNoSuchSiinqeeReceipt(body) ? { kind: "not_found" } : parseSiinqeeReceipt(utf8Text(body), reference),
};
