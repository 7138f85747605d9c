import type { Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import type { LabelledValues } from "../labelled-values.ts";
import type { AwashSections } from "./awash-sections.ts";
import { readClock24, readDateAlone, readHalfDayClock, readSlashedDate } from "./awash-times.ts";

/** The labels and formats of one type of page. */
export interface AwashPageType {
  readonly dateLabel: string;
  /** `idTime` is the time in the Transaction ID, if it contains one. */
  readDate(text: string, idTime: Date | undefined): Date | undefined;
  /** The page shows only a day. */
  readonly datesAlone?: boolean;
  /** Labels of the payment table that are not part of the result. A page without them has lost rows. */
  readonly requiredLabels: readonly string[];
  readonly sender: "sender name" | "customer table";
  /** Undefined if the page does not name the receiver. */
  readonly receiverName: string | undefined;
  /** Undefined if the page does not show it. */
  readonly receiverAccount: string | undefined;
}

/** Keyed by `Transaction Type` in lower case. */
const pageTypes: ReadonlyMap<string, AwashPageType> = new Map([
  [
    "ips bank transfer",
    {
      dateLabel: "transaction time",
      readDate: readHalfDayClock,
      requiredLabels: ["vat", "sender account", "beneficiary bank"],
      sender: "sender name",
      receiverName: "beneficiary name",
      receiverAccount: "beneficiary account",
    },
  ],
  [
    "send to bank",
    {
      dateLabel: "transaction date",
      readDate: readClock24,
      requiredLabels: ["sender account"],
      sender: "sender name",
      receiverName: "receiver name",
      receiverAccount: "receiver account",
    },
  ],
  [
    "merchant payment",
    {
      dateLabel: "transaction date",
      readDate: readClock24,
      requiredLabels: [],
      sender: "sender name",
      receiverName: "merchant",
      receiverAccount: "till number",
    },
  ],
  [
    "send money",
    {
      dateLabel: "transaction date",
      readDate: readClock24,
      requiredLabels: [],
      sender: "customer table",
      receiverName: undefined,
      receiverAccount: "recipient",
    },
  ],
  [
    "telebirr transfer",
    {
      dateLabel: "transaction date",
      readDate: readDateAlone,
      datesAlone: true,
      requiredLabels: ["source account", "charge", "vat"],
      sender: "customer table",
      // The wallet's holder. In the payment table this label means the receiver.
      receiverName: "customer name",
      receiverAccount: "phone number",
    },
  ],
] satisfies [string, AwashPageType][]);

/** The older page has no type, and no tables for company and customer. */
const olderPage: AwashPageType = {
  dateLabel: "transaction time",
  readDate: readSlashedDate,
  requiredLabels: ["sender account"],
  sender: "sender name",
  receiverName: "beneficiary name",
  receiverAccount: undefined,
};

/** Throws `ReceiptUnreadable` for an unknown type. */
export function awashPageType({ payment, customer }: AwashSections): AwashPageType {
  if (customer === undefined) return olderPage;
  const type = pageTypes.get(payment.required("transaction type").toLowerCase());
  if (type === undefined) throw new ReceiptUnreadable("the transaction type is unknown");
  return type;
}

/** Payer and receiver. The meaning of a label depends on its table. */
export function readAwashParties(
  { payment, customer }: AwashSections,
  type: AwashPageType,
): Pick<Receipt, "senderName" | "receiverName" | "receiverAccount"> {
  for (const label of type.requiredLabels) payment.required(label);
  const customerName = customer === undefined ? null : readName(customer, "customer name");
  return {
    senderName: type.sender === "sender name" ? readName(payment, "sender name") : customerName,
    receiverName: type.receiverName === undefined ? null : readName(payment, type.receiverName),
    receiverAccount: readAccount(payment, type.receiverAccount),
  };
}

/** The bank prints `-` for a missing value. */
function readName(table: LabelledValues, label: string): string {
  const name = table.required(label);
  if (!/\p{L}/u.test(name)) throw new ReceiptUnreadable(`"${label}" is not a name`);
  return name;
}

/** `1000987654321`, `01320******8777/BANK`, `251900000000/WALLET` */
function readAccount(payment: LabelledValues, label: string | undefined): string | null {
  if (label === undefined) return null;
  const account = payment.required(label);
  if (!/^\+?[\d*]{3,34}(?:\/[A-Z]{1,20})?$/.test(account) || !/\d/.test(account))
    throw new ReceiptUnreadable("the receiver's account is not an account");
  return account;
}
