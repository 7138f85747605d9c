import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import type { SandboxBank } from "../sandbox-bank.ts";
import { branchEndpoint, legacyEndpoint, transactionDetailEndpoint } from "./cbe-endpoints.ts";
import { placeCbeOrder } from "./cbe-payments.ts";
import { cbeReceiver } from "./cbe-receiver.ts";
import { cbeShareUrl } from "./cbe-transaction-detail.ts";

export const bank: SandboxBank = {
  code: "cbe",
  receiver: cbeReceiver,
  endpoints: [legacyEndpoint, branchEndpoint, transactionDetailEndpoint],
  samples: {
    success: { reference: "FT26278K3WQ8", suffix: "58471203" },
    notFound: { reference: "FT26278K3WNF", suffix: "58471203" },
    // Only the JSON has a status; a reversed payment has no PDF.
    reversed: { reference: "v2-hfHCqT7mWd2sLx9KbZRV" },
    down: { reference: "FT26278K3WDN", suffix: "58471203" },
    slow: { reference: "FT26278K3WSL", suffix: "58471203" },
    unrecognizable: { reference: "FT26278K3WGB", suffix: "58471203" },
  },
  placeOrder: placeCbeOrder,
  handOut(payment) {
    const suffix = payment.sender.account.slice(-8);
    const receiptUrl = `https://apps.cbe.com.et:100/?id=${payment.reference}${suffix}`;
    const shareUrl = cbeShareUrl(payment.shareToken ?? "");
    return { suffix, receiptUrl, shareUrl, smsText: cbeSms(payment, receiptUrl) };
  },
};

/** The payer's message: its link ends in the payer's own digits. "transfered" is the bank's spelling. */
function cbeSms(payment: Payment, receiptUrl: string): string {
  const { amount, charges, paidAt, receiver, reference, sender } = payment;
  const local = localTimeOf(paidAt);
  const balance = BigInt(createSeededDraw(reference).number("balance", 5_000_000));
  return [
    `Dear ${sender.name.split(" ")[0]}, You have transfered ETB ${groupedAmount(amount)} to ${receiver.name} on ${slashedDate(local)} at ${clockOf(local)} from your account 1*********${sender.account.slice(-4)}.`,
    `Your account has been debited with a S.charge of ETB ${groupedAmount(charges.service)} and VAT(15%) of ETB${groupedAmount(charges.vat)} and Disaster Fund (5%) of ETB${groupedAmount(charges.levy)}, with a total of ETB ${groupedAmount(totalPaid(payment))}.`,
    `Your Current Balance is ETB ${groupedAmount(balance)}. Thank you for Banking with CBE! ${receiptUrl}`,
  ].join(" ");
}
