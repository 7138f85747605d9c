import type { BankCode, ReceiptRejection } from "@receipts/contracts";
import { afterPrefix, both, counted, type Texts, textsOf } from "@receipts/web-pages";

export interface Message {
  readonly title: string;
  readonly todo: string;
}

type MessageTexts = Readonly<Record<keyof Message, Texts<string>>>;

/** Reasons why input was not accepted as a receipt. */
export type FormFault =
  | "empty"
  | "unreadable"
  /** A message about money, without a receipt. */
  | "no_receipt"
  | "other_bank"
  | "missing_suffix"
  | "missing_phone"
  /** Another receipt is being checked. */
  | "in_progress";
/** Reasons why a file did not fill in the form. */
export type FileFault =
  /** No receipt was found in it. */
  | "unread"
  /** A screen or message about money, without a number. */
  | "no_receipt"
  /** Of a bank that is not supported. */
  | "other_bank"
  | "not_a_picture"
  | "too_large"
  | "not_sent"
  | "too_often"
  | "closed"
  | "foreign"
  | "failed";
/** Reasons why a problem page replaces the requested page. */
export type PageProblem = "not_found" | "rate_limited" | "foreign" | "unusable" | "unavailable" | "internal";

/** All texts of the checkout page. A missing translation is a type error. */
export const pageTexts = textsOf({
  language: both("Language", "ቋንቋ"),
  birr: both(
    (amount: string) => `ETB ${amount}`,
    (amount) => `${amount} ብር`,
  ),
  payTitle: both(
    (amount: string) => `Pay ${amount}`,
    (amount) => `${amount} ይክፈሉ`,
  ),
  /** Of a payment that is partly paid. */
  payRest: both(
    (amount: string) => `Pay the remaining ${amount}`,
    (amount) => `ቀሪውን ${amount} ይክፈሉ`,
  ),
  partsTitle: both(
    (paid: string, asked: string) => `${paid} of ${asked} has arrived`,
    (paid, asked) => `ከ${asked} ውስጥ ${paid} ደርሷል`,
  ),
  missing: both("Still missing", "የቀረው"),
  partsAtEnd: both(
    "The money that has arrived is with the seller. Ask the seller to deliver or refund.",
    "የደረሰው ገንዘብ በሻጩ እጅ ነው። ትዕዛዙ እንዲፈጸምልዎ ወይም ገንዘቡ እንዲመለስልዎ ሻጩን ይጠይቁ።",
  ),
  order: both("Order", "ትዕዛዝ"),
  timeLeft: both("Time left", "የቀረው ጊዜ"),
  payBefore: both(
    {
      international: (time: string) => `Pay before ${time} (Addis Ababa, 24-hour clock)`,
      ethiopian: (time: string) => `Pay before ${time} (Addis Ababa, Ethiopian clock)`,
    },
    {
      international: (time) => `ከ${time} በፊት ይክፈሉ (በአዲስ አበባ ሰዓት፣ በ24 ሰዓት አቆጣጠር)`,
      ethiopian: (time) => `ከ${time} በፊት ይክፈሉ (በኢትዮጵያ ሰዓት አቆጣጠር)`,
    },
  ),
  duration: both(
    ({ days, hours, minutes }: Record<"days" | "hours" | "minutes", number>) => {
      const parts = [
        ...(days > 0 ? [counted(days, "day", "days")] : []),
        ...(hours > 0 ? [counted(hours, "hour", "hours")] : []),
        ...(days === 0 && (minutes > 0 || hours === 0) ? [counted(minutes, "minute", "minutes")] : []),
      ];
      return parts.join(" ");
    },
    ({ days, hours, minutes }) => {
      const parts = [
        ...(days > 0 ? [`${days} ቀን`] : []),
        ...(hours > 0 ? [`${hours} ሰዓት`] : []),
        ...(days === 0 && (minutes > 0 || hours === 0) ? [`${minutes} ደቂቃ`] : []),
      ];
      return parts.join(" ከ");
    },
  ),
  sendMoney: both("1. Send the money", "1. ገንዘቡን ይላኩ"),
  sendMoneyHint: both(
    (amount: string) => `Send ${amount} in one transfer to this account. Bank fees are extra.`,
    (amount) => `${amount} በአንድ ጊዜ ወደዚህ ሒሳብ ይላኩ። ባንክዎ የሚያስከፍለው የአገልግሎት ክፍያ ከዚህ በተጨማሪ ነው።`,
  ),
  sendMoneyInParts: both(
    (amount: string) =>
      `Send ${amount} to this account, in one transfer or in several. Then paste each receipt, one after the other. Bank fees are extra.`,
    (amount) =>
      `${amount} በአንድ ጊዜ ወይም ከፋፍለው ወደዚህ ሒሳብ ይላኩ። ከዚያ እያንዳንዱን ደረሰኝ በየተራ ይለጥፉ። ባንክዎ የሚያስከፍለው የአገልግሎት ክፍያ ከዚህ በተጨማሪ ነው።`,
  ),
  whichBank: both("Which bank do you pay from?", "ከየትኛው ባንክ ይከፍላሉ?"),
  whichBankHint: both(
    "Choose the bank or wallet that you send the money with. We cannot check payments from other banks.",
    "ገንዘቡን የሚልኩበትን ባንክ ወይም የሞባይል ገንዘብ ይምረጡ። ከሌላ ባንክ የተላከ ክፍያ ማረጋገጥ አንችልም።",
  ),
  alreadyPaid: both("I have already paid", "አስቀድሜ ከፍያለሁ"),
  anotherBank: both("Pay from another bank", "ከሌላ ባንክ ይክፈሉ"),
  otherAccount: both(
    (number: string) => `Pay to account ${number} instead`,
    (number) => `ይልቁንም ወደ ሒሳብ ቁጥር ${number} ይክፈሉ`,
  ),
  bankDownShort: both("does not answer now", "አሁን ምላሽ አይሰጥም"),
  bankDown: both(
    (bank: string) => `${bank} does not answer now`,
    (bank) => `${bank} አሁን ምላሽ አይሰጥም`,
  ),
  bankDownTodo: both(
    "If you pay now, we can check your payment only when the bank answers again. Keep the receipt, and send it then.",
    "አሁን ከከፈሉ ክፍያዎን ማረጋገጥ የምንችለው ባንኩ እንደገና ምላሽ ሲሰጥ ብቻ ነው። ደረሰኙን ይያዙት፤ ባንኩ ምላሽ ሲሰጥ ይላኩት።",
  ),
  openApp: both(
    (bank: string) => `Open the ${bank} app.`,
    (bank) => `የ${afterPrefix(bank)} መተግበሪያን ይክፈቱ።`,
  ),
  orDial: both(
    (code: string) => `Or dial ${code}`,
    (code) => `ወይም ${code} ይደውሉ`,
  ),
  sendHere: both(
    (amount: string) => `Send ${amount} to the account above.`,
    (amount) => `${amount} ከላይ ወዳለው ሒሳብ ይላኩ።`,
  ),
  sendPartHere: both("Send the money to the account above.", "ገንዘቡን ከላይ ወዳለው ሒሳብ ይላኩ።"),
  pasteMessage: both(
    (bank: string) => `Copy the message that ${bank} sends you, and paste it as your receipt.`,
    (bank) => `${bank} የሚልክልዎትን መልእክት ቀድተው እንደ ደረሰኝ ይለጥፉት።`,
  ),
  amount: both("Amount", "የገንዘብ መጠን"),
  accountNumber: both("Account number", "የሒሳብ ቁጥር"),
  accountName: both("Name", "የተቀባይ ስም"),
  copy: both("Copy", "ቅዳ"),
  copied: both("Copied", "ተቀድቷል"),
  copyAmount: both("the amount", "የገንዘብ መጠን"),
  copyAccount: both(
    (bank: string) => `the account number at ${bank}`,
    (bank) => `የ${afterPrefix(bank)} ሒሳብ ቁጥር`,
  ),
  pasteReceipt: both("2. Paste your receipt", "2. ደረሰኝዎን ይለጥፉ"),
  /** Heading above a receipt that was sent while another one was checked. */
  otherReceipt: both("Your other receipt", "ሌላኛው ደረሰኝዎ"),
  receiptLabel: both("SMS, transaction number or receipt link", "አጭር መልእክት (SMS)፣ የግብይት ቁጥር ወይም የደረሰኝ ሊንክ"),
  whereIsNumber: both("Where is the number?", "ቁጥሩ የት አለ?"),
  receiptHint: both(
    "Paste the full SMS, as your bank or wallet sent it.",
    "ከባንክዎ ወይም ከሞባይል ገንዘብ አገልግሎትዎ የደረሰዎትን መልእክት ሙሉውን ቢለጥፉ ይመረጣል።",
  ),
  file: both("Photo or file", "ፎቶ ወይም ፋይል"),
  fileHint: both(
    "A photo, screenshot or PDF of the receipt. We read it, and do not keep it.",
    "የደረሰኙ ፎቶ፣ የስክሪን ቅጂ (screenshot) ወይም PDF። አንብበነው አናስቀምጠውም።",
  ),
  fileReading: both("Reading…", "በማንበብ ላይ…"),
  fileRead: both(
    "Compare this with your receipt, and correct it if needed. Then send it below.",
    "ይህን ከደረሰኝዎ ጋር ያመሳክሩ፤ ስህተት ካለ ያርሙት። ከዚያ ከታች ይላኩት።",
  ),
  fileOthers: both("It may also be:", "ይህም ሊሆን ይችላል፦"),
  fileOfOtherBank: both(
    (bank: string) =>
      `This receipt is from ${bank}. Only payments to the seller's accounts count. Choose another file, or type the transaction number.`,
    (bank) =>
      `ይህ የ${afterPrefix(bank)} ደረሰኝ ነው። የሚቆጠሩት ወደ ሻጩ ሒሳቦች የተላኩ ክፍያዎች ብቻ ናቸው። ሌላ ፋይል ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።`,
  ),
  fileFaults: {
    unread: both(
      "We found no receipt in this file. Choose a sharper picture of the whole receipt, or type the transaction number.",
      "በዚህ ፋይል ውስጥ ደረሰኝ አላገኘንም። ሙሉውን ደረሰኝ በግልጽ የሚያሳይ ፎቶ ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    ),
    no_receipt: both(
      "This picture shows no transaction number. Choose a picture of the receipt or of its QR code, or paste its link.",
      "በዚህ ፎቶ ላይ የግብይት ቁጥር የለም። የደረሰኙን ወይም የኪውአር ኮዱን ፎቶ ይምረጡ፤ ወይም ሊንኩን ይለጥፉ።",
    ),
    other_bank: both(
      "This receipt is from another bank. Only payments to the seller's accounts count. Choose another file, or type the transaction number.",
      "ይህ ደረሰኝ የሌላ ባንክ ነው። የሚቆጠረው ወደ ሻጩ ሒሳቦች የተከፈለ ብቻ ነው። ሌላ ፋይል ይምረጡ፤ ወይም የግብይት ቁጥሩን ይጻፉ።",
    ),
    not_a_picture: both(
      "We cannot open this file. Choose a photo, a screenshot or a PDF, or type the transaction number.",
      "ይህን ፋይል መክፈት አልቻልንም። ፎቶ፣ የስክሪን ቅጂ ወይም PDF ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    ),
    too_large: both(
      "This file is too large. Choose a screenshot or a smaller photo, or type the transaction number.",
      "ፋይሉ በጣም ትልቅ ነው። የስክሪን ቅጂ ወይም አነስ ያለ ፎቶ ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    ),
    not_sent: both(
      "Could not send the file. Check your connection and try again, or type the transaction number.",
      "ፋይሉን መላክ አልተቻለም። የኢንተርኔት ግንኙነትዎን አረጋግጠው እንደገና ይሞክሩ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    ),
    too_often: both(
      "Too many files in a short time. Wait a minute, or type the transaction number.",
      "በአጭር ጊዜ ውስጥ ብዙ ፋይሎች ተልከዋል። አንድ ደቂቃ ይጠብቁ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    ),
    closed: both(
      "This payment takes no receipt now. Load the page again.",
      "ለዚህ ክፍያ አሁን ደረሰኝ መላክ አይቻልም። ገጹን እንደገና ይክፈቱት።",
    ),
    foreign: both(
      "This was not sent from our page. Open the payment link again.",
      "ይህ ከገጻችን የተላከ አይደለም። የክፍያውን ሊንክ እንደገና ይክፈቱ።",
    ),
    failed: both(
      "We cannot read files at the moment. Try again in a minute, or type the transaction number.",
      "ፋይሎችን አሁን ማንበብ አልቻልንም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    ),
  } satisfies Record<FileFault, Texts<string>>,
  privacy: both(
    "We query your bank with it and show the result to the seller.",
    "በዚህ ባንክዎን እንጠይቃለን፤ ውጤቱንም ለሻጩ እናሳያለን።",
  ),
  suffixLabel: both("Last digits of the account you paid from", "የከፈሉበት ሒሳብ የመጨረሻ አሃዞች"),
  /** Number of digits, by bank. */
  suffixHints: both<Partial<Record<BankCode, string>>>(
    {
      cbe: "Commercial Bank of Ethiopia: the last 8 digits.",
      boa: "Bank of Abyssinia: the last 5 digits.",
    },
    {
      cbe: "የኢትዮጵያ ንግድ ባንክ ከሆነ የመጨረሻዎቹ 8 አሃዞች።",
      boa: "አቢሲንያ ባንክ ከሆነ የመጨረሻዎቹ 5 አሃዞች።",
    },
  ),
  phoneLabel: both("Phone number of the wallet you paid from", "የከፈሉበት የሞባይል ገንዘብ ስልክ ቁጥር"),
  phoneHint: both("For example 0911 22 33 44", "ለምሳሌ 0911 22 33 44"),
  submit: both("Check my payment", "ክፍያዬን አረጋግጥ"),
  /** After an error, with the input kept. */
  tryAgain: both("Try again", "እንደገና ሞክር"),
  sending: both("Sending…", "በመላክ ላይ…"),
  notSent: both(
    "Could not send. Check your connection and try again.",
    "መላክ አልተቻለም። የኢንተርኔት ግንኙነትዎን አረጋግጠው እንደገና ይሞክሩ።",
  ),
  attemptsLeft: both(
    (left: number, allowed: number) => `${left} of ${allowed} attempts left`,
    (left, allowed) => `ከ${allowed} ሙከራዎች ${left} ${left === 1 ? "ቀርቷል" : "ቀርተዋል"}`,
  ),
  checkAgain: both("Check again", "እንደገና ይመልከቱ"),
  returnTo: both(
    (merchant: string) => `Return to ${merchant}`,
    (merchant) => `ወደ ${merchant} ይመለሱ`,
  ),
  backWithoutPaying: both("Go back without paying", "ሳይከፍሉ ይመለሱ"),
  backToPayment: both("Back to the payment", "ወደ ክፍያው ገጽ ይመለሱ"),
  fault: both("Not done", "አልተከናወነም"),
  neverSecrets: both(
    "Never enter your PIN or a password here. They are not needed to check a payment.",
    "የሚስጥር ቁጥርዎን (PIN) ወይም የይለፍ ቃልዎን እዚህ በፍጹም አያስገቡ፤ ክፍያን ለማረጋገጥ አያስፈልጉም።",
  ),
  verifying: {
    title: both("We are checking your payment", "ክፍያዎን እያረጋገጥን ነው"),
    todo: both(
      "We are checking with the bank. This usually takes a few seconds. You can close this page and come back.",
      "ባንኩን እየጠየቅን ነው። አብዛኛውን ጊዜ ጥቂት ሰከንዶች ብቻ ይፈጃል። ገጹን ዘግተው በኋላ መመለስ ይችላሉ።",
    ),
  },
  /** The payer's screen came before the bank's record. */
  notBooked: {
    title: both("The bank does not have your payment yet", "ባንኩ ክፍያዎን ገና አልመዘገበውም"),
    todo: both(
      (time: string) =>
        `This is usual in the first minutes. We ask the bank again at ${time}. You can close this page and come back. Do not pay again.`,
      (time) =>
        `በመጀመሪያዎቹ ደቂቃዎች ይህ የተለመደ ነው። ባንኩን በ${time} እንደገና እንጠይቃለን። ይህን ገጽ ዘግተው መመለስ ይችላሉ። እንደገና አይክፈሉ።`,
    ),
  },
  correctReceipt: {
    title: both("Is the number wrong?", "ቁጥሩ ተሳስቷል?"),
    todo: both(
      "Correct it here, or send another receipt. It is then checked at once.",
      "እዚህ ያስተካክሉት፤ ወይም ሌላ ደረሰኝ ይላኩ። ወዲያው ይረጋገጣል።",
    ),
  },
  review: {
    title: both("The seller is checking your payment", "ሻጩ ክፍያዎን እያጣራ ነው"),
    todo: both(
      "The bank found your payment. The receipt alone does not prove that the money went to the seller, so the seller checks it. Do not pay again: nothing is lost. This page changes when the seller has decided. You can close it and come back.",
      "ባንኩ ክፍያዎን አግኝቶታል። ሆኖም ገንዘቡ ለሻጩ መድረሱ ከደረሰኙ ብቻ በእርግጠኝነት ስለማይታወቅ ሻጩ ራሱ ይመለከተዋል። ደግመው አይክፈሉ፤ የጠፋ ነገር የለም። ሻጩ እንደወሰነ ይህ ገጽ ይለወጣል፤ ገጹን ዘግተው በኋላ መመለስ ይችላሉ።",
    ),
  },
  reviewForm: {
    title: both("Do you have another receipt for this payment?", "የዚህ ክፍያ ሌላ ደረሰኝ አለዎት?"),
    todo: both(
      "If you do, send it here, for example the full SMS or the bank's own transaction number. This is optional.",
      "ካለዎት እዚህ ይላኩት፤ ለምሳሌ ሙሉውን መልእክት (SMS) ወይም የባንኩን የግብይት ቁጥር። ግዴታ አይደለም።",
    ),
  },
  /** In review, if several receipts may pay together. */
  nextReceipt: {
    title: both("Do you have another receipt?", "ሌላ ደረሰኝ አለዎት?"),
    todo: both(
      "You can send it here. If it needs no check by the seller, it counts at once.",
      "እዚህ መላክ ይችላሉ። ሻጩ ማጣራት የማያስፈልገው ከሆነ ወዲያውኑ ይቆጠራል።",
    ),
  },
  waitForReview: {
    title: both("The seller must check this receipt too", "ይህንንም ደረሰኝ ሻጩ ማጣራት አለበት"),
    todo: both(
      "The seller is still checking the one before. When that is done, send this one again. Do not pay again.",
      "ሻጩ የቀደመውን ገና እያጣራ ነው። ሲጨርስ ይህን እንደገና ይላኩ። ደግመው አይክፈሉ።",
    ),
  },
  oneAtATime: {
    title: both("Another receipt is being checked", "ሌላ ደረሰኝ እየተረጋገጠ ነው"),
    todo: both(
      "This one was not checked. When the other one is done, send this one. No attempt was used.",
      "ይህኛው ገና አልታየም። የሌላኛው ውጤት ሲታወቅ ይህን ይላኩ። ሙከራ አልተቀነሰም።",
    ),
  },
  usedOrCounted: {
    title: both("This receipt was already used", "ይህ ደረሰኝ ከዚህ በፊት ጥቅም ላይ ውሏል"),
    todo: both(
      "A receipt counts once. If its amount is listed above, it counts for this order, and you need not send it again. Otherwise contact the seller.",
      "አንድ ደረሰኝ የሚቆጠረው አንድ ጊዜ ብቻ ነው። መጠኑ ከላይ ከተዘረዘረ ለዚህ ትዕዛዝ ተቆጥሯል፤ እንደገና መላክ አያስፈልግም። ካልሆነ ሻጩን ያነጋግሩ።",
    ),
  },
  /** For another receipt that proves no more. */
  stillInReview: {
    title: both("This receipt proves no more than the first", "ይህ ደረሰኝ ከመጀመሪያው የበለጠ ማረጋገጫ አይሰጥም"),
    todo: both(
      "The seller is still checking the first one. There is nothing more to do here.",
      "ሻጩ የመጀመሪያውን ማጣራቱን ይቀጥላል። እዚህ ሌላ የሚያደርጉት ነገር የለም።",
    ),
  },
  confirmed: {
    title: both("Payment confirmed", "ክፍያዎ ተረጋግጧል"),
    todo: both(
      (amount: string) =>
        `Your payment of ${amount} has arrived, and we have notified the seller. There is nothing more to do here.`,
      (amount) => `የ${amount} ክፍያዎ ደርሷል፤ ሻጩም እንዲያውቅ ተደርጓል። ከዚህ በኋላ እዚህ የሚያደርጉት ነገር የለም።`,
    ),
  },
  proof: both("Your proof of payment", "የክፍያዎ ማረጋገጫ"),
  paidOn: both("Paid on", "የተከፈለበት ጊዜ"),
  /** Of a payment that a person accepted without a receipt. */
  confirmedOn: both("Confirmed on", "የተረጋገጠበት ጊዜ"),
  transactionNumber: both("Transaction number", "የግብይት ቁጥር"),
  paidFrom: both("Paid with", "የተከፈለበት ባንክ"),
  paidTo: both("Paid to", "የተከፈለው ለ"),
  proofLink: both("Anyone with this link can see this page:", "ይህ ሊንክ ያለው ሁሉ ይህን ገጽ ማየት ይችላል፦"),
  copyLink: both("the link to this page", "የዚህ ገጽ ሊንክ"),
  share: both("Share", "አጋራ"),
  print: both("Print", "አትም"),
  overpaid: both(
    (more: string) => `You sent ${more} more than requested. Ask the seller about the difference.`,
    (more) => `የላኩት ከተጠየቀው በ${more} ይበልጣል። ስለ ልዩነቱ ሻጩን ያነጋግሩ።`,
  ),
  expired: {
    title: both("The time to pay has expired", "የመክፈያው ጊዜ አልፏል"),
    todo: both(
      "Do not send money for this order. Ask the seller for a new payment link.",
      "ለዚህ ትዕዛዝ ከእንግዲህ ገንዘብ አይላኩ። ሻጩን አዲስ የክፍያ ሊንክ ይጠይቁ።",
    ),
  },
  expiredForm: {
    title: both("Have you already paid?", "አስቀድመው ከፍለዋል?"),
    todo: both(
      "Paste your receipt here. We record it and notify the seller, who decides about your order.",
      "ደረሰኝዎን እዚህ ይለጥፉ። መዝግበን ለሻጩ እናሳውቃለን፤ ስለ ትዕዛዙ የሚወስነው ሻጩ ነው።",
    ),
  },
  expiredClosed: both(
    "If you have already paid, send your receipt to the seller.",
    "አስቀድመው ከፍለው ከሆነ ደረሰኝዎን ለሻጩ ይላኩ።",
  ),
  expiredReceiptUnfit: both(
    "Do not pay again. Contact the seller with your receipt.",
    "ደግመው አይክፈሉ። ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ።",
  ),
  late: {
    title: both("Your payment arrived too late", "ክፍያዎ የደረሰው ጊዜው ካለፈ በኋላ ነው"),
    todo: both(
      (amount: string) =>
        `We have recorded ${amount} and notified the seller. This does not confirm the order: ask the seller to deliver or refund. Do not pay again.`,
      (amount) =>
        `${amount} መድረሱን መዝግበን ለሻጩ አሳውቀናል። ሆኖም ትዕዛዙ በዚህ አልተረጋገጠም፤ ትዕዛዙ እንዲፈጸምልዎ ወይም ገንዘቡ እንዲመለስልዎ ሻጩን ይጠይቁ። ደግመው አይክፈሉ።`,
    ),
  },
  canceled: {
    title: both("This payment was canceled", "ይህ ክፍያ ተሰርዟል"),
    todo: both(
      "Do not send money for it. If you have already paid, contact the seller with your receipt.",
      "ለዚህ ክፍያ ገንዘብ አይላኩ። አስቀድመው ከፍለው ከሆነ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ።",
    ),
  },
  suspended: {
    title: both("Do not pay here", "እዚህ አይክፈሉ"),
    todo: both(
      "This seller cannot take payments on this page at the moment. If you have already paid, contact the seller with your receipt.",
      "ይህ ሻጭ ለጊዜው በዚህ ገጽ ክፍያ መቀበል አይችልም። አስቀድመው ከፍለው ከሆነ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ።",
    ),
  },
  /** `todoNoVerdict`: the bank gave no verdict on the last receipt. */
  noAttemptsLeft: {
    title: both("No attempts left", "የቀረ ሙከራ የለም"),
    todoNoVerdict: both(
      "All attempts for this order are used, and we could not reach the bank for the last receipt. Your payment is not lost. Do not pay again: send your receipt to the seller, who can check it.",
      "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል፤ ስለ መጨረሻው ደረሰኝ ባንኩን መጠየቅ አልተቻለም። ክፍያዎ አልጠፋም። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ደረሰኝዎን ለሻጩ ይላኩ።",
    ),
    todoPart: both(
      "All attempts for this order are used. The amounts above have arrived. Do not pay again: send your other receipts to the seller, who can check them.",
      "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል። ከላይ የተዘረዘሩት ክፍያዎች ደርሰዋል። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ሌሎቹን ደረሰኞች ለሻጩ ይላኩ።",
    ),
    todo: both(
      "All attempts for this order are used, and no receipt matches. Do not pay again: send your receipt to the seller, who can check it.",
      "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል፤ ከደረሰኞቹ አንዱም ከትዕዛዙ ጋር አልተጣጣመም። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ደረሰኝዎን ለሻጩ ይላኩ።",
    ),
  },
  rejections: {
    receipt_not_found: {
      title: both("The bank did not find this receipt", "ባንኩ ይህን ደረሰኝ አላገኘውም"),
      todo: both(
        "Check the number, and the account digits or phone number if you entered any: a letter or digit may be wrong. Paste the full SMS if you can. If you paid just now, wait a minute and try again.",
        "ቁጥሩን እንደገና ይመልከቱ፤ የሒሳብ አሃዞች ወይም ስልክ ቁጥር አስገብተው ከሆነም ያረጋግጧቸው፤ አንድ ፊደል ወይም አሃዝ ተሳስቶ ሊሆን ይችላል። መልእክቱን ሙሉውን ቢለጥፉ ይመረጣል። የከፈሉት አሁን ከሆነ አንድ ደቂቃ ጠብቀው እንደገና ይሞክሩ።",
      ),
    },
    receipt_already_used: {
      title: both("This receipt was already used", "ይህ ደረሰኝ ከዚህ በፊት ጥቅም ላይ ውሏል"),
      todo: both(
        "A receipt counts for one order only. Paste the receipt of the payment for this order. If you think this is a mistake, contact the seller.",
        "አንድ ደረሰኝ የሚያገለግለው ለአንድ ትዕዛዝ ብቻ ነው። የዚህን ትዕዛዝ ክፍያ ደረሰኝ ይለጥፉ። ስህተት ነው ብለው ካሰቡ ሻጩን ያነጋግሩ።",
      ),
    },
    wrong_receiver: {
      title: both("The receiver is not one of the seller's accounts", "ይህ ደረሰኝ ከሻጩ ሒሳቦች አንዱን አያሳይም"),
      todo: both(
        "Compare the account on your receipt with the account on this page. If it is the same, contact the seller with your receipt. If you sent money from telebirr to a bank account, paste the bank's own transaction number. If you sent it to a wrong account, ask your bank for help.",
        "በደረሰኝዎ ላይ ያለውን ሒሳብ በዚህ ገጽ ላይ ካለው ጋር ያመሳክሩ። ከቴሌብር ወደ ባንክ ሒሳብ ልከው ከሆነ የባንኩን የግብይት ቁጥር ይለጥፉ። ሒሳቡ ይኸው ከሆነ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ። በስህተት ወደ ሌላ ሒሳብ ልከው ከሆነ ባንክዎን ያነጋግሩ።",
      ),
    },
    amount_too_low: {
      title: both("This payment is less than the amount due", "የተከፈለው ከሚፈለገው መጠን ያነሰ ነው"),
      todo: both(
        "The full amount must come in one payment. Contact the seller about this one, or send the full amount in one transfer and paste its receipt.",
        "ሙሉው መጠን በአንድ ክፍያ መድረስ አለበት። ስለዚህ ክፍያ ሻጩን ያነጋግሩ፤ ወይም ሙሉውን መጠን በአንድ ጊዜ ልከው የዚያን ደረሰኝ ይለጥፉ።",
      ),
    },
    paid_before_created: {
      title: both("This payment is older than the order", "ይህ ክፍያ ከትዕዛዙ በፊት የተፈጸመ ነው"),
      todo: both(
        "Only a payment made after the order counts. Paste the receipt of that payment. If this is the payment for your order, contact the seller.",
        "የሚቆጠረው ከትዕዛዙ በኋላ የተፈጸመ ክፍያ ብቻ ነው፤ የዚያን ደረሰኝ ይለጥፉ። ለትዕዛዝዎ የከፈሉት ይህ ከሆነ ሻጩን ያነጋግሩ።",
      ),
    },
    bank_unavailable: {
      title: both("We cannot reach the bank", "ባንኩን አሁን መጠየቅ አልተቻለም"),
      todo: both(
        "Your payment is not lost. Do not pay again. Wait a few minutes, then send the same receipt again. If this continues, contact the seller.",
        "ክፍያዎ አልጠፋም፤ ደግመው መክፈል አያስፈልግዎትም። ጥቂት ደቂቃዎች ጠብቀው ያንኑ ደረሰኝ እንደገና ይላኩ። ችግሩ ከቀጠለ ሻጩን ያነጋግሩ።",
      ),
    },
    not_a_payment_to_merchant: {
      title: both("This is no payment to the seller", "ይህ ለሻጩ የተከፈለ አይደለም"),
      todo: both(
        "The receipt is about airtime, a package, cash, savings or a loan. Paste the receipt of the transfer to the seller's account.",
        "ደረሰኙ ስለ አየር ሰዓት፣ ጥቅል፣ ጥሬ ገንዘብ፣ ቁጠባ ወይም ብድር ነው። ወደ ሻጩ ሒሳቦች የላኩበትን ደረሰኝ ይለጥፉ።",
      ),
    },
    receipt_rejected: {
      title: both("The seller did not accept this receipt", "ሻጩ ይህን ደረሰኝ አልተቀበለም"),
      todo: both(
        "The seller checked it and does not count it for this order. Do not pay again: contact the seller with your receipt. If you have the receipt of another payment for this order, paste it here.",
        "ሻጩ ደረሰኙን ተመልክቶ ለዚህ ትዕዛዝ እንደማይቆጠር ወስኗል። ደግመው አይክፈሉ፤ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ። ለዚህ ትዕዛዝ የከፈሉት ሌላ ክፍያ ካለ የእርሱን ደረሰኝ እዚህ ይለጥፉ።",
      ),
    },
  } satisfies Record<ReceiptRejection, MessageTexts>,
  formFaults: {
    empty: {
      title: both("Receipt missing", "ደረሰኝ አላስገቡም"),
      todo: both("Paste your receipt into the field first.", "መጀመሪያ ደረሰኝዎን በሳጥኑ ውስጥ ይለጥፉ።"),
    },
    unreadable: {
      title: both("We found no receipt in your text", "በላኩት ውስጥ ደረሰኝ አላገኘንም"),
      todo: both(
        "Paste the SMS as your bank sent it, or only the transaction number. No attempt was used.",
        "መልእክቱን ባንክዎ እንደላከልዎ ይለጥፉ፤ ወይም የግብይት ቁጥሩን ብቻ ያስገቡ። ሙከራ አልተቀነሰም።",
      ),
    },
    no_receipt: {
      title: both("This message has no receipt", "በዚህ መልእክት ውስጥ ደረሰኝ የለም"),
      todo: both(
        "It tells of money, but has no transaction number. Open the receipt in your bank's app, and paste its link or its transaction number. No attempt was used.",
        "መልእክቱ ስለ ገንዘብ ይናገራል፤ ነገር ግን የግብይት ቁጥር የለውም። ደረሰኙን በባንክዎ መተግበሪያ ይክፈቱ፤ ሊንኩን ወይም የግብይት ቁጥሩን ይለጥፉ። ምንም ሙከራ አልተጠቀሙም።",
      ),
    },
    other_bank: {
      title: both("This receipt is from another bank", "ይህ ደረሰኝ የሌላ ባንክ ነው"),
      todo: both(
        "Only payments to the seller's accounts count. If you paid to another account, contact the seller. No attempt was used.",
        "የሚቆጠሩት ወደ ሻጩ ሒሳቦች የተላኩ ክፍያዎች ብቻ ናቸው። ወደ ሌላ ሒሳብ ከፍለው ከሆነ ሻጩን ያነጋግሩ። ሙከራ አልተቀነሰም።",
      ),
    },
    missing_suffix: {
      title: both("More information needed", "አንድ ተጨማሪ መረጃ ያስፈልጋል"),
      todo: both(
        "The bank shows this receipt only with the last digits of the account. Enter them below. No attempt was used.",
        "ባንኩ ይህን ደረሰኝ የሚያሳየው የሒሳቡን የመጨረሻ አሃዞች ለሚያውቅ ብቻ ነው። ከታች ያስገቧቸው። ሙከራ አልተቀነሰም።",
      ),
    },
    missing_phone: {
      title: both("More information needed", "አንድ ተጨማሪ መረጃ ያስፈልጋል"),
      todo: both(
        "The bank shows this receipt only with the phone number that paid. Enter it below. No attempt was used.",
        "ይህ ደረሰኝ የሚታየው ክፍያው በተፈጸመበት ስልክ ቁጥር ብቻ ነው። ቁጥሩን ከታች ያስገቡ። ሙከራ አልተቀነሰም።",
      ),
    },
    in_progress: {
      title: both("Another receipt is being checked", "ሌላ ደረሰኝ እየተረጋገጠ ነው"),
      todo: both(
        "This one was not checked. If the other one does not match, send this one again. No attempt was used.",
        "ይህኛው ገና አልታየም። የመጀመሪያው ውጤት እስኪታወቅ ይጠብቁ፤ ካልተጣጣመ ይህን እንደገና ይላኩ። ሙከራ አልተቀነሰም።",
      ),
    },
  } satisfies Record<FormFault, MessageTexts>,
  problems: {
    not_found: {
      title: both("Payment not found", "እንዲህ ያለ ክፍያ የለም"),
      todo: both(
        "The link may be incomplete or mistyped. Open it again from where you found it, or ask the seller for a new one.",
        "ሊንኩ ተቆርጦ ወይም ተሳስቶ ሊሆን ይችላል። ካገኙበት ቦታ እንደገና ይክፈቱት፤ ወይም ሻጩን አዲስ ሊንክ ይጠይቁ።",
      ),
    },
    rate_limited: {
      title: both("Too many attempts in a short time", "በአጭር ጊዜ ውስጥ በጣም ብዙ ሙከራ ተደርጓል"),
      todo: both("Nothing is lost. Wait a moment, then try again.", "የጠፋ ነገር የለም። ጥቂት ጠብቀው እንደገና ይሞክሩ።"),
    },
    foreign: {
      title: both("This was not sent from our page", "ይህ ከገጻችን የተላከ አይደለም"),
      todo: both(
        "Nothing was done. Open the payment link again and send your receipt from there.",
        "ምንም አልተከናወነም። የክፍያውን ሊንክ እንደገና ከፍተው ደረሰኝዎን ከዚያ ይላኩ።",
      ),
    },
    unusable: {
      title: both("We cannot read your input", "የተላከውን መጠቀም አልቻልንም"),
      todo: both(
        "Go back to the payment and paste only the SMS or the transaction number.",
        "ወደ ክፍያው ገጽ ተመልሰው መልእክቱን ወይም የግብይት ቁጥሩን ብቻ ይለጥፉ።",
      ),
    },
    unavailable: {
      title: both("This page is temporarily unavailable", "ይህ ገጽ ለጊዜው አገልግሎት አይሰጥም"),
      todo: both(
        "Payments already made are not lost. Wait a moment, then try again.",
        "የተፈጸሙ ክፍያዎች አይጠፉም። ጥቂት ጠብቀው እንደገና ይሞክሩ።",
      ),
    },
    internal: {
      title: both("Something failed on our side", "በእኛ በኩል ችግር አጋጥሟል"),
      todo: both(
        "Payments already made are not lost. Try again in a minute.",
        "የተፈጸሙ ክፍያዎች አይጠፉም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
      ),
    },
  } satisfies Record<PageProblem, MessageTexts>,
  waitSeconds: both(
    (seconds: number) => `You can try again in ${counted(seconds, "second", "seconds")}.`,
    (seconds) => `ከ${seconds} ሰከንድ በኋላ እንደገና መሞከር ይችላሉ።`,
  ),
});

export type PageTexts = (typeof pageTexts)["en"];
