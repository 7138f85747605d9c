import { chargesBy } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { htmlResponse, pdfResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { refuseUnprintable } from "../receipts/printable-names.ts";
import { randomEnding } from "../receipts/random-text.ts";
import { readWalletDay, writeWalletDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { walletReceiver } from "../receipts/wallet-orders.ts";
import { type OrderResult, type ReceiptEndpoint, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { cbebirrReceiptPdf } from "./cbebirr-receipt-pdf.ts";
import { cbebirrReceiptUrl, cbebirrSms } from "./cbebirr-sms.ts";

const receiver = demoReceiver("251900127436");
const charge = chargesBy(100_000n, [100n, 500n, 1_000n]);

/** Into a wallet from a bank account, which is not printed; or to a merchant, printed only by name. */
const paymentTypes = ["transfer", "from-bank", "to-organization"] as const;

/** `D` is 2026. */
const yearOfA = 2023;

const wellFormed = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7,8}$/;

const receiptEndpoint: ReceiptEndpoint = {
  path: "/aureceipt",
  read(request) {
    const key = request.query("TID");
    const phone = internationalPhone(request.query("PH"));
    const known = wellFormed.test(key) && readWalletDay(key, yearOfA) !== undefined;
    return known && phone !== undefined
      ? { kind: "well_formed", key, payerDigits: phone }
      : { kind: "malformed" };
  },
  derive: ({ key, payerDigits }) => derived(key, payerDigits),
  render: async (payment) => pdfResponse(await cbebirrReceiptPdf(payment)),
  notFound: htmlResponse(`<!DOCTYPE html>
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

export const bank: SandboxBank = {
  code: "cbebirr",
  receiver,
  endpoints: [receiptEndpoint],
  samples: samplesFrom({ reference: "DJ541QK2M41", phone: "251912345678" }),
  paymentTypes,
  placeOrder,
  handOut: (payment) => ({
    phone: payment.sender.account,
    receiptUrl: cbebirrReceiptUrl(payment),
    smsText: cbebirrSms(payment),
  }),
};

/** The requester of a receipt without an order is its payer. */
function derived(reference: string, phone = derivedPhone(reference)): Payment {
  const day = readWalletDay(reference, yearOfA);
  return derivePayment(reference, { day, senderAccount: phone, receiver, charge });
}

function placeOrder(order: PaymentOrder): OrderResult {
  const day = writeWalletDay(localTimeOf(order.paidAt), yearOfA);
  if (day === undefined) return refused("paidAt", "must be in 2023 or later, up to 2048");
  const unprintable = refuseUnprintable(order);
  if (unprintable !== undefined) return unprintable;
  const receiver = walletReceiver(order, { phoneExample: "251900127436" });
  if ("mustBe" in receiver) return refused("receiverAccount", receiver.mustBe);
  const reference = `${day}${randomEnding(8)}`;
  const type = order.type ?? "transfer";
  const charges = charge(order.amount);
  if (type !== "from-bank")
    return placed(order, { reference, type, receiver, charges, senderAccount: derivedPhone(reference) });
  if (receiver.bankName !== undefined) return refused("receiverBank", "is not for a payment into a wallet");
  // The payer is the wallet's owner: the receipt is found by that phone.
  const owner = { ...order, senderName: receiver.name };
  return placed(owner, { reference, type, receiver, charges, senderAccount: receiver.account });
}

function derivedPhone(reference: string): string {
  return `2519${createSeededDraw(reference).digits("sender phone", 8)}`;
}
