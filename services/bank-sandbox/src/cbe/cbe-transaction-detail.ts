import { type Payment, totalPaid } from "../payments/payment.ts";
import { compactDate, localTimeOf } from "../receipts/addis-time.ts";
import { plainAmount } from "../receipts/amount-text.ts";
import { cbeTransferDay } from "./cbe-identifiers.ts";
import { isInternal, maskedCbeAccount, printedName } from "./cbe-parties.ts";

/** The JSON that the bank's receipt page loads; key names and their order are the bank's. */
export function cbeTransactionDetail(payment: Payment): unknown {
  const { amount, charges, paidAt, receiver, reference, sender, shareToken, status } = payment;
  const total = totalPaid(payment);
  const chargesTotal = total - amount;
  const valueDay = compactDate(cbeTransferDay(reference) ?? localTimeOf(paidAt));
  return {
    id: reference,
    transactionType: "ACNX",
    debitAccountNo: maskedCbeAccount(sender.account, 8),
    currencyMktDr: "1",
    debitCurrency: "ETB",
    debitAmount: plainAmount(amount),
    debitValueDate: valueDay,
    debitTheirRef: description,
    creditTheirRef: description,
    creditAccountNo: maskedCbeAccount(receiver.account, 8),
    creditCurrency: "ETB",
    creditValueDate: valueDay,
    processingDate: valueDay,
    paymentDetails: [description],
    chargeComDisplay: "NO",
    commissionCode: "Debit Plus Charges",
    commissionTypes: [
      { commissionType: "COMFTMB", commissionAmt: `ETB${plainAmount(charges.service)}` },
      { commissionType: "DISASRECOV", commissionAmt: `ETB${plainAmount(charges.levy)}` },
    ],
    chargeCode: "WAIVE",
    positionType: "TR",
    taxTypes: [{ taxType: "15", taxAmt: `ETB${plainAmount(charges.vat)}` }],
    amountDebitedWithCurrency: `ETB${plainAmount(total)}`,
    amountCreditedWithCurrency: `ETB${plainAmount(amount)}`,
    totalChargeAmountWithCurrency: `ETB${plainAmount(chargesTotal)}`,
    totalTaxAmountWithCurrency: `ETB${plainAmount(charges.vat)}`,
    amountDebited: plainAmount(total),
    amountCredited: plainAmount(amount),
    totalChargeAmount: plainAmount(chargesTotal),
    totalTaxAmount: plainAmount(charges.vat),
    totRecComm: "0",
    totRecCommLcl: "0",
    totRecChg: "0",
    totRecChgLcl: "0",
    rateFixing: "NO",
    authDate: valueDay,
    roundType: "NATURAL",
    currNo: "1",
    dateTimes: [utcMinute(paidAt)],
    creditAccountHolder: printedName(receiver),
    debitAccountHolder: printedName(sender),
    encodedReceipt: cbeShareUrl(shareToken ?? ""),
    isPlatformTransaction: true,
    channel: "ANDROID",
    platformTransactionType: "A2A",
    isOtherBank: isInternal(sender) || isInternal(receiver),
    description,
    serviceChargeValue: `ETB ${plainAmount(charges.service)}`,
    vatValue: `ETB ${plainAmount(charges.vat)}`,
    drCharge: `ETB ${plainAmount(charges.levy)}`,
    chargeDescription: `Service ETB ${plainAmount(charges.service)}, VAT(15%) ETB ${plainAmount(charges.vat)}, Disaster Recovery(5%) ETB ${plainAmount(charges.levy)}, total ETB ${plainAmount(chargesTotal)}.`,
    status: status === "completed" ? "COMPLETED" : "REVERSED",
  };
}

const description = "MB Transfer";

/** The bank's own spelling. */
export function cbeShareUrl(token: string): string {
  return `https://mbreciept.cbe.com.et/${token}`;
}

/** `2026-08-16T15:35:00Z`: UTC without seconds, like the PDF. */
function utcMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16)}:00Z`;
}
