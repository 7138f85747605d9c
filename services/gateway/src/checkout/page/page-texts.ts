import type { BankCode, ReceiptRejection } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages";

interface Message {
  readonly title: string;
  readonly todo: string;
}

/** Why what was sent has not been tried. */
export type FormFault =
  | "empty"
  | "unreadable"
  | "other_bank"
  | "missing_suffix"
  | "missing_phone"
  /** Another receipt is on trial. */
  | "in_progress";
/** Why there is another page than the one that was asked for. */
export type PageProblem = "not_found" | "rate_limited" | "foreign" | "unusable" | "unavailable" | "internal";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Everything that the hosted page says. A text that one language lacks is a fault of types. */
const en = {
  language: "Language",
  birr: (amount: string) => `ETB ${amount}`,
  payTitle: (amount: string) => `Pay ${amount}`,
  order: "Order",
  timeLeft: "Time left",
  payBefore: (time: string) => `Pay before ${time} (Addis Ababa, 24-hour clock)`,
  duration: ({ days, hours, minutes }: Record<"days" | "hours" | "minutes", number>) => {
    const parts = [
      ...(days > 0 ? [counted(days, "day", "days")] : []),
      ...(hours > 0 ? [counted(hours, "hour", "hours")] : []),
      ...(days === 0 && (minutes > 0 || hours === 0) ? [counted(minutes, "minute", "minutes")] : []),
    ];
    return parts.join(" ");
  },
  sendMoney: "1. Send the money",
  sendMoneyHint: (amount: string) =>
    `Send ${amount} in one transfer to one of these accounts. What your bank charges comes on top.`,
  amount: "Amount",
  accountNumber: "Account number",
  accountName: "Name",
  copy: "Copy",
  copied: "Copied",
  copyAmount: "the amount",
  copyAccount: (bank: string) => `the account number at ${bank}`,
  pasteReceipt: "2. Paste your receipt",
  /** Over a receipt that was sent while another one is on trial. */
  otherReceipt: "Your other receipt",
  receiptLabel: "SMS, transaction number or receipt link",
  receiptHint: "Best is the whole SMS, just as your bank or wallet sent it.",
  suffixLabel: "Last digits of the account you paid from",
  /** How many digits, of the banks that want some. */
  suffixHints: {
    cbe: "Commercial Bank of Ethiopia: the last 8 digits.",
    boa: "Bank of Abyssinia: the last 5 digits.",
  } as Partial<Record<BankCode, string>>,
  phoneLabel: "Phone number of the wallet you paid from",
  phoneHint: "For example 0911 22 33 44",
  submit: "Check my payment",
  sending: "Sending…",
  notSent: "It could not be sent. Check your connection and try again.",
  attemptsLeft: (left: number, allowed: number) => `${left} of ${allowed} attempts left`,
  checkAgain: "Check again",
  returnTo: (merchant: string) => `Return to ${merchant}`,
  backWithoutPaying: "Go back without paying",
  backToPayment: "Back to the payment",
  fault: "Not done",
  neverSecrets: "Never enter your PIN or a password here: nobody needs them to check a payment.",
  verifying: {
    title: "We are checking your payment",
    todo: "We are asking the bank. This mostly takes a few seconds. You may close this page and come back to it.",
  },
  review: {
    title: "The seller is checking your payment",
    todo: "The bank knows your payment. Its receipt alone does not show for certain that the money went to the seller, so a person looks at it. Do not pay again: nothing is lost. This page changes as soon as the seller has decided; you may close it and come back.",
  },
  reviewForm: {
    title: "Do you have another receipt of this payment?",
    todo: "Send it here if you do, for example the whole SMS or the bank's own number. You need not.",
  },
  /** Of another receipt that proves no more. */
  stillInReview: {
    title: "This receipt does not prove more than the first",
    todo: "The seller goes on checking the first one. There is nothing more to do here.",
  },
  confirmed: {
    title: "Payment confirmed",
    todo: (amount: string) =>
      `Your payment of ${amount} has arrived, and the seller has been told. There is nothing more to do here.`,
  },
  overpaid: (more: string) =>
    `You sent ${more} more than was asked for. Ask the seller about the difference.`,
  expired: {
    title: "The time to pay is over",
    todo: "Do not send money for this order any more. Ask the seller for a new payment link.",
  },
  expiredForm: {
    title: "Have you paid already?",
    todo: "Paste your receipt here. We record it and tell the seller, who decides what becomes of the order.",
  },
  expiredClosed: "If you have paid already, send your receipt to the seller.",
  expiredReceiptUnfit: "Do not pay again. Contact the seller with your receipt.",
  late: {
    title: "Your payment came after the time was over",
    todo: (amount: string) =>
      `We have recorded ${amount} and told the seller. The order is not confirmed by it: ask the seller to deliver or to pay it back. Do not pay again.`,
  },
  canceled: {
    title: "This payment was canceled",
    todo: "Do not send money for it. If you have paid already, contact the seller with your receipt.",
  },
  suspended: {
    title: "Do not pay here",
    todo: "This seller cannot take payments on this page at the moment. If you have paid already, contact the seller with your receipt.",
  },
  /** `todoUnasked`: the bank said nothing of the last receipt. */
  noAttemptsLeft: {
    title: "No attempts left",
    todoUnasked:
      "All attempts for this order are used, and the bank could not be asked about the last receipt. Your payment is not lost. Do not pay again: send your receipt to the seller, who can look into it.",
    todo: "All attempts for this order are used, and none of the receipts fits. Do not pay again: send your receipt to the seller, who can look into it.",
  },
  rejections: {
    receipt_not_found: {
      title: "The bank does not know this receipt",
      todo: "Look at the number again, and at the account digits or the phone number if you gave any: a letter or a digit may be wrong. Best is to paste the whole SMS. If you paid just now, wait a minute and try again.",
    },
    receipt_already_used: {
      title: "This receipt has been used before",
      todo: "A receipt counts for one order only. Paste the receipt of the payment for this order. If you think that this is a mistake, contact the seller.",
    },
    wrong_receiver: {
      title: "This receipt does not show one of the seller's accounts",
      todo: "Compare the account on your receipt with the accounts on this page. If you sent it from telebirr to a bank account, paste the bank's own transaction number. If the account is one of them, contact the seller with your receipt. If you sent money to a wrong account, ask your bank for help.",
    },
    amount_too_low: {
      title: "This payment is less than the amount",
      todo: "The whole amount must come in one payment. Talk to the seller about this one, or send the whole amount in one transfer and paste its receipt.",
    },
    paid_before_created: {
      title: "This payment is older than the order",
      todo: "Only a payment made after the order counts. Paste the receipt of that one. If this is the payment for your order, contact the seller.",
    },
    bank_unavailable: {
      title: "The bank cannot be asked at the moment",
      todo: "Your payment is not lost, and you need not pay again. Wait a few minutes, then send the same receipt once more. If it goes on, contact the seller.",
    },
    receipt_rejected: {
      title: "The seller did not accept this receipt",
      todo: "The seller looked at it and does not count it for this order. Do not pay again: contact the seller with your receipt. If you have the receipt of another payment for this order, paste it here.",
    },
  } satisfies Record<ReceiptRejection, Message>,
  formFaults: {
    empty: { title: "There is no receipt yet", todo: "Paste your receipt into the field first." },
    unreadable: {
      title: "We found no receipt in this",
      todo: "Paste the SMS just as your bank sent it, or the transaction number alone. No attempt was used.",
    },
    other_bank: {
      title: "This receipt is of another bank",
      todo: "Only payments to the accounts on this page count. If you have paid to another account, contact the seller. No attempt was used.",
    },
    missing_suffix: {
      title: "One more thing is needed",
      todo: "The bank shows this receipt only to those who know the last digits of the account. Fill them in below. No attempt was used.",
    },
    missing_phone: {
      title: "One more thing is needed",
      todo: "The receipt can be seen only with the phone number that paid. Fill it in below. No attempt was used.",
    },
    in_progress: {
      title: "Another receipt is being checked",
      todo: "This one has not been looked at. Send it again afterwards, if the other one does not fit. No attempt was used.",
    },
  } satisfies Record<FormFault, Message>,
  problems: {
    not_found: {
      title: "There is no such payment",
      todo: "The link may be cut off or mistyped. Open it again from where you found it, or ask the seller for a new one.",
    },
    rate_limited: {
      title: "Too many attempts in a short time",
      todo: "Nothing is lost. Wait a little, then try again.",
    },
    foreign: {
      title: "This was not sent from our page",
      todo: "Nothing was done. Open the payment link again and send your receipt from there.",
    },
    unusable: {
      title: "We cannot use what was sent",
      todo: "Go back to the payment and paste the SMS or the transaction number alone.",
    },
    unavailable: {
      title: "This page is not available for the moment",
      todo: "Payments already made are not lost. Wait a little, then try again.",
    },
    internal: {
      title: "Something failed on our side",
      todo: "Payments already made are not lost. Try again in a minute.",
    },
  } satisfies Record<PageProblem, Message>,
  waitSeconds: (seconds: number) => `You can try again in ${counted(seconds, "second", "seconds")}.`,
};

export type PageTexts = typeof en;

const am: typeof en = {
  language: "ቋንቋ",
  birr: (amount) => `${amount} ብር`,
  payTitle: (amount) => `${amount} ይክፈሉ`,
  order: "ትዕዛዝ",
  timeLeft: "የቀረው ጊዜ",
  payBefore: (time) => `ከ${time} በፊት ይክፈሉ (በአዲስ አበባ ሰዓት፣ በ24 ሰዓት አቆጣጠር)`,
  duration: ({ days, hours, minutes }) => {
    const parts = [
      ...(days > 0 ? [`${days} ቀን`] : []),
      ...(hours > 0 ? [`${hours} ሰዓት`] : []),
      ...(days === 0 && (minutes > 0 || hours === 0) ? [`${minutes} ደቂቃ`] : []),
    ];
    return parts.join(" ከ");
  },
  sendMoney: "1. ገንዘቡን ይላኩ",
  sendMoneyHint: (amount) =>
    `${amount} በአንድ ጊዜ፣ ከሚከተሉት ሂሳቦች ወደ አንዱ ይላኩ። ባንክዎ የሚያስከፍለው የአገልግሎት ክፍያ ከዚህ በተጨማሪ ነው።`,
  amount: "የገንዘብ መጠን",
  accountNumber: "የሂሳብ ቁጥር",
  accountName: "የተቀባይ ስም",
  copy: "ቅዳ",
  copied: "ተቀድቷል",
  copyAmount: "የገንዘብ መጠን",
  copyAccount: (bank) => `የ${bank} ሂሳብ ቁጥር`,
  pasteReceipt: "2. ደረሰኝዎን ይለጥፉ",
  otherReceipt: "ሌላኛው ደረሰኝዎ",
  receiptLabel: "አጭር መልእክት (SMS)፣ የግብይት ቁጥር ወይም የደረሰኝ ሊንክ",
  receiptHint: "ከባንክዎ ወይም ከሞባይል ገንዘብ አገልግሎትዎ የደረሰዎትን መልእክት ሙሉውን ቢለጥፉ ይመረጣል።",
  suffixLabel: "የከፈሉበት ሂሳብ የመጨረሻ አሃዞች",
  suffixHints: {
    cbe: "የኢትዮጵያ ንግድ ባንክ ከሆነ የመጨረሻዎቹ 8 አሃዞች።",
    boa: "አቢሲንያ ባንክ ከሆነ የመጨረሻዎቹ 5 አሃዞች።",
  },
  phoneLabel: "የከፈሉበት የሞባይል ገንዘብ ስልክ ቁጥር",
  phoneHint: "ለምሳሌ 0911 22 33 44",
  submit: "ክፍያዬን አረጋግጥ",
  sending: "በመላክ ላይ…",
  notSent: "መላክ አልተቻለም። የኢንተርኔት ግንኙነትዎን አረጋግጠው እንደገና ይሞክሩ።",
  attemptsLeft: (left, allowed) => `ከ${allowed} ሙከራዎች ${left} ${left === 1 ? "ቀርቷል" : "ቀርተዋል"}`,
  checkAgain: "እንደገና ይመልከቱ",
  returnTo: (merchant) => `ወደ ${merchant} ይመለሱ`,
  backWithoutPaying: "ሳይከፍሉ ይመለሱ",
  backToPayment: "ወደ ክፍያው ገጽ ይመለሱ",
  fault: "አልተከናወነም",
  neverSecrets: "የሚስጥር ቁጥርዎን (PIN) ወይም የይለፍ ቃልዎን እዚህ በፍጹም አያስገቡ፤ ክፍያን ለማረጋገጥ አያስፈልጉም።",
  verifying: {
    title: "ክፍያዎን እያረጋገጥን ነው",
    todo: "ባንኩን እየጠየቅን ነው። አብዛኛውን ጊዜ ጥቂት ሰከንዶች ብቻ ይፈጃል። ገጹን ዘግተው በኋላ መመለስ ይችላሉ።",
  },
  review: {
    title: "ሻጩ ክፍያዎን እያጣራ ነው",
    todo: "ባንኩ ክፍያዎን አግኝቶታል። ሆኖም ገንዘቡ ለሻጩ መድረሱ ከደረሰኙ ብቻ በእርግጠኝነት ስለማይታወቅ ሻጩ ራሱ ይመለከተዋል። ደግመው አይክፈሉ፤ የጠፋ ነገር የለም። ሻጩ እንደወሰነ ይህ ገጽ ይለወጣል፤ ገጹን ዘግተው በኋላ መመለስ ይችላሉ።",
  },
  reviewForm: {
    title: "የዚህ ክፍያ ሌላ ደረሰኝ አለዎት?",
    todo: "ካለዎት እዚህ ይላኩት፤ ለምሳሌ ሙሉውን መልእክት (SMS) ወይም የባንኩን የግብይት ቁጥር። ግዴታ አይደለም።",
  },
  stillInReview: {
    title: "ይህ ደረሰኝ ከመጀመሪያው የበለጠ ማረጋገጫ አይሰጥም",
    todo: "ሻጩ የመጀመሪያውን ማጣራቱን ይቀጥላል። እዚህ ሌላ የሚያደርጉት ነገር የለም።",
  },
  confirmed: {
    title: "ክፍያዎ ተረጋግጧል",
    todo: (amount) => `የ${amount} ክፍያዎ ደርሷል፤ ሻጩም እንዲያውቅ ተደርጓል። ከዚህ በኋላ እዚህ የሚያደርጉት ነገር የለም።`,
  },
  overpaid: (more) => `የላኩት ከተጠየቀው በ${more} ይበልጣል። ስለ ልዩነቱ ሻጩን ያነጋግሩ።`,
  expired: {
    title: "የመክፈያው ጊዜ አልፏል",
    todo: "ለዚህ ትዕዛዝ ከእንግዲህ ገንዘብ አይላኩ። ሻጩን አዲስ የክፍያ ሊንክ ይጠይቁ።",
  },
  expiredForm: {
    title: "አስቀድመው ከፍለዋል?",
    todo: "ደረሰኝዎን እዚህ ይለጥፉ። መዝግበን ለሻጩ እናሳውቃለን፤ ስለ ትዕዛዙ የሚወስነው ሻጩ ነው።",
  },
  expiredClosed: "አስቀድመው ከፍለው ከሆነ ደረሰኝዎን ለሻጩ ይላኩ።",
  expiredReceiptUnfit: "ደግመው አይክፈሉ። ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ።",
  late: {
    title: "ክፍያዎ የደረሰው ጊዜው ካለፈ በኋላ ነው",
    todo: (amount) =>
      `${amount} መድረሱን መዝግበን ለሻጩ አሳውቀናል። ሆኖም ትዕዛዙ በዚህ አልተረጋገጠም፤ ትዕዛዙ እንዲፈጸምልዎ ወይም ገንዘቡ እንዲመለስልዎ ሻጩን ይጠይቁ። ደግመው አይክፈሉ።`,
  },
  canceled: {
    title: "ይህ ክፍያ ተሰርዟል",
    todo: "ለዚህ ክፍያ ገንዘብ አይላኩ። አስቀድመው ከፍለው ከሆነ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ።",
  },
  suspended: {
    title: "እዚህ አይክፈሉ",
    todo: "ይህ ሻጭ ለጊዜው በዚህ ገጽ ክፍያ መቀበል አይችልም። አስቀድመው ከፍለው ከሆነ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ።",
  },
  noAttemptsLeft: {
    title: "የቀረ ሙከራ የለም",
    todoUnasked:
      "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል፤ ስለ መጨረሻው ደረሰኝ ባንኩን መጠየቅ አልተቻለም። ክፍያዎ አልጠፋም። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ደረሰኝዎን ለሻጩ ይላኩ።",
    todo: "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል፤ ከደረሰኞቹ አንዱም ከትዕዛዙ ጋር አልተጣጣመም። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ደረሰኝዎን ለሻጩ ይላኩ።",
  },
  rejections: {
    receipt_not_found: {
      title: "ባንኩ ይህን ደረሰኝ አላገኘውም",
      todo: "ቁጥሩን እንደገና ይመልከቱ፤ የሂሳብ አሃዞች ወይም ስልክ ቁጥር አስገብተው ከሆነም ያረጋግጧቸው፤ አንድ ፊደል ወይም አሃዝ ተሳስቶ ሊሆን ይችላል። መልእክቱን ሙሉውን ቢለጥፉ ይመረጣል። የከፈሉት አሁን ከሆነ አንድ ደቂቃ ጠብቀው እንደገና ይሞክሩ።",
    },
    receipt_already_used: {
      title: "ይህ ደረሰኝ ከዚህ በፊት ጥቅም ላይ ውሏል",
      todo: "አንድ ደረሰኝ የሚያገለግለው ለአንድ ትዕዛዝ ብቻ ነው። የዚህን ትዕዛዝ ክፍያ ደረሰኝ ይለጥፉ። ስህተት ነው ብለው ካሰቡ ሻጩን ያነጋግሩ።",
    },
    wrong_receiver: {
      title: "ይህ ደረሰኝ ከሻጩ ሂሳቦች አንዱን አያሳይም",
      todo: "በደረሰኝዎ ላይ ያለውን ሂሳብ በዚህ ገጽ ላይ ካሉት ጋር ያመሳክሩ። ከቴሌብር ወደ ባንክ ሂሳብ ልከው ከሆነ የባንኩን የግብይት ቁጥር ይለጥፉ። ሂሳቡ ከእነዚህ አንዱ ከሆነ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ። በስህተት ወደ ሌላ ሂሳብ ልከው ከሆነ ባንክዎን ያነጋግሩ።",
    },
    amount_too_low: {
      title: "የተከፈለው ከሚፈለገው መጠን ያነሰ ነው",
      todo: "ሙሉው መጠን በአንድ ክፍያ መድረስ አለበት። ስለዚህ ክፍያ ሻጩን ያነጋግሩ፤ ወይም ሙሉውን መጠን በአንድ ጊዜ ልከው የዚያን ደረሰኝ ይለጥፉ።",
    },
    paid_before_created: {
      title: "ይህ ክፍያ ከትዕዛዙ በፊት የተፈጸመ ነው",
      todo: "የሚቆጠረው ከትዕዛዙ በኋላ የተፈጸመ ክፍያ ብቻ ነው፤ የዚያን ደረሰኝ ይለጥፉ። ለትዕዛዝዎ የከፈሉት ይህ ከሆነ ሻጩን ያነጋግሩ።",
    },
    bank_unavailable: {
      title: "ባንኩን አሁን መጠየቅ አልተቻለም",
      todo: "ክፍያዎ አልጠፋም፤ ደግመው መክፈል አያስፈልግዎትም። ጥቂት ደቂቃዎች ጠብቀው ያንኑ ደረሰኝ እንደገና ይላኩ። ችግሩ ከቀጠለ ሻጩን ያነጋግሩ።",
    },
    receipt_rejected: {
      title: "ሻጩ ይህን ደረሰኝ አልተቀበለም",
      todo: "ሻጩ ደረሰኙን ተመልክቶ ለዚህ ትዕዛዝ እንደማይቆጠር ወስኗል። ደግመው አይክፈሉ፤ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ። ለዚህ ትዕዛዝ የከፈሉት ሌላ ክፍያ ካለ የእርሱን ደረሰኝ እዚህ ይለጥፉ።",
    },
  },
  formFaults: {
    empty: { title: "ደረሰኝ አላስገቡም", todo: "መጀመሪያ ደረሰኝዎን በሳጥኑ ውስጥ ይለጥፉ።" },
    unreadable: {
      title: "በላኩት ውስጥ ደረሰኝ አላገኘንም",
      todo: "መልእክቱን ባንክዎ እንደላከልዎ ይለጥፉ፤ ወይም የግብይት ቁጥሩን ብቻ ያስገቡ። ሙከራ አልተቀነሰም።",
    },
    other_bank: {
      title: "ይህ ደረሰኝ የሌላ ባንክ ነው",
      todo: "የሚቆጠሩት በዚህ ገጽ ላይ ወዳሉት ሂሳቦች የተላኩ ክፍያዎች ብቻ ናቸው። ወደ ሌላ ሂሳብ ከፍለው ከሆነ ሻጩን ያነጋግሩ። ሙከራ አልተቀነሰም።",
    },
    missing_suffix: {
      title: "አንድ ተጨማሪ መረጃ ያስፈልጋል",
      todo: "ባንኩ ይህን ደረሰኝ የሚያሳየው የሂሳቡን የመጨረሻ አሃዞች ለሚያውቅ ብቻ ነው። ከታች ያስገቧቸው። ሙከራ አልተቀነሰም።",
    },
    missing_phone: {
      title: "አንድ ተጨማሪ መረጃ ያስፈልጋል",
      todo: "ይህ ደረሰኝ የሚታየው ክፍያው በተፈጸመበት ስልክ ቁጥር ብቻ ነው። ቁጥሩን ከታች ያስገቡ። ሙከራ አልተቀነሰም።",
    },
    in_progress: {
      title: "ሌላ ደረሰኝ እየተረጋገጠ ነው",
      todo: "ይህኛው ገና አልታየም። የመጀመሪያው ውጤት እስኪታወቅ ይጠብቁ፤ ካልተጣጣመ ይህን እንደገና ይላኩ። ሙከራ አልተቀነሰም።",
    },
  },
  problems: {
    not_found: {
      title: "እንዲህ ያለ ክፍያ የለም",
      todo: "ሊንኩ ተቆርጦ ወይም ተሳስቶ ሊሆን ይችላል። ካገኙበት ቦታ እንደገና ይክፈቱት፤ ወይም ሻጩን አዲስ ሊንክ ይጠይቁ።",
    },
    rate_limited: { title: "በአጭር ጊዜ ውስጥ በጣም ብዙ ሙከራ ተደርጓል", todo: "የጠፋ ነገር የለም። ጥቂት ጠብቀው እንደገና ይሞክሩ።" },
    foreign: {
      title: "ይህ ከገጻችን የተላከ አይደለም",
      todo: "ምንም አልተከናወነም። የክፍያውን ሊንክ እንደገና ከፍተው ደረሰኝዎን ከዚያ ይላኩ።",
    },
    unusable: {
      title: "የተላከውን መጠቀም አልቻልንም",
      todo: "ወደ ክፍያው ገጽ ተመልሰው መልእክቱን ወይም የግብይት ቁጥሩን ብቻ ይለጥፉ።",
    },
    unavailable: {
      title: "ይህ ገጽ ለጊዜው አገልግሎት አይሰጥም",
      todo: "የተፈጸሙ ክፍያዎች አይጠፉም። ጥቂት ጠብቀው እንደገና ይሞክሩ።",
    },
    internal: {
      title: "በእኛ በኩል ችግር አጋጥሟል",
      todo: "የተፈጸሙ ክፍያዎች አይጠፉም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
    },
  },
  waitSeconds: (seconds) => `ከ${seconds} ሰከንድ በኋላ እንደገና መሞከር ይችላሉ።`,
};

export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = { en, am };
