import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { amountWords } from "../receipts/amount-text.ts";
import { escapeHtml } from "../receipts/escape-html.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { chargeRows, telebirrAmount } from "./telebirr-charge-rows.ts";
import { maskedPhone } from "./telebirr-phone.ts";

/** Untidy on purpose, like the bank's page: nested tables, stray spaces, a commented row, a broken attribute. */
export function telebirrReceiptPage(payment: Payment): string {
  return `<!DOCTYPE html><html lang="en"><head>
    <meta http-equiv="Content-Type" content="text/html; charset=utf-8">
    <title>telebirr receipt </title>
    <style type="text/css">
        .receipttableTd { border-bottom: 1px solid #555; border-right: 1px solid #555; }
        .receipttableTd1 { text-align: right; }
        .receipttableTd2 { border-left: 1px solid #555; }
    </style>
</head>
    <body align="center" id="body">
        <div style="width:100%" align="center">
            <div id="invoice" align="center">
                <table class="auto-style1" style="width: 98%">
                    <tbody><tr>
                        <td>${companyTable}</td>
                    </tr>
                    <tr>
                        <td style="border-top: 2px solid #0c0">
                           የቴሌብር ክፍያ መረጃ/telebirr Transaction information</td>
                    </tr>
                    <tr>
                        <td>${partiesTable(payment)}</td>
                    </tr>
                    <tr>
                        <td>
                            <br>${invoiceTable(payment)}</td>
                    </tr>
                    <tr>
                        <td style="text-align:left">${paymentTable(payment)}</td>
                    </tr>
                </tbody></table>
            </div>
        </div>
</body></html>
`;
}

/** Label and value cells that do not belong to the payment. */
const companyTable = `
    <table style="width: 100%">
        <tbody><tr>
            <td rowspan="3"><table><tbody><tr><td>&nbsp;</td><td>&nbsp;</td></tr></tbody></table></td>
            <td style="text-align: left;">Sandbox Telecom Share Company</td>
            <td style="width: 200px">&nbsp;</td>
        </tr>
        <tr>
            <td style="text-align: left; ">TIN No. </td>
            <td style=" text-align: left;">0000000000</td>
        </tr>
        <tr>
            <td style="text-align: left;">VAT Reg. No. </td>
            <td style="text-align: left;"> 000000</td>
        </tr>
    </tbody></table>`;

function partiesTable(payment: Payment): string {
  const { sender, receiver, status } = payment;
  const rows = [
    labelledRow("የከፋይ ስም/Payer Name", ` ${sender.name}`),
    labelledRow("የከፋይ ቴሌብር ቁ./Payer telebirr no.", ` ${maskedPhone(sender.account)}`),
    labelledRow("የከፋይ አካውንት አይነት/Payer account type", " Individual Customer"),
    labelledRow("የከፋይ ቲን ቁ./ Payer TIN No", " "),
    labelledRow("የከፋይ ተ.እ.ታ.ቁ./VAT Reg. No", " \n            "),
    labelledRow("የከፋይ ተ.እ.ታ.ቁ. ምዝገባ ቀን/VAT Reg. Date", " \n            "),
    labelledRow("የገንዘብ ተቀባይ ስም/Credited Party name", `  ${receiver.bankName ?? receiver.name}`),
    labelledRow("የገንዘብ ተቀባይ ቴሌብር ቁ./Credited party account no", ` ${creditedAccount(payment)}\n            `),
    "\n        <tr>\n        </tr>",
    labelledRow("የክፍያው ሁኔታ/transaction status", status === "completed" ? "Completed" : "Reversed"),
  ];
  if (receiver.bankName !== undefined) {
    rows.push(labelledRow("የባንክ አካውንት ቁጥር/Bank account number", ` ${receiver.account}   ${receiver.name}`));
  }
  return `
    <table class="auto-style1">
        <tbody>${rows.join("")}
    </tbody></table>`;
}

/** Money sent to a bank is credited to that bank's own short code; the account is in a separate row. */
function creditedAccount({ receiver, reference, type }: Payment): string {
  if (receiver.bankName !== undefined) return createSeededDraw(reference).digits("bank code", 4);
  return type === "merchant" ? receiver.account : maskedPhone(receiver.account);
}

function labelledRow(label: string, value: string): string {
  return `
        <tr>
            <td class="auto-style3" style="text-align: left; width: 300px;">

                ${label}
            </td>
            <td class="auto-style3" style="text-align: left">${escapeHtml(value)}</td>
        </tr>`;
}

function invoiceTable(payment: Payment): string {
  const { reference, amount } = payment;
  return `
    <table style="width:98%" cellpadding="3" cellspacing="0">
        <tbody><tr>
            <td colspan="3" class="receipttableTd3">

                የክፍያ ዝርዝር/ Invoice details
            </td>
        </tr>
        <tr>
            <td class="receipttableTd receipttableTd2">

                የክፍያ ቁጥር/Invoice No.
            </td>
            <td class="receipttableTd">
                የክፍያ ቀን/Payment date
            </td>
            <td class="receipttableTd">

                የተከፈለው መጠን/Settled Amount
            </td>
        </tr>
        <tr>
            <td class="receipttableTd receipttableTd2"> ${reference}</td>
            <td class="receipttableTd"> ${paymentDate(payment.paidAt)}</td>
            <td class="receipttableTd"> ${telebirrAmount(payment, amount)}</td>
        </tr>${chargeRows(payment)}
    </tbody></table>`;
}

function paymentTable(payment: Payment): string {
  const { birr, cents } = amountWords(totalPaid(payment));
  return `
    <table style="width:98%" cellspacing="0px">
        <tbody><tr>
            <td style="width:270px">የገንዘቡ ልክ በፊደል/Total Amount in word</td>
            <td class="auto-style18" style="vertical-align:bottom" "="">
                ${birr} birr and ${cents} cent</td>
            <td></td>
        </tr>${[
          noteRow(" የክፍያ ዘዴ/Payment Mode", "telebirr"),
          noteRow(" የክፍያ ምክንያት/Payment Reason", paymentReason(payment)),
          noteRow(" የክፍያ መንገድ/Payment channel", "API/App"),
          noteRow("የደንበኛ መልዕክት/Customer Note", ""),
        ].join("")}
    </tbody></table>`;
}

const reasonOfType: Readonly<Record<string, string>> = {
  merchant: "Buy Goods",
  airtime: "Buy Airtime",
  package: "CRM Buy Package Mini APP",
};

function paymentReason({ receiver, type }: Payment): string {
  if (receiver.bankName !== undefined) return "Customer Transfer from Mobile Money to Bank";
  return reasonOfType[type ?? ""] ?? "Send Money to Registered Customer";
}

function noteRow(label: string, value: string): string {
  return `
        <tr>
            <td>${label}</td>
            <td class=" auto-style18" style="vertical-align:bottom">
                ${value}
            </td>
            <td></td>
        </tr>`;
}

/** `05-10-2026 14:03:09` */
function paymentDate(instant: Date): string {
  const local = localTimeOf(instant);
  return `${twoDigits(local.day)}-${twoDigits(local.month)}-${local.year} ${clockOf(local)}`;
}
