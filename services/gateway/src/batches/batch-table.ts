import type { BatchItem } from "@receipts/contracts";
import { both } from "@receipts/web-pages";
import { type Cell, columnsOf } from "../downloads/table-columns.ts";

const { text, time, birr, bank, decision, reasons } = columnsOf<BatchItem>();

export const batchTable = [
  text("position", both("Position", "ቦታ"), ({ position }) => position),
  text("label", both("Label", "መለያ ጽሑፍ"), ({ label }) => label),
  text("state", both("Progress", "ሂደት"), ({ state }) => state),
  text("requestId", both("Request", "ጥያቄ"), ({ requestId }) => requestId),
  bank("bank", both("Bank", "ባንክ"), (item) => item.bank),
  text("reference", both("Sent as", "የተላከው"), ({ reference }) => reference),
  text("status", both("Verdict", "ውጤት"), ({ status }) => status),
  decision("decision", both("Decision", "ውሳኔ"), (item) => item.decision),
  reasons("decisionReasons", both("Reasons", "ምክንያት"), ({ decisionReasons }) => decisionReasons),
  text("failureReason", both("Why no verdict", "ውጤት ያልተገኘበት ምክንያት"), reasonOf),
  birr("amount", both("Amount", "መጠን"), ({ result }) =>
    typeof result?.amount === "number" ? result.amount.toFixed(2) : null,
  ),
  text("currency", both("Currency", "ገንዘብ"), ({ result }) => result?.currency ?? null),
  text("senderName", both("Payer", "ከፋይ"), ({ result }) => result?.senderName ?? null),
  text("receiverName", both("Receiver", "ተቀባይ"), ({ result }) => result?.receiverName ?? null),
  text(
    "receiverAccount",
    both("Receiver's account", "የተቀባይ ሒሳብ"),
    ({ result }) => result?.receiverAccount ?? null,
  ),
  text(
    "referenceNumber",
    both("Transaction number", "የግብይት ቁጥር"),
    ({ result }) => result?.referenceNumber ?? null,
  ),
  time("paidAt", both("Paid", "የተከፈለው"), ({ result }) => result?.timestamp ?? null),
];

/** Why a line has no verdict of its own. */
function reasonOf({ failureReason, error, sameAs }: BatchItem): Cell {
  if (error !== null) return `${error.code}: ${error.message}`;
  if (sameAs === null) return failureReason;
  return sameAs.line === null ? `as position ${sameAs.position}` : `as line ${sameAs.line}`;
}
