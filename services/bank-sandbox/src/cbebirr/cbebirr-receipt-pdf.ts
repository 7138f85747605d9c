import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf } from "../receipts/addis-time.ts";
import { amountWords, plainAmount } from "../receipts/amount-text.ts";
import { type PlacedText, pdfPage } from "../receipts/pdf-page.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { cbebirrOrderId } from "./cbebirr-sms.ts";

/** Draws blocks in the order in which their text must be extracted, regardless of their position on the page. */
export function cbebirrReceiptPdf(payment: Payment): Promise<Uint8Array> {
  const texts = [
    ...heading,
    ...companyBlock(payment),
    ...customerBlock(payment),
    ...transactionBlock(payment),
    ...detailsBlock(payment),
    ...footer,
  ];
  return pdfPage(texts, payment.paidAt);
}

const heading: readonly PlacedText[] = [
  { x: 170, y: 24, size: 18, text: "Commercial Bank of Ethiopia" },
  { x: 260, y: 48, size: 12, text: "CBEBirr" },
  { x: 210, y: 64, size: 12, text: "VAT Invoice/ Customer Receipt" },
];

const rowHeight = 12;

function column(x: number, top: number, texts: readonly string[]): PlacedText[] {
  return texts.map((text, index) => ({ x, y: top + index * rowHeight, text }));
}

function companyBlock({ reference }: Payment): PlacedText[] {
  const rows = [
    ["Country:", "Ethiopia"],
    ["City:", "Addis Ababa"],
    ["Address:", "Sandbox St, 00"],
    ["Postal code:", "000"],
    ["SWIFT Code::", "SNDBETAA"],
    ["Email:", "sandbox@example.com"],
    ["Tel:", "251-000-00-01"],
    ["Fax:", "251-000-00-02"],
    ["Tin:", "0000000000"],
    ["VAT Receipt No:", reference],
    ["VAT Registration No:", "000000"],
    ["VAT Registration Date:", "01/01/2000"],
  ] as const;
  return [
    { x: 60, y: 100, size: 10, text: "Company Address & Other Information" },
    ...rows.map(([label], index) => ({ x: 60, y: 118 + index * rowHeight, text: label })),
    ...rows.map(([, value], index) => ({ x: 165, y: 118 + index * rowHeight, text: value })),
  ];
}

/** The customer's name comes after four of the labels. */
function customerBlock({ sender }: Payment): PlacedText[] {
  const firstLabels = ["Customer Name:", "Region:", "City:", "Sub city:"];
  const lastLabels = ["Wereda/kebele:", "VAT Registration No:", "VAT Registration Date:", "TIN (TAX ID):"];
  return [
    { x: 320, y: 100, size: 10, text: "Customer Information" },
    ...column(320, 118, firstLabels),
    { x: 420, y: 118, text: sender.name },
    ...column(320, 118 + firstLabels.length * rowHeight, lastLabels),
  ];
}

/** Each value is below its label. */
function transactionBlock(payment: Payment): PlacedText[] {
  const { receiver, reference, sender, status, type } = payment;
  const rows = [
    ["Debit Account", ...(type === "from-bank" ? [] : [`${sender.account} - ${sender.name}`])],
    ["Credit Account", type === "to-organization" ? "Org Account" : `${receiver.account} - ${receiver.name}`],
    ["Receiver Name", receiver.name],
    ["Order ID", cbebirrOrderId(payment)],
    ["Transaction Status", status === "completed" ? "Completed" : "Reversed"],
    ["Reference", createSeededDraw(reference).digits("reference", 12)],
  ];
  return [{ x: 60, y: 280, size: 10, text: "Transaction Information" }, ...column(60, 298, rows.flat())];
}

/** Numbers before their labels, then labels before their texts. */
function detailsBlock(payment: Payment): PlacedText[] {
  const { amount, charges, reference } = payment;
  const { birr, cents } = amountWords(totalPaid(payment));
  const sums = [amount, charges.service, charges.vat, totalPaid(payment)].map(plainAmount);
  return [
    { x: 60, y: 460, size: 10, text: "Transaction Details" },
    { x: 60, y: 478, text: "Receipt Number" },
    { x: 220, y: 478, text: "Transaction Date" },
    { x: 400, y: 478, text: "Amount" },
    // The three values are joined, as in the known content of the bank's own document.
    { x: 60, y: 492, text: `${reference}${minuteOf(payment.paidAt)}${plainAmount(amount)}` },
    ...column(400, 516, sums),
    ...column(280, 516, ["Paid amount", "Service Charge", "VAT", "Total Paid Amount"]),
    ...column(60, 576, ["Total Amount in word", "Payment Reason", "Payment Channel"]),
    ...column(190, 576, [`${birr} birr and ${cents} cents`, reasonOf(payment), "USSD"]),
    ...column(60, 630, ["Branch:", "Tip"]),
  ];
}

function reasonOf({ receiver, type }: Payment): string {
  if (type === "from-bank") return "TransferFromBankToMM by Customer to Customer";
  if (type === "to-organization") return "Pay Bill";
  return `${receiver.bankName === undefined ? "SendMoney" : "TransferFromMMToBank"} by Customer to Customer`;
}

const footer: readonly PlacedText[] = [
  { x: 200, y: 690, size: 11, text: "The Bank you can always rely on!" },
];

/** `2026-05-21 09:04` */
function minuteOf(instant: Date): string {
  const local = localTimeOf(instant);
  return `${dashedDate(local)} ${clockOf(local).slice(0, 5)}`;
}
