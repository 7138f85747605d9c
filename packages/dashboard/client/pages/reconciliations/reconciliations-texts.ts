import type { StatementField } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";
import { reconciliationsPlace } from "../../statements/reconciliation-places.ts";

export const reconciliationsTexts = textsOf({
  title: reconciliationsPlace.title,
  intro: both(
    "Compare a statement of your bank with the payments that you have confirmed.",
    "የባንክ መግለጫዎን ካረጋገጧቸው ክፍያዎች ጋር ያነጻጽሩ።",
  ),
  docs: both("How it works", "እንዴት እንደሚሠራ"),
  newTitle: both("Compare a statement", "መግለጫ ያነጻጽሩ"),
  file: both("Statement", "የባንክ መግለጫ"),
  fileHint: both(
    "CSV or XLSX, up to 24 MiB and 100,000 lines.",
    "CSV ወይም XLSX፤ እስከ 24 MiB እና 100,000 መስመሮች።",
  ),
  noFile: both("Choose the file of the statement", "የመግለጫውን ፋይል ይምረጡ"),
  daysHint: both(
    "Days of the statement. Without them, those of its first and last line.",
    "የመግለጫው ቀናት። ካልተሞሉ፣ የመጀመሪያውና የመጨረሻው መስመር ቀናት።",
  ),
  compare: both("Compare", "አነጻጽር"),
  waiting: both("The statement is being compared.", "መግለጫው በመነጻጸር ላይ ነው።"),
  mapTitle: both("Columns of the file", "የፋይሉ ዓምዶች"),
  firstRows: both("First rows of the file", "የፋይሉ የመጀመሪያ ረድፎች"),
  noColumn: both("No such column", "እንዲህ ያለ ዓምድ የለም"),
  fields: {
    time: both("Date, or date and time", "ቀን፣ ወይም ቀንና ሰዓት"),
    clock: both("Time of day, if separate", "ሰዓት፣ ለብቻው ከሆነ"),
    reference: both("Transaction number", "የግብይት ቁጥር"),
    amount: both("Amount, in and out in one column", "መጠን፣ ገቢና ወጪ በአንድ ዓምድ"),
    credit: both("Money in", "ገቢ"),
    debit: both("Money out", "ወጪ"),
    direction: both("In or out, as a word", "ገቢ ወይም ወጪ፣ በቃል"),
    fee: both("Fee", "የአገልግሎት ክፍያ"),
    status: both("Status", "ሁኔታ"),
    description: both("Description", "መግለጫ"),
    account: both("Other account", "ሌላኛው ሒሳብ"),
    balance: both("Balance", "ቀሪ ሒሳብ"),
  } satisfies Record<StatementField, Texts<string>>,
  dateOrder: both("Order of the date", "የቀን አጻጻፍ ቅደም ተከተል"),
  dateOrders: {
    dmy: both("Day, month, year", "ቀን፣ ወር፣ ዓመት"),
    mdy: both("Month, day, year", "ወር፣ ቀን፣ ዓመት"),
    ymd: both("Year, month, day", "ዓመት፣ ወር፣ ቀን"),
  },
  decimal: both("Decimal separator", "የአስርዮሽ ምልክት"),
  none: both("No statement was compared yet", "እስካሁን የተነጻጸረ መግለጫ የለም"),
  noneTodo: both("Send the first one above.", "የመጀመሪያውን ከላይ ይላኩ።"),
  period: both("Period", "ጊዜ"),
  toCheck: both("To check", "የሚመረመሩ"),
  remove: both("Delete", "አጥፋ"),
  removeEffect: both(
    "The result is deleted with all its lines. Payments do not change.",
    "ውጤቱ ከነመስመሮቹ ይጠፋል። ክፍያዎቹ አይቀየሩም።",
  ),
  removed: both("Deleted", "ጠፍቷል"),
});
