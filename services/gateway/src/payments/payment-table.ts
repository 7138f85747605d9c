import { both } from "@receipts/web-pages";
import { columnsOf } from "../downloads/table-columns.ts";
import type { PaymentRow } from "./payment-row.ts";

const { text, time, birr, bank, decision, reasons } = columnsOf<PaymentRow>();

export const paymentTable = [
  text("id", both("Request", "ጥያቄ"), ({ id }) => id),
  time("createdAt", both("Asked", "የተጠየቀው"), ({ createdAt }) => createdAt),
  time("verifiedAt", both("Verified", "የተረጋገጠው"), ({ completedAt }) => completedAt),
  time("paidAt", both("Paid", "የተከፈለው"), ({ receipt }) => receipt.timestamp),
  birr("amount", both("Amount", "መጠን"), ({ receipt }) =>
    receipt.amount === null ? null : Number(receipt.amount).toFixed(2),
  ),
  text("currency", both("Currency", "ገንዘብ"), ({ receipt }) => receipt.currency),
  text("senderName", both("Payer", "ከፋይ"), ({ receipt }) => receipt.senderName),
  text("receiverName", both("Receiver", "ተቀባይ"), ({ receipt }) => receipt.receiverName),
  bank("bank", both("Bank", "ባንክ"), (row) => row.bank),
  text("reference", both("Sent as", "የተላከው"), ({ reference }) => reference),
  text("referenceNumber", both("Transaction number", "የግብይት ቁጥር"), ({ receipt }) => receipt.referenceNumber),
  decision("decision", both("Decision", "ውሳኔ"), (row) => row.decision),
  reasons("decisionReasons", both("Reasons", "ምክንያት"), ({ decisionReasons }) => decisionReasons),
  text("processingStatus", both("Progress", "ሂደት"), ({ processingStatus }) => processingStatus),
  text("status", both("Verdict", "ውጤት"), ({ status }) => status),
  text("source", both("Asked by", "የጠየቀው"), ({ source }) => source),
  text("branch", both("Branch", "ቅርንጫፍ"), ({ branch }) => branch?.name ?? null),
  text("member", both("Person", "ሰው"), ({ member }) => member?.name ?? null),
  text("depositId", both("Deposit", "የክፍያ ጥያቄ"), ({ depositId }) => depositId),
  text("orderReference", both("Order", "ትዕዛዝ"), ({ orderReference }) => orderReference),
];
