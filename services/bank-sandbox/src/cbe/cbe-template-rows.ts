import { type Payment, totalPaid } from "../payments/payment.ts";
import { localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { isInternal, maskedCbeAccount, printedName } from "./cbe-parties.ts";

export type CbeRow = readonly [label: string, value: string];

/** The differences between the current document and the one of 2024. */
export interface CbeTemplate {
  readonly bankHeading: string;
  readonly paymentHeading: string;
  bankRows(payment: Payment): readonly CbeRow[];
  customerRows(payment: Payment): readonly CbeRow[];
  paymentRows(payment: Payment): readonly CbeRow[];
}

export const currentTemplate: CbeTemplate = {
  bankHeading: "Company Address & Other Information",
  paymentHeading: "Payment / Transaction Information",
  bankRows: ({ reference }) => [
    ["Country:", "Ethiopia"],
    ["City:", "Addis Ababa"],
    ["Address:", "Sandbox St, 00"],
    ["Postal code:", "000"],
    ["SWIFT Code::", "SANDETAA"],
    ["Email:", "sandbox@example.com"],
    ["Tel:", "251-000-00-01"],
    ["Fax:", "251-000-00-02"],
    ["Tin:", "0000000000"],
    ["VAT Receipt No:", reference],
    ["VAT Registration No:", "000000"],
    ["VAT Registration Date:", "01/01/2000"],
  ],
  /** The bank prints `_` for unknown values, and nothing for the region. */
  customerRows: ({ sender }) => [
    ["Customer Name:", printedName(sender)],
    ["Region:", ""],
    ["City:", "BISHOFTU"],
    ["Sub City:", "_"],
    ["Wereda/Kebele:", "_"],
    ["VAT Registration No:", "_"],
    ["VAT Registration Date:", "20200101"],
    ["TIN (TAX ID):", "_"],
    ["Branch:", "Sandbox Branch"],
  ],
  paymentRows: currentPaymentRows,
};

/** No address, no time of day and no charges; the word "Account" is also above its section. */
export const template2024: CbeTemplate = {
  bankHeading: "Company Information",
  paymentHeading: "Payment Information",
  bankRows: () => [
    ["Country:", "Ethiopia"],
    ["City:", "Addis Ababa"],
  ],
  customerRows: ({ sender }) => [
    ["Customer Name:", printedName(sender)],
    ["Account Type:", "Saving Account"],
    ["Branch:", "Sandbox Branch"],
  ],
  paymentRows: (payment) => [
    ...partyRows(payment),
    ["Payment Date", paymentDay(payment.paidAt)],
    ["Reference No.", payment.reference],
    ["Reason", "goods"],
    ["Transferred Amount", `${groupedAmount(payment.amount)} ETB`],
  ],
};

function currentPaymentRows(payment: Payment): readonly CbeRow[] {
  const { amount, charges, paidAt, reference, sender } = payment;
  return [
    ...partyRows(payment),
    ["Payment Date & Time", paymentTime(paidAt)],
    ["Reference No. (VAT Invoice No)", reference],
    ["Reason / Type of service", isInternal(sender) ? "" : "goods done via Mobile"],
    ["Transferred Amount", `${groupedAmount(amount)} ETB`],
    // The PDF has no row for the disaster recovery levy; it is included here so that the total adds up.
    ["Commission or Service Charge", `${groupedAmount(charges.service + charges.levy)} ETB`],
    ["15% VAT on Commission", `${groupedAmount(charges.vat)} ETB`],
    ["Total amount debited from customers account", `${groupedAmount(totalPaid(payment))} ETB`],
  ];
}

function partyRows({ receiver, sender }: Payment): readonly CbeRow[] {
  return [
    ["Payer", printedName(sender)],
    ["Account", maskedCbeAccount(sender.account, 4)],
    ["Receiver", printedName(receiver)],
    ["Account", maskedCbeAccount(receiver.account, 4)],
  ];
}

/** `8/14/2026, 9:05:00 AM`: month first, seconds always 00. */
function paymentTime(instant: Date): string {
  const { year, month, day, hour, minute } = localTimeOf(instant);
  const half = hour < 12 ? "AM" : "PM";
  return `${month}/${day}/${year}, ${hour % 12 || 12}:${twoDigits(minute)}:00 ${half}`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Tue May 21 2024` */
function paymentDay(instant: Date): string {
  const local = localTimeOf(instant);
  const weekday = new Date(Date.UTC(local.year, local.month - 1, local.day)).getUTCDay();
  return [weekdays[weekday], months[local.month - 1], twoDigits(local.day), local.year].join(" ");
}
