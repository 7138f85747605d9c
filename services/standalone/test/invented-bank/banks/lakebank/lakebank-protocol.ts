import { ReceiptUnreadable } from "../bank-failure.ts";
import type { BankProtocol } from "../bank-protocol.ts";
import { readPaidSantim } from "../receipt-amounts.ts";
import { utf8Text } from "../utf8-text.ts";

export const protocol: BankProtocol = {
  fetchReceipt: async ([get], { reference }, signal) => {
    const path = `/lake/${encodeURIComponent(reference)}`;
    const { status, document } = await get({ path, documentStatuses: [200, 404], signal });
    return status === 404 ? { kind: "not_found" } : { kind: "document", document };
  },
  parseReceipt: ({ body }, { reference }) => {
    const slip = JSON.parse(utf8Text(body));
    if (slip.reference !== reference) throw new ReceiptUnreadable("another receipt than was asked for");
    return {
      kind: "receipt",
      receipt: {
        referenceNumber: reference,
        paymentStatus: "completed",
        amount: readPaidSantim("amount", slip.amount),
        currency: "ETB",
        senderName: slip.payer,
        receiverName: slip.payee,
        receiverAccount: slip.payeeAccount,
        paidAt: new Date(slip.paidAt),
      },
    };
  },
};
