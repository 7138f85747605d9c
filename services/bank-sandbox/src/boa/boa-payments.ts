import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Charges, Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { coreBankingDay, newTransferReference } from "../receipts/core-banking-reference.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { boaReceiver } from "./boa-receiver.ts";

/** `incoming` comes from another bank over EthSwitch; a `bill` names no receiver on its slip. */
export const boaPaymentTypes = ["transfer", "incoming", "bill"] as const;

type BoaPaymentType = (typeof boaPaymentTypes)[number];

/** The bank's own account that money from other banks passes through: the source of every incoming slip. */
export const settlement = { name: "A/R - P2P incoming settlement accou", account: "100010104" } as const;

const tariff: Tariff = [
  { upTo: 100_000n, fee: 400n },
  { upTo: 1_000_000n, fee: 800n },
  { upTo: 10_000_000n, fee: 1_200n },
];
const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);
/** What comes in was charged for by the bank that it comes from. */
const nothing: Charges = { service: 0n, vat: 0n, levy: 0n };

/** Digits of settlement ask for an incoming slip, as its link does; any others are the payer's. */
export function deriveBoaPayment(reference: string, accountDigits: string): Payment {
  const day = coreBankingDay(reference);
  if (day === undefined) throw new Error(`${reference} has no day`);
  const isIncoming = settlement.account.endsWith(accountDigits);
  const senderAccount = isIncoming
    ? settlement.account
    : `1${createSeededDraw(reference).digits("sender account", 3)}${accountDigits}`;
  const payment = derivePayment(
    { reference, day, senderAccount },
    { receiver: partyOf(boaReceiver), chargesFor: isIncoming ? () => nothing : charge },
  );
  return isIncoming ? { ...payment, type: "incoming" } : payment;
}

export function placeBoaOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined) return refused("receiverBank", "is for transfers out of a wallet");
  const type = boaPaymentTypes.find((known) => known === order.type) ?? "transfer";
  const { shape, message } = accountRules[type];
  if (!shape.test(order.receiverAccount)) return refused("receiverAccount", message);
  const reference = newTransferReference(order.paidAt);
  if (reference === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const ownAccount = `1${createSeededDraw(reference).digits("sender account", 8)}`;
  return placed(order, {
    reference,
    type,
    receiver: { name: order.receiverName, account: order.receiverAccount },
    senderAccount: type === "incoming" ? settlement.account : ownAccount,
    charges: type === "incoming" ? nothing : charge(order.amount),
  });
}

const accountRule = {
  shape: /^\d{8,16}$/,
  message: "must be an account of 8 to 16 digits such as 104273658",
};

const accountRules: Readonly<Record<BoaPaymentType, typeof accountRule>> = {
  transfer: accountRule,
  incoming: accountRule,
  bill: { shape: /^\d{4,16}$/, message: "must be the bill's number, 4 to 16 digits" },
};
