import { type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { branchEndpoint, legacyEndpoint, transactionDetailEndpoint } from "./cbe-endpoints.ts";
import { cbePaymentTypes, cbeReceiver, placeCbeOrder } from "./cbe-payments.ts";
import { cbeSms, cbeSuffix } from "./cbe-sms.ts";
import { cbeShareUrl } from "./cbe-transaction-detail.ts";

export const bank: SandboxBank = {
  code: "cbe",
  receiver: cbeReceiver,
  endpoints: [legacyEndpoint, branchEndpoint, transactionDetailEndpoint],
  samples: {
    ...samplesFrom({ reference: "FT26278K3WQ8", suffix: "58471203" }),
    // Only the JSON has a status; a reversed payment has no PDF.
    reversed: { reference: "v2-hfHCqT7mWd2sLx9KbZRV" },
  },
  paymentTypes: cbePaymentTypes,
  placeOrder: placeCbeOrder,
  handOut(payment) {
    const suffix = cbeSuffix(payment);
    const receiptUrl = `https://apps.cbe.com.et:100/?id=${payment.reference}${suffix}`;
    const shareUrl = cbeShareUrl(payment.shareToken ?? "");
    return { suffix, receiptUrl, shareUrl, smsText: cbeSms(payment, receiptUrl) };
  },
};
