import { type Party, type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { escapeHtml } from "../receipts/escape-html.ts";

/** Only the invoice cells and the receiver block of the page are known; the rest is the sandbox's, see its README. */
export function kaafiReceiptPage(payment: Payment): string {
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>Kaafi eBirr Receipt</title>
<style>
  .heading { background: #0a6; color: #fff; padding: 4px 10px; }
  td.invoice { font-weight: bold; }
</style>
</head>
<body>
<div class="receipt">
<h2>KAAFI MICROFINANCE INSTITUTION</h2>
<table class="invoice-details">
${invoiceRows(payment)}
</table>
<div class="heading">Sender Info</div>
${partyTable(payment.sender)}
<div class="heading">Receiver Info</div>
${partyTable(payment.receiver)}
<div class="footer">Thank you for using Kaafi eBirr</div>
</div>
</body>
</html>
`;
}

function invoiceRows(payment: Payment): string {
  const { amount, charges, paidAt, reference } = payment;
  const local = localTimeOf(paidAt);
  const rows = [
    ["DATE", `${dashedDate(local)} ${clockOf(local)} +0300 EAT`],
    ["RECEIPT NO", reference],
    ["AMOUNT", `ETB ${groupedAmount(amount)}`],
    ["CHARGES", `ETB ${groupedAmount(charges.service)}`],
    ["VAT", `ETB ${groupedAmount(charges.vat)}`],
    ["TOTAL", `ETB ${groupedAmount(totalPaid(payment))}`],
  ];
  return rows
    .map(([label, value]) => `  <tr><td class="invoice">${label}</td><td>${value}</td></tr>`)
    .join("\n");
}

/** One cell in each row: the value is below its label. */
function partyTable({ name, account }: Party): string {
  const cells = ["Name", escapeHtml(name), "Account", escapeHtml(account)];
  return `<table class="party">
${cells.map((text) => `  <tr><td>${text}</td></tr>`).join("\n")}
</table>`;
}

export function kaafiTokenUrl(token: string): string {
  return `https://receipt.ebirr.com/kaafimf/${token}`;
}

export function kaafiTransferUrl(transferId: string): string {
  return `https://transactioninfo.ebirr.com/kaafimf-Ebirr/receipt/${transferId}`;
}

/** The payer's message; only its older form, with the transfer id in the link, is known. */
export function kaafiSms({ amount, charges, paidAt, receiver, reference, sender }: Payment): string {
  const local = localTimeOf(paidAt);
  return [
    `[-EBIRR-KAAFI-] Dear ${sender.name.split(" ")[0]}, You have successfully transferred ETB${groupedAmount(amount)} to ${receiver.name} on ${slashedDate(local)} at ${clockOf(local)}.`,
    `Transfer-Id: ${reference}. Charges: ETB${groupedAmount(charges.service)} with VAT: ETB${groupedAmount(charges.vat)}.`,
    kaafiTransferUrl(reference),
  ].join(" ");
}
