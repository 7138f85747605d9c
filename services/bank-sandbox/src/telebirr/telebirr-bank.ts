import { htmlAnswer } from "../receipts/bank-answers.ts";
import { readWalletDay } from "../receipts/reference-day.ts";
import type { ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import {
  deriveTelebirrPayment,
  placeTelebirrOrder,
  telebirrPaymentTypes,
  telebirrYearOfA,
} from "./telebirr-payments.ts";
import { telebirrReceiptPage } from "./telebirr-receipt-page.ts";
import { telebirrReceiver } from "./telebirr-receiver.ts";
import { telebirrReceiptUrl, telebirrSms } from "./telebirr-sms.ts";

const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;

const receiptEndpoint: ReceiptEndpoint = {
  path: "/receipt/:reference",
  read(request) {
    const key = request.param("reference");
    const known = wellFormed.test(key) && readWalletDay(key, telebirrYearOfA) !== undefined;
    return known ? { kind: "well_formed", key } : { kind: "malformed" };
  },
  derive: ({ key }) => deriveTelebirrPayment(key),
  render: (payment) => htmlAnswer(telebirrReceiptPage(payment)),
  notFound: htmlAnswer(`<!DOCTYPE html><html><head><title>telebirr</title></head><body>
<div style="text-align: center">This request is not correct</div>
</body></html>`),
  showsReversal: true,
};

export const bank: SandboxBank = {
  code: "telebirr",
  receiver: telebirrReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "DJ57QK2M41" },
    notFound: { reference: "DJ57QK2MNF" },
    reversed: { reference: "DJ57QK2MRV" },
    down: { reference: "DJ57QK2MDN" },
    slow: { reference: "DJ57QK2MSL" },
    unrecognizable: { reference: "DJ57QK2MGB" },
  },
  paymentTypes: telebirrPaymentTypes,
  placeOrder: placeTelebirrOrder,
  handOut: (payment) => ({
    receiptUrl: telebirrReceiptUrl(payment.reference),
    smsText: telebirrSms(payment),
  }),
};
