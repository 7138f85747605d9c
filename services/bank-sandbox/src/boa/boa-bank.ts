import { chargesBy, noCharges } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { jsonResponse } from "../receipts/bank-responses.ts";
import { coreBankingDay, newTransferReference } from "../receipts/core-banking-reference.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type OrderResult, type ReceiptEndpoint, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { boaReceiptUrl, boaSlip, boaSms, noBoaSlip, settlement, unknownBoaSlip } from "./boa-slip.ts";

const receiver = demoReceiver("104273658");
const charge = chargesBy(100_000n, [400n, 800n, 1_200n]);

/** `incoming` comes from another bank over EthSwitch; a `bill` has no receiver on its slip. */
const paymentTypes = ["transfer", "incoming", "bill"] as const;

type BoaPaymentType = (typeof paymentTypes)[number];

const slipEndpoint: ReceiptEndpoint = {
  path: "/api/onlineSlip/getDetails/",
  read(request) {
    const [, key = "", accountDigits = ""] = /^(.{12})(\d{5})$/.exec(request.query("id")) ?? [];
    if (coreBankingDay(key) === undefined) return { kind: "malformed" };
    return { kind: "well_formed", key, accountDigits };
  },
  derive: ({ key, accountDigits = "" }) => derived(key, accountDigits),
  render: (payment) => jsonResponse(boaSlip(payment)),
  notFound: jsonResponse(unknownBoaSlip),
  withdrawn: jsonResponse(noBoaSlip),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "boa",
  receiver,
  endpoints: [slipEndpoint],
  samples: samplesFrom({ reference: "FT26278QM4T1", suffix: "58203" }),
  paymentTypes,
  placeOrder,
  handOut: (payment) => ({
    suffix: payment.sender.account.slice(-5),
    receiptUrl: boaReceiptUrl(payment),
    smsText: boaSms(payment),
  }),
};

/** Settlement digits select an incoming slip, as in its link; any others are the payer's. */
function derived(reference: string, accountDigits: string): Payment {
  const isIncoming = settlement.account.endsWith(accountDigits);
  const senderAccount = isIncoming
    ? settlement.account
    : `1${createSeededDraw(reference).digits("sender account", 3)}${accountDigits}`;
  const rules = { day: coreBankingDay(reference), senderAccount, receiver };
  const payment = derivePayment(reference, { ...rules, charge: isIncoming ? noCharges : charge });
  return isIncoming ? { ...payment, type: "incoming" } : payment;
}

function placeOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined) return refused("receiverBank", "is only for transfers from a wallet");
  const type = paymentTypes.find((known) => known === order.type) ?? "transfer";
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
    charges: (type === "incoming" ? noCharges : charge)(order.amount),
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
