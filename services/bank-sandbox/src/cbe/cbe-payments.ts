import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { newTransferReference } from "../receipts/core-banking-reference.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { refuseUnprintable } from "../receipts/printable-names.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { createSeededDraw, lettersAndDigits } from "../receipts/seeded-draw.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { cbeTransferDay } from "./cbe-identifiers.ts";
import { cbeReceiver } from "./cbe-receiver.ts";

const tariff: Tariff = [
  { upTo: 100_000n, fee: 100n },
  { upTo: 1_000_000n, fee: 400n },
  { upTo: 10_000_000n, fee: 1_000n },
];
const levyPercent = 5n;
const charge = (amount: bigint) => chargesFor(amount, tariff, levyPercent);

/** Both of the bank's documents tell of the same payment, so both derive it from the FT reference. */
export function deriveCbePayment(reference: string, senderDigits?: string): Payment {
  const day = cbeTransferDay(reference);
  if (day === undefined) throw new Error(`${reference} has no day`);
  return derivePayment(
    { reference, day, senderAccount: senderAccount(reference, senderDigits) },
    { receiver: partyOf(cbeReceiver), chargesFor: charge },
  );
}

export function placeCbeOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined) return refused("receiverBank", "is for transfers out of a wallet");
  if (!/^1000\d{9}$/.test(order.receiverAccount)) {
    return refused("receiverAccount", "must be 13 digits that start with 1000");
  }
  const unprintable = refuseUnprintable(order);
  if (unprintable !== undefined) return unprintable;
  const reference = newTransferReference(order.paidAt);
  if (reference === undefined) return refused("paidAt", "must be in 2000 to 2099");
  return placed(order, {
    reference,
    shareToken: `v2-hfHC${randomEnding(16, lettersAndDigits)}`,
    senderAccount: senderAccount(reference),
    receiver: { name: order.receiverName, account: order.receiverAccount },
    charges: charge(order.amount),
  });
}

function senderAccount(reference: string, lastDigits?: string): string {
  const draw = createSeededDraw(reference);
  return `1000${draw.digits("sender account", 1)}${lastDigits ?? draw.digits("sender account end", 8)}`;
}
