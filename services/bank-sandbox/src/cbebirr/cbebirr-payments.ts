import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Payment, Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { refuseUnprintable } from "../receipts/printable-names.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { readWalletDay, writeWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { cbebirrReceiver } from "./cbebirr-receiver.ts";

/** Into a wallet from a bank account, which is not named; or to a merchant's, of which only the name is. */
export const cbebirrPaymentTypes = ["transfer", "from-bank", "to-organization"] as const;

/** `D` is 2026. */
export const cbebirrYearOfA = 2023;

const tariff: Tariff = [
  { upTo: 100_000n, fee: 100n },
  { upTo: 1_000_000n, fee: 500n },
  { upTo: 10_000_000n, fee: 1_000n },
];
const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);

/** Whoever asks for a receipt that nobody ordered is its payer. */
export function deriveCbebirrPayment(reference: string, phone = derivedPhone(reference)): Payment {
  const day = readWalletDay(reference, cbebirrYearOfA);
  if (day === undefined) throw new Error(`${reference} has no day`);
  return derivePayment(
    { reference, day, senderAccount: phone },
    { receiver: partyOf(cbebirrReceiver), chargesFor: charge },
  );
}

export function placeCbebirrOrder(order: PaymentOrder): OrderResult {
  const day = writeWalletDay(localTimeOf(order.paidAt), cbebirrYearOfA);
  if (day === undefined) return refused("paidAt", "must be in 2023 or later, up to 2048");
  const unprintable = refuseUnprintable(order);
  if (unprintable !== undefined) return unprintable;
  const receiver = receiverFrom(order);
  if (receiver === undefined) return refused("receiverAccount", accountMessage(order));
  const reference = `${day}${randomEnding(8)}`;
  const type = order.type ?? "transfer";
  const charges = charge(order.amount);
  if (type !== "from-bank")
    return placed(order, { reference, type, receiver, charges, senderAccount: derivedPhone(reference) });
  if (receiver.bankName !== undefined) return refused("receiverBank", "is not for a payment into a wallet");
  // Whoever moves it into the wallet is its owner: the receipt is found by that phone.
  const owner = { ...order, senderName: receiver.name };
  return placed(owner, { reference, type, receiver, charges, senderAccount: receiver.account });
}

function receiverFrom({
  receiverAccount,
  receiverName: name,
  receiverBank,
}: PaymentOrder): Receiver | undefined {
  if (receiverBank === undefined) {
    const phone = internationalPhone(receiverAccount);
    return phone === undefined ? undefined : { name, account: phone };
  }
  return /^\d{6,20}$/.test(receiverAccount)
    ? { name, account: receiverAccount, bankName: receiverBank }
    : undefined;
}

function accountMessage({ receiverBank }: PaymentOrder): string {
  return receiverBank === undefined
    ? "must be an Ethiopian mobile number such as 251900127436 (a bank account needs receiverBank)"
    : "must be a bank account of 6 to 20 digits";
}

function derivedPhone(reference: string): string {
  return `2519${createSeededDraw(reference).digits("sender phone", 8)}`;
}
