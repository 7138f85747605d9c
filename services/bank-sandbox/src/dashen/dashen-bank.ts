import { chargesFor, type Tariff } from "../payments/charges.ts";
import type { Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { type CalendarDay, localTimeOf } from "../receipts/addis-time.ts";
import { htmlAnswer, jsonAnswer } from "../receipts/bank-answers.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomDigits, randomEnding } from "../receipts/random-text.ts";
import { readYearDay, writeYearDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { OrderResult, ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";
import { dashenReceiptPage } from "./dashen-receipt-page.ts";
import { dashenReceiver } from "./dashen-receiver.ts";
import { dashenReceiptUrl, dashenSms } from "./dashen-sms.ts";

/** Three characters of the payer's account or branch, four letters of the product, `YYDDD`, four characters. */
const wellFormed = /^[A-Z0-9]{3}[A-Z]{4}(\d{5})[A-Z0-9]{4}$/;

const tariff: Tariff = [
  { upTo: 100_000n, fee: 100n },
  { upTo: 1_000_000n, fee: 500n },
  { upTo: 10_000_000n, fee: 1_000n },
];
const levyPercent = 5n;
const charge = (amount: bigint) => chargesFor(amount, tariff, levyPercent);

const notFound = jsonAnswer({ statusCode: 400, message: "Transaction not found" }, 400);

const receiptEndpoint: ReceiptEndpoint = {
  path: "/receipt/:reference",
  read(request) {
    const key = request.param("reference");
    if (!wellFormed.test(key)) return { kind: "malformed" };
    // Another bank at this path answers what is malformed; a reference of this shape is this bank's to deny.
    return dayOf(key) === undefined ? { kind: "refused", answer: notFound } : { kind: "well_formed", key };
  },
  derive({ key }) {
    const day = dayOf(key);
    if (day === undefined) throw new Error(`${key} has no day`);
    return derivePayment(
      { reference: key, day, senderAccount: derivedAccount(key) },
      { receiver: derivedReceiver(key), chargesFor: charge },
    );
  },
  render: (payment) => htmlAnswer(dashenReceiptPage(payment)),
  notFound,
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "dashen",
  receiver: dashenReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "387WDTS262780A7B" },
    notFound: { reference: "387WDTS262780ANF" },
    reversed: { reference: "387WDTS262780ARV" },
    down: { reference: "387WDTS262780ADN" },
    slow: { reference: "387WDTS262780ASL" },
    unrecognizable: { reference: "387WDTS262780AGB" },
  },
  placeOrder,
  handOut: (payment) => ({ receiptUrl: dashenReceiptUrl(payment.reference), smsText: dashenSms(payment) }),
};

function dayOf(reference: string): CalendarDay | undefined {
  const [, yearDay] = wellFormed.exec(reference) ?? [];
  return yearDay === undefined ? undefined : readYearDay(yearDay);
}

/** Products that begin with `OB` take the money to another bank. */
function derivedReceiver(reference: string): Receiver {
  const receiver = partyOf(dashenReceiver);
  return reference.startsWith("OB", 3) ? { ...receiver, bankName: "Bank of Abyssinia" } : receiver;
}

function placeOrder(order: PaymentOrder): OrderResult {
  if (!/^\d{8,20}$/.test(order.receiverAccount)) {
    return refused("receiverAccount", "must be an account of 8 to 20 digits such as 5047318296011");
  }
  const yearDay = writeYearDay(localTimeOf(order.paidAt));
  if (yearDay === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const { receiverAccount: account, receiverName: name, receiverBank } = order;
  const product = receiverBank === undefined ? "WDTS" : "OBTS";
  const reference = `${randomDigits(3)}${product}${yearDay}${randomEnding(4)}`;
  return placed(order, {
    reference,
    receiver: { name, account, ...(receiverBank !== undefined && { bankName: receiverBank }) },
    charges: charge(order.amount),
    senderAccount: derivedAccount(reference),
  });
}

/** References begin with the second to fourth digit of the payer's account, where they begin with digits. */
function derivedAccount(reference: string): string {
  const draw = createSeededDraw(reference);
  const [digits = draw.digits("sender branch", 3)] = /^\d{3}/.exec(reference) ?? [];
  return `5${digits}${draw.digits("sender account", 9)}`;
}
