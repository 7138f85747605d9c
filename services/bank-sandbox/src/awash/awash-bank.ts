import type { Payment } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf } from "../receipts/addis-time.ts";
import { groupedAmount, shortGroupedAmount } from "../receipts/amount-text.ts";
import { htmlResponse } from "../receipts/bank-responses.ts";
import { drawnBalance } from "../receipts/seeded-draw.ts";
import { parsedQuery, type ReceiptEndpoint, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { awashPaymentTypes, awashReceiver, deriveAwashPayment, placeAwashOrder } from "./awash-payments.ts";
import { awashReceiptPage, awashReceiptUrl } from "./awash-receipt-page.ts";
import { awashTransactionId } from "./awash-rows.ts";
import { readAwashToken } from "./awash-token.ts";

const receiptEndpoint: ReceiptEndpoint = {
  path: "/-:token",
  read(request) {
    const key = request.param("token");
    return parsedQuery(key, readAwashToken(key) !== undefined);
  },
  derive: ({ key }) => deriveAwashPayment(key),
  render: (payment) => htmlResponse(awashReceiptPage(payment)),
  notFound: htmlResponse("<!doctype html><html><body><h3>Receipt not found</h3></body></html>"),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "awash",
  receiver: awashReceiver,
  endpoints: [receiptEndpoint],
  // The slow sample is another payment: its transaction is in the token's first part.
  samples: { ...samplesFrom({ reference: "2KIO3IANB3-5QT70R" }), slow: { reference: "2KIOJKSY13-5QT7SL" } },
  paymentTypes: awashPaymentTypes,
  placeOrder: placeAwashOrder,
  handOut: (payment) => ({
    transactionId: awashTransactionId(payment.reference),
    receiptUrl: awashReceiptUrl(payment.reference),
    smsText: awashSms(payment),
  }),
};

/** The receiver's message, the only known one; the doubled spaces are the bank's. */
function awashSms({ amount, paidAt, reference, sender }: Payment): string {
  const local = localTimeOf(paidAt);
  return [
    `Dear Customer, ETB ${shortGroupedAmount(amount)} has been credited to your account from ${sender.name} on : ${dashedDate(local)} ${clockOf(local)}  with Txn ID: ${awashTransactionId(reference)} .`,
    `Your available balance is now ETB ${groupedAmount(drawnBalance(reference))}. Receipt  Link: ${awashReceiptUrl(reference)}. Contact center  8980.`,
  ].join(" ");
}
