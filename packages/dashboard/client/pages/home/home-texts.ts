import { both, textsOf } from "@receipts/web-pages/texts";
import { count } from "../../format/money.ts";

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
  firstSteps: both(
    (done: number, all: number) => `Start: ${done} of ${all} done`,
    (done: number, all: number) => `ለመጀመር፦ ከ${all} ${done} ተሠርቷል`,
  ),
  steps: both(
    {
      bank_account: {
        name: "Save the account that you are paid to",
        why: "Then a receipt that was paid to another account is refused.",
      },
      test_receipt: {
        name: "Verify a first receipt",
        why: "The form above takes a number, a link, a message or a photo.",
      },
      till: {
        name: "Set up a till",
        why: "A phone or tablet at the counter, where cashiers verify with their PIN.",
      },
      webhook: {
        name: "Tell your server by webhook",
        why: "Your shop's software learns each result by itself.",
      },
      person: {
        name: "Invite a person",
        why: "A manager or developer with a sign-in of their own, or a cashier.",
      },
    },
    {
      bank_account: { name: "ክፍያ የሚገባበትን ሒሳብዎን ያስገቡ", why: "ከዚያ በኋላ ወደ ሌላ ሒሳብ የተከፈለ ደረሰኝ ውድቅ ይሆናል።" },
      test_receipt: { name: "የመጀመሪያውን ደረሰኝ ያረጋግጡ", why: "ከላይ ያለው ቅጽ ቁጥር፣ ሊንክ፣ መልእክት ወይም ፎቶ ይቀበላል።" },
      till: { name: "መሸጫ ቦታ ያዘጋጁ", why: "ገንዘብ ተቀባዮች በፒናቸው የሚያረጋግጡበት ስልክ ወይም ታብሌት።" },
      webhook: { name: "ለሰርቨርዎ በዌብሁክ ያሳውቁ", why: "የሱቅዎ ሶፍትዌር እያንዳንዱን ውጤት በራሱ ያውቃል።" },
      person: { name: "ሌላ ሰው ይጋብዙ", why: "የራሱ መግቢያ ያለው ሥራ አስኪያጅ ወይም ገንቢ፣ ወይም ገንዘብ ተቀባይ።" },
    },
  ),
  done: both("Done", "ተሠርቷል"),
  toDecide: both(
    (reviews: string) => `To decide: ${reviews}`,
    (reviews) => `ውሳኔ የሚጠብቁ፦ ${reviews}`,
  ),
  allToDecide: both("Show all", "ሁሉንም አሳይ"),
});
