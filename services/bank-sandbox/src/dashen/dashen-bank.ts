import { chargesBy } from "../payments/charges.ts";
import type { Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { type CalendarDay, localTimeOf } from "../receipts/addis-time.ts";
import { htmlResponse, jsonResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomDigits, randomEnding } from "../receipts/random-text.ts";
import { readYearDay, writeYearDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type OrderResult, type ReceiptEndpoint, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { dashenReceiptPage, dashenReceiptUrl, dashenSms } from "./dashen-documents.ts";

/** Three characters of the payer's account or branch, four letters of the product, `YYDDD`, four characters. */
const wellFormed = /^[A-Z0-9]{3}[A-Z]{4}(\d{5})[A-Z0-9]{4}$/;

const receiver = demoReceiver("5047318296011");
const charge = chargesBy(100_000n, [100n, 500n, 1_000n], 5n);

const notFound = jsonResponse({ statusCode: 400, message: "Transaction not found" }, 400);

const receiptEndpoint: ReceiptEndpoint = {
  path: "/receipt/:reference",
  read(request) {
    const key = request.param("reference");
    if (!wellFormed.test(key)) return { kind: "malformed" };
    // Another bank at this path responds to malformed references; one of this shape is rejected by this bank.
    return dayOf(key) === undefined ? { kind: "refused", response: notFound } : { kind: "well_formed", key };
  },
  derive: ({ key }) => {
    const senderAccount = derivedAccount(key);
    return derivePayment(key, { day: dayOf(key), senderAccount, receiver: derivedReceiver(key), charge });
  },
  render: (payment) => htmlResponse(dashenReceiptPage(payment)),
  notFound,
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "dashen",
  receiver,
  endpoints: [receiptEndpoint],
  samples: samplesFrom({ reference: "387WDTS262780A7B" }),
  placeOrder,
  handOut: (payment) => ({ receiptUrl: dashenReceiptUrl(payment.reference), smsText: dashenSms(payment) }),
};

function dayOf(reference: string): CalendarDay | undefined {
  const [, yearDay] = wellFormed.exec(reference) ?? [];
  return yearDay === undefined ? undefined : readYearDay(yearDay);
}

/** Products that begin with `OB` transfer the money to another bank. */
function derivedReceiver(reference: string): Receiver {
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

/** A reference that begins with digits has the second to fourth digit of the payer's account there. */
function derivedAccount(reference: string): string {
  const draw = createSeededDraw(reference);
  const [digits = draw.digits("sender branch", 3)] = /^\d{3}/.exec(reference) ?? [];
  return `5${digits}${draw.digits("sender account", 9)}`;
}
