import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { amountWords, groupedAmount, shortGroupedAmount } from "../receipts/amount-text.ts";
import { escapeHtml } from "../receipts/escape-html.ts";
import { drawnBalance } from "../receipts/seeded-draw.ts";

type Row = readonly [label: string, value: string];

/** The sandbox's own layout, described in its README: no page of the bank is known. */
export function siinqeeReceiptPage(payment: Payment): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Siinqee Bank Receipt</title>
<style>
  body { font-family: sans-serif; margin: 2em; }
  td { border-bottom: 1px solid #ccc; padding: 4px 12px; }
</style>
</head>
<body>
<h1>Siinqee Bank</h1>
<table class="bank">
${rowsHtml(bankRows)}
</table>
<h2>Transaction Receipt</h2>
<table class="receipt">
${rowsHtml(receiptRows(payment))}
</table>
<p class="footer">Thank you for banking with Siinqee Bank.</p>
</body>
</html>
`;
}

function rowsHtml(rows: readonly Row[]): string {
  return rows.map(([label, value]) => `<tr><td>${label}</td><td>${escapeHtml(value)}</td></tr>`).join("\n");
}

const bankRows: readonly Row[] = [
  ["Bank Name", "Siinqee Bank S.C."],
  ["TIN No", "0000000000"],
  ["Tel", "+251 000 000 003"],
];

function receiptRows(payment: Payment): readonly Row[] {
  const { amount, charges, paidAt, receiver, reference, sender } = payment;
  const local = localTimeOf(paidAt);
  const { birr, cents } = amountWords(totalPaid(payment));
  return [
    ["Transaction Reference", reference],
    ["Transaction Date", `${dashedDate(local)} ${clockOf(local)}`],
    ["Sender Name", sender.name],
    ["Sender Account", maskedSiinqeeAccount(sender.account)],
    ["Receiver Name", receiver.name],
    ["Receiver Account", maskedSiinqeeAccount(receiver.account)],
    ["Amount", `ETB ${groupedAmount(amount)}`],
    ["Service Charge", `ETB ${groupedAmount(charges.service)}`],
    ["VAT (15%)", `ETB ${groupedAmount(charges.vat)}`],
    ["Total", `ETB ${groupedAmount(totalPaid(payment))}`],
    ["Amount in Words", `${birr} birr and ${cents} cents`],
    ["Narrative", "Payment by mobile"],
    // A payment that did not complete has no page.
    ["Status", "Completed"],
  ];
}

/** `1014*****3658` */
function maskedSiinqeeAccount(account: string): string {
  return `${account.slice(0, 4)}*****${account.slice(-4)}`;
}

export function siinqeeReceiptUrl(reference: string): string {
  return `https://receipts.siinqeebank.com:871/generate/${reference}`;
}

const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

/** Message about a debit; the one about a credit has a reference and no link. */
export function siinqeeSms(payment: Payment): string {
  const { paidAt, reference, sender } = payment;
  const local = localTimeOf(paidAt);
  const day = `${twoDigits(local.day)}-${months[local.month - 1]}-${local.year}`;
  return [
    `Dear ${sender.name.toUpperCase()}, Your account XXXXXX${sender.account.slice(-8)} has been debited with ETB ${shortGroupedAmount(totalPaid(payment))} Ref: ${reference} on ${day} ${clockOf(local)}.`,
    `Available Balance is ETB ${groupedAmount(drawnBalance(reference))}. Thank you for banking with SIINQEE BANK. ${siinqeeReceiptUrl(reference)}`,
  ].join(" ");
}
