import { chargesBy } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import { htmlResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { readWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { placeWalletOrder } from "../receipts/wallet-orders.ts";
import { parsedQuery, type ReceiptEndpoint, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { telebirrReceiptPage } from "./telebirr-receipt-page.ts";
import { telebirrReceiptUrl, telebirrSms } from "./telebirr-sms.ts";

const receiver = demoReceiver("0900127436");
const charge = chargesBy(50_000n, [174n, 435n, 870n]);

/** A transfer to a bank is an order with `receiverBank`. */
const paymentTypes = ["person-to-person", "merchant", "airtime", "package"] as const;

/** `D` is 2026. */
const yearOfA = 2023;

const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;

const receiptEndpoint: ReceiptEndpoint = {
  path: "/receipt/:reference",
  read(request) {
    const key = request.param("reference");
    const known = wellFormed.test(key) && readWalletDay(key, yearOfA) !== undefined;
    return parsedQuery(key, known);
  },
  derive: ({ key }) => derived(key),
  render: (payment) => htmlResponse(telebirrReceiptPage(payment)),
  notFound: htmlResponse(`<!DOCTYPE html><html><head><title>telebirr</title></head><body>
<div style="text-align: center">This request is not correct</div>
</body></html>`),
  showsReversal: true,
};

export const bank: SandboxBank = {
  code: "telebirr",
  receiver,
  endpoints: [receiptEndpoint],
  samples: samplesFrom({ reference: "DJ57QK2M41" }),
  paymentTypes,
  placeOrder: (order) =>
    placeWalletOrder(order, {
      merchantCode: /^\d{6}$/,
      merchantMessage: "must be a short code of 6 digits such as 407215",
      phoneExample: "0900127436",
      yearOfA,
      charge,
      payerOf: derivedPhone,
    }),
  handOut: (payment) => ({
    receiptUrl: telebirrReceiptUrl(payment.reference),
    smsText: telebirrSms(payment),
  }),
};

function derived(reference: string): Payment {
  const day = readWalletDay(reference, yearOfA);
  return derivePayment(reference, { day, senderAccount: derivedPhone(reference), receiver, charge });
}

function derivedPhone(reference: string): string {
  return `2519${createSeededDraw(reference).digits("sender phone", 8)}`;
}
