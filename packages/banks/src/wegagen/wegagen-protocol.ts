import { UnexpectedResponse } from "../bank-failure.ts";
import type { BankProtocol } from "../bank-protocol.ts";
import { utf8Text } from "../utf8-text.ts";
import { parseWegagenReceipt, saysNoSuchWegagenTransaction } from "./wegagen-receipt-parser.ts";

export const protocol: BankProtocol = {
  /** A 404 without the words for "no such transaction" may mean that the API has moved. */
  fetchReceipt: async ([get], { reference }, signal) => {
    const { status, document } = await get({
      path: `/sms_wega/txn/${encodeURIComponent(reference)}`,
      headers: { Accept: "application/json" },
      documentStatuses: [200, 404],
      ownSigns: /"(?:trnRefNo|message)"/,
      signal,
    });
    if (saysNoSuchWegagenTransaction(document.body)) return { kind: "not_found" };
    if (status === 404) throw new UnexpectedResponse("the bank responded 404 with unknown text", document);
    return { kind: "document", document };
  },
  parseReceipt: ({ body }, { reference }) => parseWegagenReceipt(utf8Text(body), reference),
};
