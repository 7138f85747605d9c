import type { ReconciledLineView } from "@receipts/contracts";
import { both } from "@receipts/web-pages";
import { columnsOf } from "../downloads/table-columns.ts";

const { text, time, birr } = columnsOf<ReconciledLineView>();

export const reconciliationTable = [
  text("class", both("Result", "ውጤት"), (line) => line.class),
  text("note", both("Note", "ማስታወሻ"), ({ note }) => note),
  text("row", both("Row", "ረድፍ"), ({ row }) => row),
  text("reference", both("Transaction number", "የግብይት ቁጥር"), ({ reference }) => reference),
  birr("amount", both("Amount at the bank", "በባንኩ ያለው መጠን"), ({ amount }) => amount),
  text("direction", both("In or out", "ገቢ ወይም ወጪ"), ({ direction }) => direction),
  birr("fee", both("Fee", "የአገልግሎት ክፍያ"), ({ fee }) => fee),
  time("time", both("Posted", "የተመዘገበው"), ({ time: at }) => at),
  text("timeIsDay", both("Day alone", "ቀኑ ብቻ"), ({ time: at, timeIsDay }) =>
    at === null ? null : String(timeIsDay),
  ),
  text("description", both("Description", "መግለጫ"), ({ description }) => description),
  text("account", both("Other account", "ሌላኛው ሒሳብ"), ({ account }) => account),
  text("requestId", both("Request", "ጥያቄ"), ({ payment }) => payment?.requestId ?? null),
  text("depositId", both("Deposit", "የክፍያ ጥያቄ"), ({ payment }) => payment?.depositId ?? null),
  text(
    "ourReference",
    both("Our transaction number", "የእኛ የግብይት ቁጥር"),
    ({ payment }) => payment?.reference ?? null,
  ),
  birr("ourAmount", both("Our amount", "የእኛ መጠን"), ({ payment }) => payment?.amount ?? null),
  time("paidAt", both("Paid", "የተከፈለው"), ({ payment }) => payment?.paidAt ?? null),
  // Not as text: a spreadsheet would not add up what the apostrophe of a minus marks.
  text("difference", both("Difference", "ልዩነት"), ({ difference }) =>
    difference === null ? null : Number(difference),
  ),
  text("suggestedPaymentId", both("May be payment", "ይህ ክፍያ ሊሆን ይችላል"), (line) => line.suggestedPaymentId),
  text("suggestedRow", both("May be row", "ይህ ረድፍ ሊሆን ይችላል"), ({ suggestedRow }) => suggestedRow),
  text("detail", both("Detail", "ዝርዝር"), ({ detail }) => detail),
];
