import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { amountWords, groupedAmount, plainAmount, shortAmount } from "../receipts/amount-text.ts";
import { inventedName } from "../receipts/invented-names.ts";
import { capitalsAndDigits, createSeededDraw, drawnBalance } from "../receipts/seeded-draw.ts";

/** The bank's account that money from other banks passes through: the source of every incoming slip. */
export const settlement = { name: "A/R - P2P incoming settlement accou", account: "100010104" } as const;

/** `1******41` */
function maskedBoaAccount(account: string): string {
  return `${account.slice(0, 1)}******${account.slice(-2)}`;
}

export function boaSlip(payment: Payment): unknown {
  const draw = createSeededDraw(payment.reference);
  return {
    header: {
      audit: { T24_time: 40, responseParse_time: 3, requestParse_time: 5 },
      page_start: 1,
      page_token: `${draw.digits("page token", 16)}.01,99`,
      total_size: 1,
      page_size: 99,
      status: "success",
    },
    body: [slipEntry(payment)],
  };
}

function slipEntry(payment: Payment): Record<string, string> {
  const { amount, charges, paidAt, reference, sender } = payment;
  const draw = createSeededDraw(reference);
  const { birr, cents } = amountWords(totalPaid(payment));
  return {
    "Source Account Name": sourceName(payment),
    "VAT (15%)": shortAmount(charges.vat),
    // The words state the total, as on the bank's own slips.
    "Transferred Amount in word": `${birr} etb and ${cents} cents only`.toUpperCase(),
    Address: "ADDIS ABABA, ETH",
    "Service Charge": shortAmount(charges.service),
    "Vat Sequence Number": draw.digits("vat sequence", 16),
    "Source Account": maskedBoaAccount(sender.account),
    "Tel.": `+2519${draw.digits("sender phone", 8)}`,
    "Payer's Name": sender.name,
    ...purpose(payment),
    "Transferred Amount": plainAmount(amount),
    currency: "ETB",
    "Transaction Reference": reference,
    "Transaction Date": slipDate(paidAt, payment.type === "incoming"),
    "Total Amount including VAT": plainAmount(totalPaid(payment)),
  };
}

/** The account's holder, who is neither payer nor receiver: an account may have several holders. */
function sourceName({ reference, sender }: Payment): string {
  if (sender.account === settlement.account) return settlement.name;
  return inventedName(createSeededDraw(`source account of ${reference}`)).toUpperCase();
}

/** The purpose on each kind of slip, and the receiver if there is one. */
function purpose({ receiver, reference, type }: Payment): Record<string, string> {
  const parties = {
    "Receiver's Name": receiver.name,
    "Receiver's Account": maskedBoaAccount(receiver.account),
  };
  switch (type) {
    case "incoming":
      return {
        ...parties,
        "Transaction Type": "EthSwitch Transfer For inc via IPS",
        "Payment Reference": "",
        Narrative: otherBanksReference(reference),
      };
    case "bill":
      return {
        "Transaction Type": "School Fee",
        "Payment Reference": `${receiver.name} ${receiver.account}`,
        Narrative: "ክፍያ",
      };
    default:
      return {
        ...parties,
        "Transaction Type": "Account to Account Transfer",
        "Payment Reference": "SANDBOX ORDER",
        Narrative: "ክፍያ",
      };
  }
}

/** Has the day and shape of the slip's own reference. */
function otherBanksReference(reference: string): string {
  const ending = createSeededDraw(reference).text("other bank's reference", 5, capitalsAndDigits);
  return `FT${reference.slice(2, 7)}${ending}`;
}

export const unknownBoaSlip = {
  header: { status: "success" },
  body: [{ "Payer's Name": "Invalid reference number" }],
};

/** The bank's other "not found" response. */
export const noBoaSlip = { header: { status: "success" }, body: [] };

/** `31/05/26 08:15`; `31/05/26 08:15:31` has been seen too. */
function slipDate(instant: Date, hasSeconds: boolean): string {
  const local = localTimeOf(instant);
  const day = [local.day, local.month, local.year % 100].map(twoDigits).join("/");
  const clock = clockOf(local);
  return `${day} ${hasSeconds ? clock : clock.slice(0, 5)}`;
}

export function boaReceiptUrl({ reference, sender }: Payment): string {
  return `https://cs.bankofabyssinia.com/slip/?trx=${reference}${sender.account.slice(-5)}`;
}

/**
 * The message to the bank's own customer: the payer, or the receiver of incoming money. The feedback link is not a
 * receipt.
 */
export function boaSms(payment: Payment): string {
  const { reference } = payment;
  return [
    `${movement(payment)}. Available Balance: ETB ${groupedAmount(drawnBalance(reference))}.`,
    `Receipt: ${boaReceiptUrl(payment)}`,
    `Feedback: https://cs.bankofabyssinia.com/cs/?trx=C${reference}`,
    "For help, call 8397 (24/7 Toll-Free). Bank of Abyssinia.",
  ].join("\n");
}

function movement({ amount, receiver, sender, type }: Payment): string {
  const isIncoming = type === "incoming";
  const { name, account } = isIncoming ? receiver : sender;
  const customer = `Dear ${name.split(" ")[0]}, your account 1*${account.slice(-2)}`;
  const sum = `ETB ${groupedAmount(amount)}`;
  // The spaces around the name are the bank's.
  return isIncoming
    ? `${customer} was credited with ${sum} by  ${settlement.name} `
    : `${customer} was debited with ${sum}`;
}
