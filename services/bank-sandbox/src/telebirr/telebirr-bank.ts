import { chargesBy } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { htmlAnswer } from "../receipts/bank-answers.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { readWalletDay, writeWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type WalletRules, walletReceiver } from "../receipts/wallet-receiver.ts";
import {
  askFor,
  type OrderResult,
  type ReceiptEndpoint,
  type SandboxBank,
  samplesFrom,
} from "../sandbox-bank.ts";
import { telebirrReceiptPage } from "./telebirr-receipt-page.ts";
import { telebirrReceiptUrl, telebirrSms } from "./telebirr-sms.ts";

const receiver = demoReceiver("0900127436");
const charge = chargesBy(50_000n, [174n, 435n, 870n]);

/** A transfer to a bank is an order with `receiverBank`. */
const paymentTypes = ["person-to-person", "merchant"] as const;

/** `D` is 2026. */
const yearOfA = 2023;

const rules: WalletRules = {
  merchantCode: /^\d{6}$/,
  merchantMessage: "must be a short code of 6 digits such as 407215",
  phoneExample: "0900127436",
};

const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;

const receiptEndpoint: ReceiptEndpoint = {
  path: "/receipt/:reference",
  read(request) {
    const key = request.param("reference");
    const known = wellFormed.test(key) && readWalletDay(key, yearOfA) !== undefined;
    return askFor(key, known);
  },
  derive: ({ key }) => derived(key),
  render: (payment) => htmlAnswer(telebirrReceiptPage(payment)),
  notFound: htmlAnswer(`<!DOCTYPE html><html><head><title>telebirr</title></head><body>
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
  placeOrder,
  handOut: (payment) => ({
    receiptUrl: telebirrReceiptUrl(payment.reference),
    smsText: telebirrSms(payment),
  }),
};

function derived(reference: string): Payment {
  const day = readWalletDay(reference, yearOfA);
  return derivePayment(reference, { day, senderAccount: derivedPhone(reference), receiver, charge });
}

function placeOrder(order: PaymentOrder): OrderResult {
  const day = writeWalletDay(localTimeOf(order.paidAt), yearOfA);
  if (day === undefined) return refused("paidAt", "must be in 2023 or later, up to 2048");
  if (order.type !== undefined && order.receiverBank !== undefined) {
    return refused("type", "is not for a transfer to a bank");
  }
  const receiver = walletReceiver(order, rules);
  if ("mustBe" in receiver) return refused("receiverAccount", receiver.mustBe);
  const reference = `${day}${randomEnding(7)}`;
  return placed(order, {
    reference,
    receiver,
    charges: charge(order.amount),
    senderAccount: derivedPhone(reference),
    ...(order.type !== undefined && { type: order.type }),
  });
}

function derivedPhone(reference: string): string {
  return `2519${createSeededDraw(reference).digits("sender phone", 8)}`;
}
