import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Payment, Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { readWalletDay, writeWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
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
  const receiver = receiverFrom(order);
  if (receiver === undefined) return refused("receiverAccount", accountMessage(order));
  const reference = `${day}${randomEnding(7)}`;
  return placed(order, {
    reference,
    receiver,
    charges: charge(order.amount),
    senderAccount: derivedPhone(reference),
    ...(order.type !== undefined && { type: order.type }),
  });
}

function receiverFrom({
  receiverAccount,
  receiverName: name,
  receiverBank,
  type,
}: PaymentOrder): Receiver | undefined {
  if (receiverBank !== undefined) {
    return /^\d{6,20}$/.test(receiverAccount)
      ? { name, account: receiverAccount, bankName: receiverBank }
      : undefined;
  }
  if (type === "merchant") {
    return /^\d{6}$/.test(receiverAccount) ? { name, account: receiverAccount } : undefined;
  }
  const phone = internationalPhone(receiverAccount);
  return phone === undefined ? undefined : { name, account: phone };
}

function accountMessage({ receiverBank, type }: PaymentOrder): string {
  if (receiverBank !== undefined) return "must be a bank account of 6 to 20 digits";
  if (type === "merchant") return "must be a short code of 6 digits such as 407215";
  return "must be an Ethiopian mobile number such as 0900127436 (a bank account needs receiverBank)";
}

function derivedPhone(reference: string): string {
  return `2519${createSeededDraw(reference).digits("sender phone", 8)}`;
}
