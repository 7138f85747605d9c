import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { htmlAnswer } from "../receipts/bank-answers.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { drawnDay } from "../receipts/drawn-day.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult, ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { siinqeeReceiptPage } from "./siinqee-receipt-page.ts";
import { siinqeeReceiver } from "./siinqee-receiver.ts";
import { siinqeeReceiptUrl, siinqeeSms } from "./siinqee-sms.ts";

/** Nothing is known of the bank's own references; no other bank at this path has one of this length. */
const wellFormed = /^SQ[A-Z0-9]{12}$/;

const tariff: Tariff = [
  { upTo: 100_000n, fee: 300n },
  { upTo: 1_000_000n, fee: 700n },
  { upTo: 10_000_000n, fee: 1_500n },
];
const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);

const receiptEndpoint: ReceiptEndpoint = {
  path: "/receipt/:reference",
  read(request) {
    const key = request.param("reference");
    return wellFormed.test(key) ? { kind: "well_formed", key } : { kind: "malformed" };
  },
  derive: ({ key }) =>
    derivePayment(
      { reference: key, day: drawnDay(key), senderAccount: derivedAccount(key) },
      { receiver: partyOf(siinqeeReceiver), chargesFor: charge },
    ),
  render: (payment) => htmlAnswer(siinqeeReceiptPage(payment)),
  notFound: htmlAnswer(
    `<!DOCTYPE html><html><head><title>Siinqee Bank</title></head><body>
<p>Receipt not found</p>
</body></html>`,
    404,
  ),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "siinqee",
  receiver: siinqeeReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "SQ57QK2M410A7B" },
    notFound: { reference: "SQ57QK2M410ANF" },
    reversed: { reference: "SQ57QK2M410ARV" },
    down: { reference: "SQ57QK2M410ADN" },
    slow: { reference: "SQ57QK2M410ASL" },
    unrecognizable: { reference: "SQ57QK2M410AGB" },
  },
  placeOrder,
  handOut: (payment) => ({
    receiptUrl: siinqeeReceiptUrl(payment.reference),
    smsText: siinqeeSms(payment),
  }),
};

function placeOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined)
    return refused("receiverBank", "is not for transfers within the bank");
  if (!/^\d{10,16}$/.test(order.receiverAccount)) {
    return refused("receiverAccount", "must be an account of 10 to 16 digits such as 1014472903658");
  }
  const reference = `SQ${randomEnding(12)}`;
  const receiver = { name: order.receiverName, account: order.receiverAccount };
  const charges = charge(order.amount);
  return placed(order, { reference, receiver, charges, senderAccount: derivedAccount(reference) });
}

function derivedAccount(reference: string): string {
  return `101${createSeededDraw(reference).digits("sender account", 10)}`;
}
