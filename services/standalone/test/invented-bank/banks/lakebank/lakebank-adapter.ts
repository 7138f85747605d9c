import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import type { BankEndpoint } from "../bank-endpoint.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { readPaidSantim } from "../receipt-amounts.ts";
import { utf8Text } from "../utf8-text.ts";

export function createLakebankAdapter(
  endpoint: BankEndpoint,
  env: BankEnvironment,
  { warn }: AdapterOptions,
): BankAdapter {
  const get = createBankHttpClient(endpoint, env, warn);
  return {
    code: "lakebank",
    fetchReceipt: async ({ reference }, signal) => {
      const path = `/lake/${encodeURIComponent(reference)}`;
      const { status, document } = await get({ path, documentStatuses: [200, 404], signal });
      return status === 404 ? { kind: "not_found" } : { kind: "document", document };
    },
    parseReceipt: ({ body }, { reference }) =>
      readDocument(() => {
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
      }),
  };
}
