import type { Payment } from "../payments/payment.ts";
import { jsonAnswer } from "../receipts/bank-answers.ts";
import { readWalletDay } from "../receipts/reference-day.ts";
import type { BankAnswer, ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { deriveMpesaPayment, mpesaPaymentTypes, mpesaYearOfA, placeMpesaOrder } from "./mpesa-payments.ts";
import { mpesaReceiptPdf } from "./mpesa-receipt-pdf.ts";
import { mpesaReceiver } from "./mpesa-receiver.ts";
import { mpesaReceiptUrl, mpesaSms } from "./mpesa-sms.ts";

const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;

const receiptEndpoint: ReceiptEndpoint = {
  path: "/api/receipt/getReceipt",
  read(request) {
    const key = request.query("trxNo");
    const known = wellFormed.test(key) && readWalletDay(key, mpesaYearOfA) !== undefined;
    return known ? { kind: "well_formed", key } : { kind: "malformed" };
  },
  derive: ({ key }) => deriveMpesaPayment(key),
  render: receiptAnswer,
  // The code and the words are not the bank's: no answer of this kind is public.
  notFound: jsonAnswer({ responseCode: "1", responseDescription: "Receipt not found" }),
  showsReversal: false,
};

async function receiptAnswer(payment: Payment): Promise<BankAnswer> {
  const pdf = await mpesaReceiptPdf(payment);
  return jsonAnswer({
    responseCode: "0",
    responseDescription: "Success",
    base64Data: Buffer.from(pdf).toString("base64"),
  });
}

export const bank: SandboxBank = {
  code: "mpesa",
  receiver: mpesaReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "UJ57QK2M41" },
    notFound: { reference: "UJ57QK2MNF" },
    reversed: { reference: "UJ57QK2MRV" },
    down: { reference: "UJ57QK2MDN" },
    slow: { reference: "UJ57QK2MSL" },
    unrecognizable: { reference: "UJ57QK2MGB" },
  },
  paymentTypes: mpesaPaymentTypes,
  placeOrder: placeMpesaOrder,
  handOut: (payment) => ({ receiptUrl: mpesaReceiptUrl(payment.reference), smsText: mpesaSms(payment) }),
};
