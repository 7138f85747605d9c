import { chargesBy } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import { jsonResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { refuseUnprintable } from "../receipts/printable-names.ts";
import { readWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { placeWalletOrder } from "../receipts/wallet-orders.ts";
import { parsedQuery, type ReceiptEndpoint, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { mpesaReceiptPdf } from "./mpesa-receipt-pdf.ts";
import { mpesaReceiptUrl, mpesaSms } from "./mpesa-sms.ts";

const receiver = demoReceiver("0700127436");
const charge = chargesBy(50_000n, [100n, 300n, 600n]);

/** `U` is 2026. */
const yearOfA = 2006;

/** A transfer to a bank is an order with `receiverBank`. */
const paymentTypes = ["person-to-person", "merchant", "payer-template"] as const;

const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;

const receiptEndpoint: ReceiptEndpoint = {
  path: "/api/receipt/getReceipt",
  read(request) {
    const key = request.query("trxNo");
    const known = wellFormed.test(key) && readWalletDay(key, yearOfA) !== undefined;
    return parsedQuery(key, known);
  },
  derive: ({ key }) => derived(key),
  async render(payment) {
    const base64Data = Buffer.from(await mpesaReceiptPdf(payment)).toString("base64");
    return jsonResponse({ responseCode: "0", responseDescription: "Success", base64Data });
  },
  // The code and the words are not the bank's: no response of this kind is public.
  notFound: jsonResponse({ responseCode: "1", responseDescription: "Receipt not found" }),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "mpesa",
  receiver,
  endpoints: [receiptEndpoint],
  samples: samplesFrom({ reference: "UJ57QK2M41" }),
  paymentTypes,
  placeOrder: (order) =>
    placeWalletOrder(order, {
      merchantCode: /^\d{4,8}$/,
      merchantMessage: "must be a till number of 4 to 8 digits",
      phoneExample: "0700127436",
      yearOfA,
      charge,
      payerOf: derivedPhone,
      refuse: refuseUnprintable,
    }),
  handOut: (payment) => ({ receiptUrl: mpesaReceiptUrl(payment.reference), smsText: mpesaSms(payment) }),
};

function derived(reference: string): Payment {
  const day = readWalletDay(reference, yearOfA);
  const account = internationalPhone(receiver.account) ?? receiver.account;
  const senderAccount = derivedPhone(reference);
  return derivePayment(reference, { day, senderAccount, receiver: { ...receiver, account }, charge });
}

function derivedPhone(reference: string): string {
  return `2517${createSeededDraw(reference).digits("sender phone", 8)}`;
}
