import { jsonAnswer } from "../receipts/bank-answers.ts";
import { coreBankingDay } from "../receipts/core-banking-reference.ts";
import type { ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { amharaPaymentTypes, deriveAmharaPayment, placeAmharaOrder } from "./amhara-payments.ts";
import { amharaReceiver } from "./amhara-receiver.ts";
import { amharaReceiptUrl, amharaSms } from "./amhara-sms.ts";
import { amharaTransaction } from "./amhara-transaction.ts";

const receiptEndpoint: ReceiptEndpoint = {
  path: "/FT:rest",
  read(request) {
    const key = `FT${request.param("rest")}`;
    return coreBankingDay(key) === undefined ? { kind: "malformed" } : { kind: "well_formed", key };
  },
  derive: ({ key }) => deriveAmharaPayment(key),
  render: (payment) => jsonAnswer(amharaTransaction(payment)),
  notFound: jsonAnswer({ status: false, message: "Internal server error." }, 500),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "amhara",
  receiver: amharaReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "FT26278AM4T1" },
    notFound: { reference: "FT26278AM4NF" },
    reversed: { reference: "FT26278AM4RV" },
    down: { reference: "FT26278AM4DN" },
    slow: { reference: "FT26278AM4SL" },
    unrecognizable: { reference: "FT26278AM4GB" },
  },
  paymentTypes: amharaPaymentTypes,
  placeOrder: placeAmharaOrder,
  handOut: (payment) => ({
    receiptUrl: amharaReceiptUrl(payment.reference),
    smsText: amharaSms(payment),
  }),
};
