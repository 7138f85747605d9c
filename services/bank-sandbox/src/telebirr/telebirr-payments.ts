import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { readWalletDay, writeWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type WalletRules, walletReceiver } from "../receipts/wallet-receiver.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { telebirrReceiver } from "./telebirr-receiver.ts";

/** A transfer to a bank is an order with `receiverBank`. */
export const telebirrPaymentTypes = ["person-to-person", "merchant"] as const;

/** `D` is 2026. */
export const telebirrYearOfA = 2023;

const tariff: Tariff = [
  { upTo: 50_000n, fee: 174n },
  { upTo: 500_000n, fee: 435n },
  { upTo: 5_000_000n, fee: 870n },
];
const rules: WalletRules = {
  merchantCode: /^\d{6}$/,
  merchantMessage: "must be a short code of 6 digits such as 407215",
  phoneExample: "0900127436",
};

const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);

export function deriveTelebirrPayment(reference: string): Payment {
  const day = readWalletDay(reference, telebirrYearOfA);
  if (day === undefined) throw new Error(`${reference} has no day`);
  return derivePayment(
    { reference, day, senderAccount: derivedPhone(reference) },
    { receiver: partyOf(telebirrReceiver), chargesFor: charge },
  );
}

export function placeTelebirrOrder(order: PaymentOrder): OrderResult {
  const day = writeWalletDay(localTimeOf(order.paidAt), telebirrYearOfA);
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
