import type { Payment } from "../payments/payment.ts";
import { htmlAnswer, pdfAnswer } from "../receipts/bank-answers.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { readWalletDay } from "../receipts/reference-day.ts";
import type { BankAnswer, ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import {
  cbebirrPaymentTypes,
  cbebirrYearOfA,
  deriveCbebirrPayment,
  placeCbebirrOrder,
} from "./cbebirr-payments.ts";
import { cbebirrReceiptPdf } from "./cbebirr-receipt-pdf.ts";
import { cbebirrReceiver } from "./cbebirr-receiver.ts";
import { cbebirrReceiptUrl, cbebirrSms } from "./cbebirr-sms.ts";

const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7,8}$/;

const receiptEndpoint: ReceiptEndpoint = {
  path: "/aureceipt",
  read(request) {
    const key = request.query("TID");
    const phone = internationalPhone(request.query("PH"));
    const known = wellFormed.test(key) && readWalletDay(key, cbebirrYearOfA) !== undefined;
    return known && phone !== undefined
      ? { kind: "well_formed", key, payerDigits: phone }
      : { kind: "malformed" };
  },
  derive: ({ key, payerDigits }) => deriveCbebirrPayment(key, payerDigits),
  render: receiptAnswer,
  notFound: htmlAnswer(`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml">
<head><meta charset="utf-8" /><title>Auto Receipt</title>
<link href="/api/reports/resources/styles/telerikReportViewer" rel="stylesheet" />
<script src="/api/reports/resources/js/telerikReportViewer"></script></head>
<body>
<div id="reportViewer1" class="k-widget trv-report-viewer">loading...</div>
<script>$(function () { $("#reportViewer1").telerik_ReportViewer({ serviceUrl: "/api/reports/", viewMode: "PRINT_PREVIEW" }); });</script>
</body>
</html>`),
  showsReversal: true,
};

async function receiptAnswer(payment: Payment): Promise<BankAnswer> {
  return pdfAnswer(await cbebirrReceiptPdf(payment));
}

const phone = "251912345678";

export const bank: SandboxBank = {
  code: "cbebirr",
  receiver: cbebirrReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "DJ541QK2M41", phone },
    notFound: { reference: "DJ541QK2MNF", phone },
    reversed: { reference: "DJ541QK2MRV", phone },
    down: { reference: "DJ541QK2MDN", phone },
    slow: { reference: "DJ541QK2MSL", phone },
    unrecognizable: { reference: "DJ541QK2MGB", phone },
  },
  paymentTypes: cbebirrPaymentTypes,
  placeOrder: placeCbebirrOrder,
  handOut: (payment) => ({
    phone: payment.sender.account,
    receiptUrl: cbebirrReceiptUrl(payment),
    smsText: cbebirrSms(payment),
  }),
};
