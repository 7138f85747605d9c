import { type Payment, totalPaid } from "../payments/payment.ts";
import {
  type CalendarDay,
  clockOf,
  dashedDate,
  halfDayClockOf,
  localTimeOf,
  twoDigits,
} from "../receipts/addis-time.ts";
import { amountWords, groupedAmount, shortAmount } from "../receipts/amount-text.ts";
import { escapeHtml } from "../receipts/escape-html.ts";
import { createSeededDraw, drawnBalance } from "../receipts/seeded-draw.ts";

type Row = readonly [label: string, value: string];

/**
 * Text in paragraphs, then amounts in a table; label texts, their order and the space after one of them are the bank's.
 */
export function dashenReceiptPage(payment: Payment): string {
  const lines = textRows(payment).map(
    ([label, value]) => `      <p><strong>${label}</strong> ${escapeHtml(value)}</p>`,
  );
  const money = moneyRows(payment).map(
    ([label, value]) => `        <tr><td>${label}</td><td>${value}</td></tr>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <title>Dashen Bank Receipt</title>
  <style>
    .receipt { max-width: 720px; margin: auto; font-family: Arial, sans-serif; }
    .receipt td { border: 1px solid #013f6b; padding: 4px 8px; }
  </style>
</head>
<body>
  <div class="receipt" id="receipt">
    <h2>Dashen Bank Super App Electronic Value Added Tax Receipt</h2>
    <div class="details">
${lines.join("\n")}
    </div>
    <table>
      <tbody>
${money.join("\n")}
      </tbody>
    </table>
    <button onclick="window.print()">Download</button>
  </div>
</body>
</html>
`;
}

function textRows({ paidAt, receiver, reference, sender }: Payment): readonly Row[] {
  const { bankName } = receiver;
  const local = localTimeOf(paidAt);
  const toOtherBank: Row[] =
    bankName === undefined
      ? []
      : [
          ["Beneficiary Bank Name:", bankName],
          ["Institution Name:", bankName],
        ];
  return [
    ["Sender Name:", sender.name],
    ["Sender Account Number:", maskedDashenAccount(sender.account, 6)],
    ["Transaction Channel:", "Dashen Super App"],
    ["Service Type:", bankName === undefined ? "Within Dashen Transfer" : "Other Bank Transfer"],
    ["Narrative:", "Payment for goods"],
    ["Receiver Name:", receiver.name],
    ...toOtherBank,
    ["Receiver Account Number: ", shownReceiverAccount(receiver)],
    ["Transaction Reference:", reference],
    ["Transfer Reference:", transferReference(reference)],
    ["Transaction Date:", `${englishDate(local)}, ${halfDayClockOf(local).toLowerCase()}`],
  ];
}

/** An account at another bank is not masked. */
function shownReceiverAccount({ account, bankName }: Payment["receiver"]): string {
  return bankName === undefined ? maskedDashenAccount(account, 6) : account;
}

/** The app's own longer number, which finds no receipt. */
function transferReference(reference: string): string {
  return `${reference.slice(3, 6)}I${createSeededDraw(reference).digits("transfer reference", 18)}`;
}

function moneyRows(payment: Payment): readonly Row[] {
  const { amount, charges } = payment;
  const { birr, cents } = amountWords(totalPaid(payment));
  return [
    ["Transaction Amount", etb(amount)],
    ["Service Charge", etb(charges.service)],
    ["Excise Tax (15%)", etb(0n)],
    ["DRRF Fee", etb(charges.levy)],
    ["VAT (15%)", etb(charges.vat)],
    ["Penalty Fee", etb(0n)],
    ["Income Tax Fee", etb(0n)],
    ["Tax", etb(0n)],
    ["Interest Fee", etb(0n)],
    ["Stamp Duty", etb(0n)],
    ["Discount Amount", etb(0n)],
    ["Total", etb(totalPaid(payment))],
    ["Amount in words:", `${birr} birr and ${cents} cents`],
  ];
}

/** The bank prints zero as `ETB 0`. */
function etb(santim: bigint): string {
  return santim === 0n ? "ETB 0" : `ETB ${groupedAmount(santim)}`;
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `Mar 02, 2026` */
function englishDate({ year, month, day }: CalendarDay): string {
  return `${months[month - 1]} ${twoDigits(day)}, ${year}`;
}

/** `2048******316` on the page, eight stars in a message. */
function maskedDashenAccount(account: string, stars: number): string {
  return `${account.slice(0, 4)}${"*".repeat(stars)}${account.slice(-3)}`;
}

export function dashenReceiptUrl(reference: string): string {
  return `https://receipts.dashenbanksc.com/receipt/${reference}`;
}

/** The payer's message; the stray `=`, the doubled spaces and the full stop after the link are the bank's. */
export function dashenSms({ amount, charges, paidAt, receiver, reference, sender }: Payment): string {
  const local = localTimeOf(paidAt);
  const to = receiver.bankName === undefined ? "the account" : `the ${receiver.bankName} account`;
  return [
    `Dear Customer, ETB ${groupedAmount(amount)} from your account ${maskedDashenAccount(sender.account, 8)} has been credited to ${to} ${maskedDashenAccount(receiver.account, 8)} on ${dashedDate(local)} at ${clockOf(local)} with transaction reference ${reference}. `,
    `The service charge is ETB ${shortAmount(charges.service)}, VAT (15%) ETB ${shortAmount(charges.vat)} and DRRF (5%) ETB ${shortAmount(charges.levy)}.`,
    `Your current balance is ETB ${groupedAmount(drawnBalance(reference))}. Thank you for using Dashen Super App!`,
    `Download receipt:  = ${dashenReceiptUrl(reference)}.`,
  ].join(" ");
}
