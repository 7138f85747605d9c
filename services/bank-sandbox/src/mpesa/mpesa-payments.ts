import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { refuseUnprintable } from "../receipts/printable-names.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { readWalletDay, writeWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type WalletRules, walletReceiver } from "../receipts/wallet-receiver.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { mpesaReceiver } from "./mpesa-receiver.ts";

/** `U` is 2026. */
export const mpesaYearOfA = 2006;

/** A transfer to a bank is an order with `receiverBank`. */
export const mpesaPaymentTypes = ["person-to-person", "merchant", "payer-template"] as const;

const tariff: Tariff = [
  { upTo: 50_000n, fee: 100n },
  { upTo: 500_000n, fee: 300n },
  { upTo: 5_000_000n, fee: 600n },
];
const rules: WalletRules = {
  merchantCode: /^\d{4,8}$/,
  merchantMessage: "must be a till number of 4 to 8 digits",
  phoneExample: "0700127436",
};

const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);

export function deriveMpesaPayment(reference: string): Payment {
  const day = readWalletDay(reference, mpesaYearOfA);
  if (day === undefined) throw new Error(`${reference} has no day`);
  const { name, account } = partyOf(mpesaReceiver);
  return derivePayment(
    { reference, day, senderAccount: derivedPhone(reference) },
    { receiver: { name, account: internationalPhone(account) ?? account }, chargesFor: charge },
  );
}

export function placeMpesaOrder(order: PaymentOrder): OrderResult {
  const day = writeWalletDay(localTimeOf(order.paidAt), mpesaYearOfA);
  if (day === undefined) return refused("paidAt", "must be in 2006 or later, up to 2031");
  if (order.type !== undefined && order.receiverBank !== undefined) {
    return refused("type", "is not for a transfer to a bank");
  }
  const unprintable = refuseUnprintable(order);
  if (unprintable !== undefined) return unprintable;
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
  return `2517${createSeededDraw(reference).digits("sender phone", 8)}`;
}
