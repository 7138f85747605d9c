import { ReceiptUnreadable } from "../bank-failure.ts";

/** The rows of the payment section, as printed. */
export interface CbePaymentRows {
  readonly payer: string;
  readonly payerAccount: string;
  readonly receiver: string;
  readonly receiverAccount: string;
  readonly paymentDate: string;
  readonly reference: string;
  readonly transferred: string;
  /** Null on the template of 2024, which has no charges. */
  readonly charges: { readonly commission: string; readonly vat: string; readonly total: string } | null;
}

interface Template {
  readonly heading: string;
  readonly dateLabel: string;
  readonly referenceLabel: string;
  readonly reasonLabel: string;
  readonly hasCharges: boolean;
}

const templates: readonly Template[] = [
  {
    heading: "Payment / Transaction Information",
    dateLabel: "Payment Date & Time",
    referenceLabel: "Reference No. (VAT Invoice No)",
    reasonLabel: "Reason / Type of service",
    hasCharges: true,
  },
  {
    heading: "Payment Information",
    dateLabel: "Payment Date",
    referenceLabel: "Reference No.",
    reasonLabel: "Reason",
    hasCharges: false,
  },
];

/**
 * Reads the section row by row, in the bank's order. A missing, duplicate, misplaced or extra row makes the document
 * unreadable. Only the payer's free-text reason may have several lines.
 */
export function readPaymentRows(lines: readonly string[], reference: string): CbePaymentRows {
  const [section, another] = templates.flatMap((template) =>
    lines.flatMap((line, index) => (line === template.heading ? [{ template, index }] : [])),
  );
  if (section === undefined) throw new ReceiptUnreadable("the receipt has no payment section");
  if (another !== undefined) throw new ReceiptUnreadable("the receipt has two payment sections");
  checkHead(lines.slice(0, section.index), reference);
  return readSection(lines.slice(section.index + 1), section.template);
}

/** The invoice number at the head of the document repeats the reference. */
function checkHead(head: readonly string[], reference: string): void {
  const printed = head.filter((line) => /^FT\d{5}[A-Z0-9]{5}$/.test(line));
  if (head[0] !== "Commercial Bank of Ethiopia") throw new ReceiptUnreadable("the receipt is not the bank's");
  if (printed.some((line) => line !== reference))
    throw new ReceiptUnreadable("the receipt has two references");
}

function readSection(lines: readonly string[], template: Template): CbePaymentRows {
  const waiting = [...lines];
  const take = (label: string): string => {
    const line = waiting.shift();
    // A value joined to its label has lost its beginning, or was extracted by another reader.
    if (line !== label && !line?.startsWith(`${label} `)) {
      throw new ReceiptUnreadable(`"${label}" is not in its place`);
    }
    return line.slice(label.length).trim();
  };
  const takeValue = (label: string): string => {
    const value = take(label);
    if (value === "") throw new ReceiptUnreadable(`"${label}" is empty`);
    return value;
  };
  const rows = {
    payer: takeValue("Payer"),
    payerAccount: takeValue("Account"),
    receiver: takeValue("Receiver"),
    receiverAccount: takeValue("Account"),
    paymentDate: takeValue(template.dateLabel),
    reference: takeValue(template.referenceLabel),
  };
  take(template.reasonLabel);
  while (waiting[0] !== undefined && !waiting[0].startsWith("Transferred Amount")) waiting.shift();
  const transferred = takeValue("Transferred Amount");
  const charges = template.hasCharges ? takeCharges(takeValue) : null;
  checkTail(waiting);
  return { ...rows, transferred, charges };
}

function takeCharges(takeValue: (label: string) => string): CbePaymentRows["charges"] {
  const charges = {
    commission: takeValue("Commission or Service Charge"),
    vat: takeValue("15% VAT on Commission"),
    total: takeValue("Total amount debited from customers account"),
  };
  takeValue("Amount in Word");
  return charges;
}

const rowLabels = [
  "Payer",
  "Account",
  "Receiver",
  "Payment Date",
  "Reference No.",
  "Transferred Amount",
  "Total amount",
];

/** A payer can put line breaks and copies of rows into the reason. The rows are then there twice. */
function checkTail(tail: readonly string[]): void {
  if (tail.some((line) => rowLabels.some((label) => line.startsWith(label)))) {
    throw new ReceiptUnreadable("the payment section has duplicate rows");
  }
}
