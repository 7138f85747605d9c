import { formatSantim } from "@receipts/contracts";
import { both } from "@receipts/web-pages";
import { columnsOf } from "../../downloads/table-columns.ts";
import { visibleStatus } from "./deposit-machine.ts";
import { amountsOf, type DepositRow, receiptsOf, santimOf } from "./deposit-row.ts";

const { text, time, birr, bank } = columnsOf<DepositRow>();

export const depositTable = [
  text("id", both("Deposit", "የክፍያ ጥያቄ"), ({ id }) => id),
  time("createdAt", both("Created", "የተፈጠረው"), ({ createdAt }) => createdAt),
  text("status", both("Status", "ሁኔታ"), visibleStatus),
  birr("amount", both("Amount", "መጠን"), ({ amount }) => formatSantim(santimOf(amount))),
  birr("amountReceived", both("Confirmed by the receipt", "በደረሰኙ የተረጋገጠው"), ({ amountReceived: paid }) =>
    paid === null ? null : formatSantim(santimOf(paid)),
  ),
  text("currency", both("Currency", "ገንዘብ"), () => "ETB"),
  text("reference", both("Order", "ትዕዛዝ"), ({ reference }) => reference),
  text("description", both("Description", "መግለጫ"), ({ description }) => description),
  text("customerName", both("Customer", "ደንበኛ"), ({ customer }) => customer?.name ?? null),
  text("customerEmail", both("Email", "ኢሜይል"), ({ customer }) => customer?.email ?? null),
  text("customerPhone", both("Phone", "ስልክ"), ({ customer }) => customer?.phone ?? null),
  bank("bank", both("Bank", "ባንክ"), (row) => receiptOf(row)?.bank ?? null),
  text(
    "referenceNumber",
    both("Transaction number", "የግብይት ቁጥር"),
    (row) => receiptOf(row)?.referenceNumber ?? null,
  ),
  text("senderName", both("Payer", "ከፋይ"), (row) => receiptOf(row)?.senderName ?? null),
  time("paidAt", both("Paid", "የተከፈለው"), (row) => receiptOf(row)?.timestamp ?? null),
  time("expiresAt", both("Expires", "ጊዜው የሚያልፈው"), ({ expiresAt }) => expiresAt),
  time("confirmedAt", both("Confirmed", "የተረጋገጠው"), ({ confirmedAt }) => confirmedAt),
  text("allowPartial", both("In parts", "በክፍልፋይ"), ({ allowPartial }) => String(allowPartial)),
  birr("amountPaid", both("Paid so far", "እስካሁን የተከፈለው"), (row) => amountsOf(row).amountPaid),
  birr("amountRemaining", both("Still missing", "የቀረው"), (row) => amountsOf(row).amountRemaining),
  birr("amountOverpaid", both("Paid too much", "ትርፍ የተከፈለው"), (row) => amountsOf(row).amountOverpaid),
  // Every receipt that counts; the columns above have one.
  text("countedReferences", both("All transaction numbers", "ሁሉም የግብይት ቁጥሮች"), (row) =>
    receiptsOf(row)
      .map(({ referenceNumber }) => referenceNumber)
      .join(" "),
  ),
];

/** The receipt that confirmed it, came late, waits for a decision, or was the last part. */
const receiptOf = (row: DepositRow) =>
  row.receipt ?? row.lateReceipt ?? row.review?.receipt ?? row.parts.at(-1);
