import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { jsonAnswer } from "../receipts/bank-answers.ts";
import { coreBankingDay, newTransferReference } from "../receipts/core-banking-reference.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult, ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { boaReceiver } from "./boa-receiver.ts";
import { boaSlip, unknownBoaSlip } from "./boa-slip.ts";

const tariff: Tariff = [
  { upTo: 100_000n, fee: 400n },
  { upTo: 1_000_000n, fee: 800n },
  { upTo: 10_000_000n, fee: 1_200n },
];
const charge = (amount: bigint) => chargesFor(amount, tariff, 0n);

const slipEndpoint: ReceiptEndpoint = {
  path: "/api/onlineSlip/getDetails/",
  read(request) {
    const [, key = "", accountDigits = ""] = /^(.{12})(\d{5})$/.exec(request.query("id")) ?? [];
    if (coreBankingDay(key) === undefined) return { kind: "malformed" };
    return { kind: "well_formed", key, accountDigits };
  },
  derive({ key, accountDigits = "" }) {
    const day = coreBankingDay(key);
    if (day === undefined) throw new Error(`${key} has no day`);
    const senderAccount = `1${createSeededDraw(key).digits("sender account", 3)}${accountDigits}`;
    return derivePayment(
      { reference: key, day, senderAccount },
      { receiver: partyOf(boaReceiver), chargesFor: charge },
    );
  },
  render: (payment) => jsonAnswer(boaSlip(payment)),
  notFound: jsonAnswer(unknownBoaSlip),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "boa",
  receiver: boaReceiver,
  endpoints: [slipEndpoint],
  samples: {
    success: { reference: "FT26278QM4T1", suffix: "58203" },
    notFound: { reference: "FT26278QM4NF", suffix: "58203" },
    reversed: { reference: "FT26278QM4RV", suffix: "58203" },
    down: { reference: "FT26278QM4DN", suffix: "58203" },
    slow: { reference: "FT26278QM4SL", suffix: "58203" },
    unrecognizable: { reference: "FT26278QM4GB", suffix: "58203" },
  },
  placeOrder,
  handOut(payment) {
    const suffix = payment.sender.account.slice(-5);
    const receiptUrl = `https://cs.bankofabyssinia.com/slip/?trx=${payment.reference}${suffix}`;
    return { suffix, receiptUrl, smsText: boaSms(payment, receiptUrl) };
  },
};

function placeOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined) return refused("receiverBank", "is for transfers out of a wallet");
  if (!/^\d{8,16}$/.test(order.receiverAccount)) {
    return refused("receiverAccount", "must be an account of 8 to 16 digits such as 104273658");
  }
  const reference = newTransferReference(order.paidAt);
  if (reference === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const receiver = { name: order.receiverName, account: order.receiverAccount };
  const senderAccount = `1${createSeededDraw(reference).digits("sender account", 8)}`;
  return placed(order, { reference, receiver, senderAccount, charges: charge(order.amount) });
}

/** The payer's message: its link ends in the payer's own digits. */
function boaSms({ amount, reference, sender }: Payment, receiptUrl: string): string {
  const balance = BigInt(createSeededDraw(reference).number("balance", 5_000_000));
  return [
    `Dear ${sender.name.split(" ")[0]}, your account 1*${sender.account.slice(-2)} was debited with ETB ${groupedAmount(amount)}. Available Balance: ETB ${groupedAmount(balance)}.`,
    `Receipt: ${receiptUrl}`,
    "For help, call 8397 (24/7 Toll-Free). Bank of Abyssinia.",
  ].join("\n");
}
