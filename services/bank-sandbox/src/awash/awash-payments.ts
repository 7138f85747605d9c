import { chargesBy } from "../payments/charges.ts";
import type { Payment, Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { newAwashToken, readAwashToken } from "./awash-token.ts";

export const awashPaymentTypes = [
  "ips-bank-transfer",
  "send-to-bank",
  "merchant-payment",
  "send-money",
  "telebirr-transfer",
  "older-page",
] as const;

export type AwashPaymentType = (typeof awashPaymentTypes)[number];

export const awashReceiver = demoReceiver("01320478129600");

const charge = chargesBy(100_000n, [200n, 500n, 1_120n]);

const otherBank = "Bank of Abyssinia";

/** The token determines the kind of receipt, its transaction id the time. */
export function deriveAwashPayment(token: string): Payment {
  const transaction = readAwashToken(token);
  if (transaction === undefined) throw new Error(`${token} has no time`);
  const draw = createSeededDraw(token);
  const type = transaction.isOlder ? "older-page" : draw.oneOf("type", awashPaymentTypes);
  const payment = derivePayment(token, {
    day: localTimeOf(transaction.minute),
    senderAccount: derivedAccount(token),
    receiver: derivedReceiver(token, type),
    charge,
  });
  const paidAt = new Date(transaction.minute.getTime() + draw.number("second", 60) * 1_000);
  return { ...payment, type, paidAt };
}

/** The sandbox's receiver is a bank account, so its number cannot belong to a wallet or till. */
function derivedReceiver(token: string, type: AwashPaymentType): Receiver {
  const receiver = awashReceiver;
  const draw = createSeededDraw(token);
  switch (type) {
    case "ips-bank-transfer":
      return { ...receiver, bankName: otherBank };
    case "merchant-payment":
      return { ...receiver, account: draw.digits("till", 6) };
    case "send-money":
    case "telebirr-transfer":
      return { ...receiver, account: `2519${draw.digits("receiver phone", 8)}` };
    case "send-to-bank":
    case "older-page":
      return receiver;
  }
}

export function placeAwashOrder(order: PaymentOrder): OrderResult {
  const token = newAwashToken(order.paidAt);
  if (token === undefined) return refused("paidAt", "must be in 2011 to 2099");
  const type = typeOf(order);
  if (order.receiverBank !== undefined && type !== "ips-bank-transfer") {
    return refused("receiverBank", "is for an ips-bank-transfer");
  }
  const { message, read } = accountRules[type];
  const account = read(order.receiverAccount);
  if (account === undefined) return refused("receiverAccount", message);
  const bankName = type === "ips-bank-transfer" ? (order.receiverBank ?? otherBank) : undefined;
  return placed(order, {
    reference: token,
    type,
    receiver: { name: order.receiverName, account, ...(bankName !== undefined && { bankName }) },
    charges: charge(order.amount),
    senderAccount: derivedAccount(token),
  });
}

/** If the order has no type, its receiver determines it. */
function typeOf({ receiverAccount, receiverBank, type }: PaymentOrder): AwashPaymentType {
  const named = awashPaymentTypes.find((known) => known === type);
  if (named !== undefined) return named;
  if (receiverBank !== undefined) return "ips-bank-transfer";
  return internationalPhone(receiverAccount) === undefined ? "send-to-bank" : "send-money";
}

interface AccountRule {
  readonly message: string;
  read(text: string): string | undefined;
}

function digitsRule(shape: RegExp, message: string): AccountRule {
  return { message, read: (text) => (shape.test(text) ? text : undefined) };
}

const phoneRule: AccountRule = {
  message: "must be an Ethiopian mobile number such as 0900127436",
  read: internationalPhone,
};
const bankRule = digitsRule(/^\d{8,20}$/, "must be an account of 8 to 20 digits such as 01320478129600");

const accountRules: Readonly<Record<AwashPaymentType, AccountRule>> = {
  "ips-bank-transfer": bankRule,
  "send-to-bank": bankRule,
  "merchant-payment": digitsRule(/^\d{4,8}$/, "must be a till number of 4 to 8 digits"),
  "send-money": phoneRule,
  "telebirr-transfer": phoneRule,
  "older-page": bankRule,
};

/** Fourteen digits that begin with 0132. */
function derivedAccount(token: string): string {
  return `0132${createSeededDraw(token).digits("sender account", 10)}`;
}
