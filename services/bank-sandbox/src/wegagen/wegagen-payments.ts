import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Payment, Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomDigits } from "../receipts/random-text.ts";
import { writeYearDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { wegagenReceiver } from "./wegagen-receiver.ts";
import { requiredWegagenToken } from "./wegagen-token.ts";

/** What goes to a wallet names its number and not its holder. */
export const wegagenPaymentTypes = ["transfer", "to-wallet"] as const;

const tariff: Tariff = [
  { upTo: 100_000n, fee: 30n },
  { upTo: 1_000_000n, fee: 250n },
  { upTo: 10_000_000n, fee: 700n },
];
const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);

export function deriveWegagenPayment(token: string): Payment {
  const { day } = requiredWegagenToken(token);
  return derivePayment(
    { reference: token, day, senderAccount: payersAccount(token) },
    { receiver: partyOf(wegagenReceiver), chargesFor: charge },
  );
}

export function placeWegagenOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined)
    return refused("receiverBank", "is not for transfers within the bank or to a wallet");
  const receiver = receiverOf(order);
  if (typeof receiver === "string") return refused("receiverAccount", receiver);
  const yearDay = writeYearDay(localTimeOf(order.paidAt));
  if (yearDay === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const isToWallet = order.type === "to-wallet";
  const reference = `${randomDigits(3)}TBAW${yearDay}${randomDigits(4)}10${randomDigits(2)}D${isToWallet ? "AAT" : "MBT"}`;
  return placed(order, {
    reference,
    type: isToWallet ? "to-wallet" : "transfer",
    receiver,
    charges: charge(order.amount),
    senderAccount: payersAccount(reference),
  });
}

function receiverOf({ receiverAccount, receiverName: name, type }: PaymentOrder): Receiver | string {
  if (type === "to-wallet") {
    const phone = internationalPhone(receiverAccount);
    return phone === undefined
      ? "must be an Ethiopian mobile number such as 251900127436"
      : { name, account: phone };
  }
  return /^\d{8,20}$/.test(receiverAccount)
    ? { name, account: receiverAccount }
    : "must be an account of 8 to 20 digits such as 1113472903658";
}

function payersAccount(token: string): string {
  const { accountStart, transactionId } = requiredWegagenToken(token);
  return `${accountStart}${createSeededDraw(transactionId).digits("sender account", 9)}`;
}
