import { chargesBy, noCharges } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { jsonResponse } from "../receipts/bank-responses.ts";
import { coreBankingDay, newTransferReference } from "../receipts/core-banking-reference.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type OrderResult, parsedQuery, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { amharaReceiptUrl, amharaSms, amharaTransaction } from "./amhara-documents.ts";

const receiver = demoReceiver("9900472903658");
const charge = chargesBy(100_000n, [500n, 3_000n, 5_000n], 5n);

export const bank: SandboxBank = {
  code: "amhara",
  receiver,
  endpoints: [
    {
      path: "/FT:rest",
      read(request) {
        const key = `FT${request.param("rest")}`;
        return parsedQuery(key, coreBankingDay(key) !== undefined);
      },
      derive: ({ key }) => derived(key),
      render: (payment) => jsonResponse(amharaTransaction(payment)),
      notFound: jsonResponse({ status: false, message: "Internal server error." }, 500),
      showsReversal: false,
    },
  ],
  samples: samplesFrom({ reference: "FT26278AM4T1" }),
  // `incoming` comes from another bank; an order with `receiverBank` goes to one; `transfer` stays within the bank.
  paymentTypes: ["incoming", "transfer", "outgoing"],
  placeOrder,
  handOut: (payment) => ({
    receiptUrl: amharaReceiptUrl(payment.reference),
    smsText: amharaSms(payment),
  }),
};

function derived(reference: string): Payment {
  const day = coreBankingDay(reference);
  const senderAccount = drawnAccount("1000", reference);
  return {
    ...derivePayment(reference, { day, senderAccount, receiver, charge: noCharges }),
    type: "incoming",
  };
}

function placeOrder(order: PaymentOrder): OrderResult {
  const { receiverAccount: account, receiverName: name, receiverBank: bankName } = order;
  const type = order.type ?? (bankName === undefined ? "incoming" : "outgoing");
  if ((type === "outgoing") !== (bankName !== undefined))
    return refused("receiverBank", "is required for payments to another bank, and only for these");
  if (!/^\d{8,20}$/.test(account))
    return refused("receiverAccount", "must be an account of 8 to 20 digits such as 9900472903658");
  const reference = newTransferReference(order.paidAt);
  if (reference === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const isIncoming = type === "incoming";
  return placed(order, {
    reference,
    type,
    receiver: { name, account, ...(bankName !== undefined && { bankName }) },
    senderAccount: drawnAccount(isIncoming ? "1000" : "9900", reference),
    charges: (isIncoming ? noCharges : charge)(order.amount),
  });
}

/** Accounts of this bank begin with 9900, those of the other bank with 1000. */
function drawnAccount(start: string, reference: string): string {
  return `${start}${createSeededDraw(reference).digits("sender account", 9)}`;
}
