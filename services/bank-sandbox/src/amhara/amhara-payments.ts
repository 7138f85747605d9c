import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Charges, Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { coreBankingDay, newTransferReference } from "../receipts/core-banking-reference.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { amharaReceiver } from "./amhara-receiver.ts";

/** `incoming` comes from another bank; an order with `receiverBank` goes to one; `transfer` stays within the bank. */
export const amharaPaymentTypes = ["incoming", "transfer", "outgoing"] as const;

const tariff: Tariff = [
  { upTo: 100_000n, fee: 500n },
  { upTo: 1_000_000n, fee: 3_000n },
  { upTo: 10_000_000n, fee: 5_000n },
];
const charge = (amount: bigint) => chargesFor(amount, tariff, 5n);
/** What comes in was charged for by the bank that it comes from. */
const nothing: Charges = { service: 0n, vat: 0n, levy: 0n };

export function deriveAmharaPayment(reference: string): Payment {
  const day = coreBankingDay(reference);
  if (day === undefined) throw new Error(`${reference} has no day`);
  const payment = derivePayment(
    { reference, day, senderAccount: otherBanksAccount(reference) },
    { receiver: partyOf(amharaReceiver), chargesFor: () => nothing },
  );
  return { ...payment, type: "incoming" };
}

export function placeAmharaOrder(order: PaymentOrder): OrderResult {
  const type = order.type ?? (order.receiverBank === undefined ? "incoming" : "outgoing");
  if ((type === "outgoing") !== (order.receiverBank !== undefined))
    return refused("receiverBank", "is for payments that go out to another bank, and needed for these");
  if (!/^\d{8,20}$/.test(order.receiverAccount))
    return refused("receiverAccount", "must be an account of 8 to 20 digits such as 9900472903658");
  const reference = newTransferReference(order.paidAt);
  if (reference === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const { receiverAccount: account, receiverName: name, receiverBank: bankName } = order;
  return placed(order, {
    reference,
    type,
    receiver: { name, account, ...(bankName !== undefined && { bankName }) },
    senderAccount: type === "incoming" ? otherBanksAccount(reference) : ownAccount(reference),
    charges: type === "incoming" ? nothing : charge(order.amount),
  });
}

function ownAccount(reference: string): string {
  return `9900${createSeededDraw(reference).digits("sender account", 9)}`;
}

function otherBanksAccount(reference: string): string {
  return `1000${createSeededDraw(reference).digits("sender account", 9)}`;
}
