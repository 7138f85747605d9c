import { both, counted, textsOf } from "@receipts/web-pages/texts";
import { takingsPlace } from "./takings-place.ts";

export const takingsTexts = textsOf({
  title: takingsPlace.title,
  intro: both(
    "Accepted receipts, by the day of their decision. Each receipt counts once.",
    "ተቀባይነት ያገኙ ደረሰኞች፣ ውሳኔ ባገኙበት ቀን። እያንዳንዱ ደረሰኝ የሚቆጠረው አንዴ ነው።",
  ),
  docs: both("How a day is closed", "ቀን እንዴት እንደሚዘጋ"),
  wholeAccount: both("All branches", "ሁሉም ቅርንጫፎች"),
  total: both("Taken", "የተሰበሰበ"),
  receipts: both(
    (count: number) => counted(count, "receipt"),
    (count) => `${count} ደረሰኝ`,
  ),
  before: both(
    (amount: string) => `before: ${amount}`,
    (amount) => `ከዚህ በፊት፦ ${amount}`,
  ),
  beforeTitle: both("Before", "ከዚህ በፊት"),
  verify: both("Verify a receipt", "ደረሰኝ ያረጋግጡ"),
  fromEarlierDays: both(
    (amount: string, receipts: string) => `Of these, ${amount} (${receipts}) was sent in on an earlier day.`,
    (amount, receipts) => `ከዚህ ውስጥ ${amount} (${receipts}) የተላከው ከዚህ ቀን በፊት ነው።`,
  ),
  close: both("Close the day", "ቀኑን ዝጋ"),
  closeTitle: both(
    (day: string) => `Close ${day}`,
    (day) => `${day} ይዘጋ`,
  ),
  closeHow: both(
    "Enter what arrived, by the bank's app or statement. Leave out what you did not count. A closed day never changes.",
    "በባንኩ መተግበሪያ ወይም መግለጫ መሠረት የገባውን ገንዘብ ያስገቡ። ያልቆጠሩትን ባዶ ይተዉ። የተዘጋ ቀን አይቀየርም።",
  ),
  closeSoFar: both(
    "The day is not over: what is accepted later is shown beside the close.",
    "ቀኑ አላለቀም፤ ከዚህ በኋላ ተቀባይነት የሚያገኘው ከመዝጊያው ጎን ይታያል።",
  ),
  countedAt: both(
    (bank: string, taken: string) => `${bank} (taken: ${taken})`,
    (bank, taken) => `${bank} (የተሰበሰበ፦ ${taken})`,
  ),
  note: both("Note", "ማስታወሻ"),
  closedNow: both("The day is closed.", "ቀኑ ተዘግቷል።"),
  closedBy: both(
    (who: string) => `Closed by ${who}, `,
    (who) => `የዘጋው፦ ${who}፣ `,
  ),
  closedByErased: both("Closed, ", "የተዘጋው፣ "),
  counted: both("Counted", "የተቆጠረ"),
  difference: both("Difference", "ልዩነት"),
  notCounted: both("not counted", "አልተቆጠረም"),
  afterClose: both(
    (amount: string, receipts: string) => `After the close: ${amount} (${receipts}).`,
    (amount, receipts) => `ከተዘጋ በኋላ፦ ${amount} (${receipts})።`,
  ),
  state: both("Close", "መዝጊያ"),
  open: both("open", "ክፍት"),
  closed: both("closed", "ተዘግቷል"),
  byDay: both("By day", "በቀን"),
  byMember: both("By person", "በሰው"),
  byTill: both("By till", "በመሸጫ መሣሪያ"),
  byBranch: both("By branch", "በቅርንጫፍ"),
  noPerson: both("Without a person", "ያለ ሰው"),
  noTill: both("Without a till", "ያለ መሸጫ መሣሪያ"),
  noBranch: both("Without a branch", "ያለ ቅርንጫፍ"),
  erased: both("erased", "የተሰረዘ"),
  none: both("Nothing was accepted in this time", "በዚህ ጊዜ ተቀባይነት ያገኘ ደረሰኝ የለም"),
  noneTodo: both("Choose another day, or verify a receipt.", "ሌላ ቀን ይምረጡ፤ ወይም አንድ ደረሰኝ ያረጋግጡ።"),
});
