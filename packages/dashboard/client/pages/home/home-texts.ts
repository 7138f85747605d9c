import type { SampleOutcome } from "@receipts/contracts";
import { count } from "../../format/money.ts";
import { both, type Texts, textsOf } from "../../language/language.ts";

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
  waiting: both(
    (deposits: string) => `Deposits that wait for your review: ${deposits}`,
    (deposits) => `ውሳኔዎን የሚጠብቁ ክፍያዎች፦ ${deposits}`,
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
  tryIt: both("Try it", "ይሞክሩት"),
  tryItHint: both(
    "Verify a receipt here. The bank sandbox knows the number below.",
    "እዚሁ አንድ ደረሰኝ ያረጋግጡ። ከታች ያለው ቁጥር የሙከራ ባንኩ የሚያውቀው ነው።",
  ),
  /** Shown without a sandbox. */
  tryItForRealHint: both(
    "Verify one of your receipts here. We query the bank itself, and its response costs one credit.",
    "እዚሁ ደረሰኝዎን ያረጋግጡ። ባንኩ ራሱ ይጠየቃል፣ መልሱም አንድ ክሬዲት ያስከፍላል።",
  ),
  outcome: both("Sandbox outcome", "የሙከራ ባንኩ ምላሽ"),
  outcomes: {
    success: both("Genuine receipt", "ትክክለኛ ደረሰኝ"),
    notFound: both("Receipt not found", "የሌለ ደረሰኝ"),
    reversed: both("Reversed payment", "የተመለሰ ክፍያ"),
    down: both("Bank down", "የማይሰራ ባንክ"),
    slow: both("Slow bank", "ዘግይቶ የሚመልስ ባንክ"),
    unrecognizable: both("Unreadable response", "ሊነበብ የማይችል ምላሽ"),
  } satisfies Record<SampleOutcome, Texts<string>>,
  reference: both("Reference, SMS or receipt link", "የግብይት ቁጥር፣ አጭር መልእክት (SMS) ወይም የደረሰኝ ሊንክ"),
  suffix: both("Last digits of the account", "የሒሳቡ የመጨረሻ አሃዞች"),
  phone: both("Phone number", "ስልክ ቁጥር"),
  file: both("Photo or file of the receipt", "የደረሰኙ ፎቶ ወይም ፋይል"),
  fileHint: both(
    "Fills in the fields. A QR code is read on this device; anything else is sent to be read, and not stored.",
    "መስኮቶቹን ይሞላል። ኪውአር ኮድ በዚሁ መሣሪያ ይነበባል፤ ሌላው ለመነበብ ይላካል፣ አይቀመጥም።",
  ),
  detectedBank: both("From the receipt", "ከደረሰኙ ይታወቅ"),
  submit: both("Verify", "አረጋግጥ"),
  stages: {
    sending: both("Sending…", "በመላክ ላይ…"),
    queued: both("Queued…", "ተቀባይነት አግኝቶ ተራውን እየጠበቀ ነው…"),
    running: both("Querying the bank…", "ባንኩን እየጠየቅን ነው…"),
  } satisfies Record<"sending" | "queued" | "running", Texts<string>>,
  requestDetails: both("Request details", "የዚህ ጥያቄ ሙሉ ሂደት"),
  result: both("Result", "ውጤት"),
  resultHint: both(
    "The verdict appears here: amount, payer, receiver, and whether the money went to your account.",
    "ውጤቱ እዚህ ይታያል፦ የገንዘብ መጠን፣ ከፋይ፣ ተቀባይ፣ እና ገንዘቡ ወደ እርስዎ ሒሳብ መግባቱ።",
  ),
  sameCall: both("Same call in code", "ይኸው ጥያቄ ከፕሮግራምዎ"),
  sameCallHint: both("Replace YOUR_API_KEY with your API key.", "YOUR_API_KEY የሚለውን በኤፒአይ ቁልፍዎ ይተኩ።"),
  copyCode: both("the call", "ጥያቄው"),
  balance: both("Credits left", "የቀረ ክሬዲት"),
  recent: both("Latest requests", "የቅርብ ጊዜ ጥያቄዎች"),
  allRequests: both("All requests", "ሁሉም ጥያቄዎች"),
  noRequests: both("No requests yet", "እስካሁን ጥያቄ የለም"),
  noRequestsTodo: both(
    "Verify the receipt below to make your first request.",
    "ከታች ያለውን ደረሰኝ ያረጋግጡ፤ የመጀመሪያው እሱ ይሆናል።",
  ),
});
