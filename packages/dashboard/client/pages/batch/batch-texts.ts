import { both, textsOf } from "@receipts/web-pages/texts";
import { batchPlace } from "../../batches/batch-places.ts";

export const batchPageTexts = textsOf({
  title: batchPlace.title,
  unknown: both("List not found", "ዝርዝሩ አልተገኘም"),
  toBatches: both("All lists", "ሁሉም ዝርዝሮች"),
  results: both("Results", "ውጤቶች"),
  notFound: both("Not known to the bank", "ባንኩ የማያውቃቸው"),
  failed: both("Without a verdict", "ውጤት ያልተገኘላቸው"),
  canceled: both("Given back", "የተመለሱ"),
  line: both("Line", "መስመር"),
  payer: both("Payer", "ከፋይ"),
  waiting: both("Waiting", "በመጠባበቅ ላይ"),
  invalid: both("To correct", "መታረም ያለበት"),
  repeated: both("Repeated", "የተደገሙ"),
  invalidLines: both("Lines to correct", "መታረም ያለባቸው መስመሮች"),
  invalidTodo: both(
    "They were not verified, and cost nothing. Correct them, and send them as a new list.",
    "አልተረጋገጡም፤ ምንም ክሬዲትም አልተቀነሰባቸውም። አርመው እንደ አዲስ ዝርዝር ይላኳቸው።",
  ),
  more: both(
    (lines: string) => `${lines} more are in the CSV.`,
    (lines) => `ሌሎች ${lines} በCSVው ውስጥ አሉ።`,
  ),
  text: both("Text", "ጽሑፍ"),
  reason: both("Reason", "ምክንያት"),
  asLine: both(
    (line: number) => `As line ${line}`,
    (line) => `እንደ መስመር ${line}`,
  ),
  ofLine: both(
    (line: number, decision: string) => `Line ${line}: ${decision}`,
    (line, decision) => `መስመር ${line}፦ ${decision}`,
  ),
  fields: both(
    {
      number: "Number",
      bank: "Bank",
      digits: "Account digits",
      phone: "Phone",
      amount: "Amount",
      account: "Account",
    },
    { number: "ቁጥር", bank: "ባንክ", digits: "የሒሳብ አሃዞች", phone: "ስልክ", amount: "መጠን", account: "ሒሳብ" },
  ),
  wrongField: both(
    (field: string, message: string) => `${field}: ${message}.`,
    (field) => `${field}፦ ይጎድላል ወይም ትክክል አይደለም።`,
  ),
  bankNotClear: both(
    "No bank's receipt could be recognized. Use its link or the bank's whole message, or a table with the bank and the account's last digits.",
    "ደረሰኙ ከየትኛው ባንክ እንደሆነ አልታወቀም። ሊንኩን ወይም ሙሉውን የባንክ መልእክት ይጠቀሙ፤ ወይም ባንኩና የሒሳቡ የመጨረሻ አሃዞች ያሉበት ሰንጠረዥ።",
  ),
  differs: both(
    (line: number) =>
      `The same receipt as line ${line}, with another amount or account: correct one of them.`,
    (line) => `የመስመር ${line} ደረሰኝ ነው፤ ግን መጠኑ ወይም ሒሳቡ ይለያል፦ አንዱን ያርሙ።`,
  ),
  itemCanceled: both("Not started", "አልተጀመረም"),
  cancel: both("Cancel the list", "ዝርዝሩን ሰርዝ"),
  cancelEffect: both(
    "Receipts that have not started are given back, with their credits. The others end as usual.",
    "ያልተጀመሩት ደረሰኞች ከነክሬዲታቸው ይመለሳሉ። የተጀመሩት እንደተለመደው ይጠናቀቃሉ።",
  ),
  canceledNow: both("The list is canceled.", "ዝርዝሩ ተሰርዟል።"),
});
