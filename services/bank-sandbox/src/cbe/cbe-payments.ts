import { chargesBy, noCharges } from "../payments/charges.ts";
import type { Payment, Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { newTransferReference } from "../receipts/core-banking-reference.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { refuseUnprintable } from "../receipts/printable-names.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { createSeededDraw, lettersAndDigits } from "../receipts/seeded-draw.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { cbeTransferDay } from "./cbe-identifiers.ts";
import { internalAccounts } from "./cbe-parties.ts";

/** A transfer to another bank is an order with `receiverBank`. */
export const cbePaymentTypes = ["transfer", "from-another-bank", "template-2024"] as const;

export const cbeReceiver = demoReceiver("1000412270936");

const charge = chargesBy(100_000n, [100n, 400n, 1_000n], 5n);

/** Both documents show the same payment, so both derive it from the FT reference. */
export function deriveCbePayment(reference: string, senderDigits?: string): Payment {
  const day = cbeTransferDay(reference);
  const payment = derivePayment(reference, {
    day,
    senderAccount: senderAccount(reference, cbeReceiver, payerDigits(senderDigits)),
    receiver: cbeReceiver,
    charge,
  });
  // Known from April 2024; in December of that year the template was the current one.
  return day?.year === 2024 && day.month <= 6 ? { ...payment, type: "template-2024" } : payment;
}

/** A payment without an order accepts any payer's digits except those that end like the receiver's account. */
function payerDigits(digits = ""): string | undefined {
  return digits === "" || digits.endsWith(cbeReceiver.account.slice(-4)) ? undefined : digits;
}

export function placeCbeOrder(order: PaymentOrder): OrderResult {
  if (order.type !== undefined && order.receiverBank !== undefined) {
    return refused("type", "is not for a transfer to another bank");
  }
  const receiver = receiverFrom(order);
  if (receiver === undefined) return refused("receiverAccount", accountMessage(order));
  const unprintable = refuseUnprintable(order);
  if (unprintable !== undefined) return unprintable;
  const reference = newTransferReference(order.paidAt);
  if (reference === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const isIncoming = order.type === "from-another-bank";
  return placed(order, {
    reference,
    shareToken: `v2-hfHC${randomEnding(16, lettersAndDigits)}`,
    senderAccount: isIncoming
      ? internalAccounts.incoming
      : (order.senderAccount ?? senderAccount(reference, receiver)),
    receiver,
    charges: (isIncoming ? noCharges : charge)(order.amount),
    ...(order.type !== undefined && { type: order.type }),
  });
}

/** Money for another bank first goes to an account of cbe, and its documents show only that account. */
function receiverFrom({
  receiverAccount,
  receiverBank,
  receiverName: name,
}: PaymentOrder): Receiver | undefined {
  if (receiverBank !== undefined) {
    return /^\d{6,20}$/.test(receiverAccount)
      ? { name, account: internalAccounts.outgoing, bankName: receiverBank }
      : undefined;
  }
  return /^1000\d{9}$/.test(receiverAccount) ? { name, account: receiverAccount } : undefined;
}

function accountMessage({ receiverBank }: PaymentOrder): string {
  return receiverBank === undefined
    ? "must be 13 digits that start with 1000"
    : "must be a bank account of 6 to 20 digits";
}

/** Never ends like the receiver's, unless it was ordered: such a payment proves nothing about its receiver. */
function senderAccount(reference: string, receiver: Receiver, lastDigits?: string): string {
  const draw = createSeededDraw(reference);
  const drawn = draw.digits("sender account end", 8);
  const end = drawn.endsWith(receiver.account.slice(-4))
    ? `${drawn.slice(0, -1)}${otherDigit(drawn)}`
    : drawn;
  return `1000${draw.digits("sender account", 1)}${lastDigits ?? end}`;
}

const otherDigit = (digits: string) => (Number(digits.at(-1)) + 1) % 10;
