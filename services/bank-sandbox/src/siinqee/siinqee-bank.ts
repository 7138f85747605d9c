import { chargesBy } from "../payments/charges.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { type CalendarDay, localTimeOf } from "../receipts/addis-time.ts";
import { htmlResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomDigits, randomLetter } from "../receipts/random-text.ts";
import { readYearDay, writeYearDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type OrderResult, type ReceiptEndpoint, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { siinqeeReceiptPage, siinqeeReceiptUrl, siinqeeSms } from "./siinqee-documents.ts";

/** Three of the branch, four of the product, `YYDDD`, a number. */
const wellFormed = /^[A-Z0-9]{5}([A-Z0-9]{2})(\d{5})\d{4}$/;

const receiver = demoReceiver("1014472903658");
const charge = chargesBy(100_000n, [300n, 700n, 1_500n]);

const receiptEndpoint: ReceiptEndpoint = {
  path: "/generate/:reference",
  read(request) {
    const key = request.param("reference");
    const [, outcomeLetters = ""] = wellFormed.exec(key) ?? [];
    if (dayOf(key) === undefined) return { kind: "malformed" };
    return { kind: "well_formed", key, outcomeLetters };
  },
  derive: ({ key }) =>
    derivePayment(key, { day: dayOf(key), senderAccount: derivedAccount(key), receiver, charge }),
  render: (payment) => htmlResponse(siinqeeReceiptPage(payment)),
  notFound: htmlResponse(
    `<!DOCTYPE html><html><head><title>Siinqee Bank</title></head><body>
<p>Receipt not found</p>
</body></html>`,
    404,
  ),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "siinqee",
  receiver,
  endpoints: [receiptEndpoint],
  samples: samplesFrom({ reference: "M10W2TB262780417" }, 7),
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
  const yearDay = writeYearDay(localTimeOf(order.paidAt));
  if (yearDay === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const reference = `${randomLetter()}${randomDigits(2)}U2TB${yearDay}${randomDigits(4)}`;
  const receiver = { name: order.receiverName, account: order.receiverAccount };
  const charges = charge(order.amount);
  return placed(order, { reference, receiver, charges, senderAccount: derivedAccount(reference) });
}

function dayOf(reference: string): CalendarDay | undefined {
  const [, , yearDay] = wellFormed.exec(reference) ?? [];
  return yearDay === undefined ? undefined : readYearDay(yearDay);
}

function derivedAccount(reference: string): string {
  return `101${createSeededDraw(reference).digits("sender account", 10)}`;
}
