import { count } from "../../format/money.ts";
import { both, textsOf } from "@receipts/web-pages/texts";

export const homeTexts = textsOf({
  title: both("Home", "መነሻ"),
  payments: both("Payments", "ክፍያዎች"),
  periods: both(
    { today: "Today", week: "This week", month: "This month" },
    { today: "ዛሬ", week: "በዚህ ሳምንት", month: "በዚህ ወር" },
  ),
  paymentCount: both(
    (payments: number) => (payments === 1 ? "1 payment" : `${count(payments)} payments`),
    (payments) => `${count(payments)} ክፍያ`,
  ),
  before: both(
    (amount: string, payments: string) => `At this time before: ${amount}, ${payments}`,
    (amount, payments) => `ባለፈው በዚሁ ጊዜ፦ ${amount}፣ ${payments}`,
  ),
  birrByDay: both("Birr per day", "በየቀኑ በብር"),
  byDecision: both("By decision", "በየውሳኔው"),
  decision: both("Decision", "ውሳኔ"),
  decisions: both(
    { accept: "Accepted", review: "To review", reject: "Rejected", undecided: "Without a decision" },
    { accept: "ተቀባይነት ያገኙ", review: "መታየት ያለባቸው", reject: "ውድቅ የሆኑ", undecided: "ውሳኔ የሌላቸው" },
  ),
  byBankHint: both("Accepted payments only.", "ተቀባይነት ያገኙ ክፍያዎች ብቻ።"),
  lowCredits: both(
    (left: string) => `Only ${left} credits left. Buy credits before verifications stop.`,
    (left) => `የቀረው ክሬዲት ${left} ብቻ ነው። ማረጋገጡ ከመቆሙ በፊት ክሬዲት ይግዙ።`,
  ),
  shortNames: both(
    (names: string) =>
      `Payments to ${names} always wait for your review: enter the whole name of the account.`,
    (names) => `ወደ ${names} የሚገቡ ክፍያዎች ሁልጊዜ የእርስዎን ውሳኔ ይጠብቃሉ፤ ሙሉ ስሙን ያስገቡ።`,
  ),
  banksInTrouble: both(
    (banks: string) => `Banks in trouble now: ${banks}`,
    (banks) => `አሁን ችግር ያለባቸው ባንኮች፦ ${banks}`,
  ),
  balance: both("Credits left", "የቀረ ክሬዲት"),
  newRule: both(
    "New: a payment that was made before yesterday evening waits for your decision",
    "አዲስ፦ ከትናንት ምሽት በፊት የተፈጸመ ክፍያ የእርስዎን ውሳኔ ይጠብቃል",
  ),
  newRuleWhy: both(
    "An old receipt that is shown again is a common trick. So a receipt that a person sends here or at a till is “Review first” if the payment was made before 18:00 of the day before. Calls of your servers are not concerned.",
    "የቆየ ደረሰኝን ደግሞ ማሳየት የተለመደ ማታለያ ነው። ስለዚህ ሰው እዚህ ወይም በመሸጫ ቦታ የሚልከው ደረሰኝ፣ ክፍያው ከትናንት 12 ሰዓት (ምሽት) በፊት የተፈጸመ ከሆነ «መጀመሪያ ይመልከቱ» ይላል። የሰርቨሮችዎን ጥያቄዎች አይመለከትም።",
  ),
  keepRule: both("Keep it", "እንዳለ ይቆይ"),
  changeRule: both("Change it", "ይቀይሩት"),
  toDecide: both(
    (reviews: string) => `To decide: ${reviews}`,
    (reviews) => `ውሳኔ የሚጠብቁ፦ ${reviews}`,
  ),
  allToDecide: both("Show all", "ሁሉንም አሳይ"),
});
