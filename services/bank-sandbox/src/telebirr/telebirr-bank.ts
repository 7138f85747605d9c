import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { htmlAnswer } from "../receipts/bank-answers.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { readWalletDay, writeWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult, ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { telebirrReceiptPage } from "./telebirr-receipt-page.ts";
import { telebirrReceiver } from "./telebirr-receiver.ts";
import { telebirrReceiptUrl, telebirrSms } from "./telebirr-sms.ts";

/** `D` is 2026. */
const yearOfA = 2023;
const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;

const tariff: Tariff = [
  { upTo: 50_000n, fee: 174n },
  { upTo: 500_000n, fee: 435n },
  { upTo: 5_000_000n, fee: 870n },
];
const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);

const receiptEndpoint: ReceiptEndpoint = {
  path: "/receipt/:reference",
  read(request) {
    const key = request.param("reference");
    const known = wellFormed.test(key) && readWalletDay(key, yearOfA) !== undefined;
    return known ? { kind: "well_formed", key } : { kind: "malformed" };
  },
  derive({ key }) {
    const day = readWalletDay(key, yearOfA);
    if (day === undefined) throw new Error(`${key} has no day`);
    return derivePayment(
      { reference: key, day, senderAccount: derivedPhone(key) },
      { receiver: partyOf(telebirrReceiver), chargesFor: charge },
    );
  },
  render: (payment) => htmlAnswer(telebirrReceiptPage(payment)),
  notFound: htmlAnswer(`<!DOCTYPE html><html><head><title>telebirr</title></head><body>
<div style="text-align: center">This request is not correct</div>
</body></html>`),
  showsReversal: true,
};

export const bank: SandboxBank = {
  code: "telebirr",
  receiver: telebirrReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "DJ57QK2M41" },
    notFound: { reference: "DJ57QK2MNF" },
    reversed: { reference: "DJ57QK2MRV" },
    down: { reference: "DJ57QK2MDN" },
    slow: { reference: "DJ57QK2MSL" },
    unrecognizable: { reference: "DJ57QK2MGB" },
  },
  placeOrder,
  handOut: (payment) => ({
    receiptUrl: telebirrReceiptUrl(payment.reference),
    smsText: telebirrSms(payment),
  }),
};

function placeOrder(order: PaymentOrder): OrderResult {
  const day = writeWalletDay(localTimeOf(order.paidAt), yearOfA);
  if (day === undefined) return refused("paidAt", "must be in 2023 or later, up to 2048");
  const receiver = receiverFrom(order);
  if (receiver === undefined) return refused("receiverAccount", accountMessage(order));
  const reference = `${day}${randomEnding(7)}`;
  const charges = charge(order.amount);
  return placed(order, { reference, receiver, charges, senderAccount: derivedPhone(reference) });
}

function receiverFrom({ receiverAccount, receiverName, receiverBank }: PaymentOrder): Receiver | undefined {
  if (receiverBank === undefined) {
    const phone = internationalPhone(receiverAccount);
    return phone === undefined ? undefined : { name: receiverName, account: phone };
  }
  if (!/^\d{6,20}$/.test(receiverAccount)) return undefined;
  return { name: receiverName, account: receiverAccount, bankName: receiverBank };
}

function accountMessage({ receiverBank }: PaymentOrder): string {
  return receiverBank === undefined
    ? "must be an Ethiopian mobile number such as 0900127436 (a bank account needs receiverBank)"
    : "must be a bank account of 6 to 20 digits";
}

function derivedPhone(reference: string): string {
  return `2519${createSeededDraw(reference).digits("sender phone", 8)}`;
}
