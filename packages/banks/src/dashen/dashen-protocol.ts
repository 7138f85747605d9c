import { UnexpectedResponse } from "../bank-failure.ts";
import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { parseDashenReceipt, saysNoSuchDashenReceipt } from "./dashen-receipt-parser.ts";

export const protocol: BankProtocol = {
  fetchReceipt: async ([get], { reference }, signal) => {
    const { status, document } = await get({
      path: `/receipt/${encodeURIComponent(reference)}`,
      headers: { Accept: "text/html,application/xhtml+xml" },
      documentStatuses: [200, 400],
      ownSigns: /transaction reference|transaction amount|"statusCode"/i,
      signal,
    });
    if (saysNoSuchDashenReceipt(document.body)) return { kind: "not_found" };
    if (status === 400) throw new UnexpectedResponse("the bank responded 400 with unknown text", document);
    return { kind: "document", document };
  },
  parseReceipt: ({ body }, { reference }) =>
    saysNoSuchDashenReceipt(body) ? { kind: "not_found" } : parseDashenReceipt(utf8Text(body), reference),
};
