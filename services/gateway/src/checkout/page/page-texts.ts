import type { BankCode, ReceiptRejection } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages";

export interface Message {
  readonly title: string;
  readonly todo: string;
}

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

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** All texts of the checkout page. A missing translation is a type error. */
const en = {
  language: "Language",
  birr: (amount: string) => `ETB ${amount}`,
  payTitle: (amount: string) => `Pay ${amount}`,
  /** Of a payment that is partly paid. */
  payRest: (amount: string) => `Pay the remaining ${amount}`,
  partsTitle: (paid: string, asked: string) => `${paid} of ${asked} has arrived`,
  missing: "Still missing",
  partsAtEnd: "The money that has arrived is with the seller. Ask the seller to deliver or refund.",
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
  sendMoneyHint: (amount: string) => `Send ${amount} in one transfer to this account. Bank fees are extra.`,
  sendMoneyInParts: (amount: string) =>
    `Send ${amount} to this account, in one transfer or in several. Then paste each receipt, one after the other. Bank fees are extra.`,
  whichBank: "Which bank do you pay from?",
  whichBankHint:
    "Choose the bank or wallet that you send the money with. We cannot check payments from other banks.",
  alreadyPaid: "I have already paid",
  anotherBank: "Pay from another bank",
  otherAccount: (number: string) => `Pay to account ${number} instead`,
  bankDownShort: "does not answer now",
  bankDown: (bank: string) => `${bank} does not answer now`,
  bankDownTodo:
    "If you pay now, we can check your payment only when the bank answers again. Keep the receipt, and send it then.",
  openApp: (bank: string) => `Open the ${bank} app.`,
  orDial: (code: string) => `Or dial ${code}`,
  sendHere: (amount: string) => `Send ${amount} to the account above.`,
  sendPartHere: "Send the money to the account above.",
  pasteMessage: (bank: string) => `Copy the message that ${bank} sends you, and paste it as your receipt.`,
  amount: "Amount",
  accountNumber: "Account number",
  accountName: "Name",
  copy: "Copy",
  copied: "Copied",
  copyAmount: "the amount",
  copyAccount: (bank: string) => `the account number at ${bank}`,
  pasteReceipt: "2. Paste your receipt",
  /** Heading above a receipt that was sent while another one was checked. */
  otherReceipt: "Your other receipt",
  receiptLabel: "SMS, transaction number or receipt link",
  whereIsNumber: "Where is the number?",
  receiptHint: "Paste the full SMS, as your bank or wallet sent it.",
  file: "Photo or file",
  fileHint: "A photo, screenshot or PDF of the receipt. We read it, and do not keep it.",
  fileReading: "Reading…",
  fileRead: "Compare this with your receipt, and correct it if needed. Then send it below.",
  fileOthers: "It may also be:",
  fileOfOtherBank: (bank: string) =>
    `This receipt is from ${bank}. Only payments to the seller's accounts count. Choose another file, or type the transaction number.`,
  fileFaults: {
    unread:
      "We found no receipt in this file. Choose a sharper picture of the whole receipt, or type the transaction number.",
    no_receipt:
      "This picture shows no transaction number. Choose a picture of the receipt or of its QR code, or paste its link.",
    other_bank:
      "This receipt is from another bank. Only payments to the seller's accounts count. Choose another file, or type the transaction number.",
    not_a_picture:
      "We cannot open this file. Choose a photo, a screenshot or a PDF, or type the transaction number.",
    too_large:
      "This file is too large. Choose a screenshot or a smaller photo, or type the transaction number.",
    not_sent: "Could not send the file. Check your connection and try again, or type the transaction number.",
    too_often: "Too many files in a short time. Wait a minute, or type the transaction number.",
    closed: "This payment takes no receipt now. Load the page again.",
    foreign: "This was not sent from our page. Open the payment link again.",
    failed: "We cannot read files at the moment. Try again in a minute, or type the transaction number.",
  } satisfies Record<FileFault, string>,
  privacy: "We query your bank with it and show the result to the seller.",
  suffixLabel: "Last digits of the account you paid from",
  /** Number of digits, by bank. */
  suffixHints: {
    cbe: "Commercial Bank of Ethiopia: the last 8 digits.",
    boa: "Bank of Abyssinia: the last 5 digits.",
  } as Partial<Record<BankCode, string>>,
  phoneLabel: "Phone number of the wallet you paid from",
  phoneHint: "For example 0911 22 33 44",
  submit: "Check my payment",
  /** After an error, with the input kept. */
  tryAgain: "Try again",
  sending: "Sending…",
  notSent: "Could not send. Check your connection and try again.",
  attemptsLeft: (left: number, allowed: number) => `${left} of ${allowed} attempts left`,
  checkAgain: "Check again",
  returnTo: (merchant: string) => `Return to ${merchant}`,
  backWithoutPaying: "Go back without paying",
  backToPayment: "Back to the payment",
  fault: "Not done",
  neverSecrets: "Never enter your PIN or a password here. They are not needed to check a payment.",
  verifying: {
    title: "We are checking your payment",
    todo: "We are checking with the bank. This usually takes a few seconds. You can close this page and come back.",
  },
  /** The payer's screen came before the bank's record. */
  notBooked: {
    title: "The bank does not have your payment yet",
    todo: (time: string) =>
      `This is usual in the first minutes. We ask the bank again at ${time}. You can close this page and come back. Do not pay again.`,
  },
  correctReceipt: {
    title: "Is the number wrong?",
    todo: "Correct it here, or send another receipt. It is then checked at once.",
  },
  review: {
    title: "The seller is checking your payment",
    todo: "The bank found your payment. The receipt alone does not prove that the money went to the seller, so the seller checks it. Do not pay again: nothing is lost. This page changes when the seller has decided. You can close it and come back.",
  },
  reviewForm: {
    title: "Do you have another receipt for this payment?",
    todo: "If you do, send it here, for example the full SMS or the bank's own transaction number. This is optional.",
  },
  /** In review, if several receipts may pay together. */
  nextReceipt: {
    title: "Do you have another receipt?",
    todo: "You can send it here. If it needs no check by the seller, it counts at once.",
  },
  waitForReview: {
    title: "The seller must check this receipt too",
    todo: "The seller is still checking the one before. When that is done, send this one again. Do not pay again.",
  },
  oneAtATime: {
    title: "Another receipt is being checked",
    todo: "This one was not checked. When the other one is done, send this one. No attempt was used.",
  },
  usedOrCounted: {
    title: "This receipt was already used",
    todo: "A receipt counts once. If its amount is listed above, it counts for this order, and you need not send it again. Otherwise contact the seller.",
  },
  /** For another receipt that proves no more. */
  stillInReview: {
    title: "This receipt proves no more than the first",
    todo: "The seller is still checking the first one. There is nothing more to do here.",
  },
  confirmed: {
    title: "Payment confirmed",
    todo: (amount: string) =>
      `Your payment of ${amount} has arrived, and we have notified the seller. There is nothing more to do here.`,
  },
  proof: "Your proof of payment",
  paidOn: "Paid on",
  /** Of a payment that a person accepted without a receipt. */
  confirmedOn: "Confirmed on",
  transactionNumber: "Transaction number",
  paidFrom: "Paid with",
  paidTo: "Paid to",
  proofLink: "Anyone with this link can see this page:",
  copyLink: "the link to this page",
  share: "Share",
  print: "Print",
  overpaid: (more: string) => `You sent ${more} more than requested. Ask the seller about the difference.`,
  expired: {
    title: "The time to pay has expired",
    todo: "Do not send money for this order. Ask the seller for a new payment link.",
  },
  expiredForm: {
    title: "Have you already paid?",
    todo: "Paste your receipt here. We record it and notify the seller, who decides about your order.",
  },
  expiredClosed: "If you have already paid, send your receipt to the seller.",
  expiredReceiptUnfit: "Do not pay again. Contact the seller with your receipt.",
  late: {
    title: "Your payment arrived too late",
    todo: (amount: string) =>
      `We have recorded ${amount} and notified the seller. This does not confirm the order: ask the seller to deliver or refund. Do not pay again.`,
  },
  canceled: {
    title: "This payment was canceled",
    todo: "Do not send money for it. If you have already paid, contact the seller with your receipt.",
  },
  suspended: {
    title: "Do not pay here",
    todo: "This seller cannot take payments on this page at the moment. If you have already paid, contact the seller with your receipt.",
  },
  /** `todoNoVerdict`: the bank gave no verdict on the last receipt. */
  noAttemptsLeft: {
    title: "No attempts left",
    todoNoVerdict:
      "All attempts for this order are used, and we could not reach the bank for the last receipt. Your payment is not lost. Do not pay again: send your receipt to the seller, who can check it.",
    todoPart:
      "All attempts for this order are used. The amounts above have arrived. Do not pay again: send your other receipts to the seller, who can check them.",
    todo: "All attempts for this order are used, and no receipt matches. Do not pay again: send your receipt to the seller, who can check it.",
  },
  rejections: {
    receipt_not_found: {
      title: "The bank did not find this receipt",
      todo: "Check the number, and the account digits or phone number if you entered any: a letter or digit may be wrong. Paste the full SMS if you can. If you paid just now, wait a minute and try again.",
    },
    receipt_already_used: {
      title: "This receipt was already used",
      todo: "A receipt counts for one order only. Paste the receipt of the payment for this order. If you think this is a mistake, contact the seller.",
    },
    wrong_receiver: {
      title: "The receiver is not one of the seller's accounts",
      todo: "Compare the account on your receipt with the account on this page. If it is the same, contact the seller with your receipt. If you sent money from telebirr to a bank account, paste the bank's own transaction number. If you sent it to a wrong account, ask your bank for help.",
    },
    amount_too_low: {
      title: "This payment is less than the amount due",
      todo: "The full amount must come in one payment. Contact the seller about this one, or send the full amount in one transfer and paste its receipt.",
    },
    paid_before_created: {
      title: "This payment is older than the order",
      todo: "Only a payment made after the order counts. Paste the receipt of that payment. If this is the payment for your order, contact the seller.",
    },
    bank_unavailable: {
      title: "We cannot reach the bank",
      todo: "Your payment is not lost. Do not pay again. Wait a few minutes, then send the same receipt again. If this continues, contact the seller.",
    },
    not_a_payment_to_merchant: {
      title: "This is no payment to the seller",
      todo: "The receipt is about airtime, a package, cash, savings or a loan. Paste the receipt of the transfer to the seller's account.",
    },
    receipt_rejected: {
      title: "The seller did not accept this receipt",
      todo: "The seller checked it and does not count it for this order. Do not pay again: contact the seller with your receipt. If you have the receipt of another payment for this order, paste it here.",
    },
  } satisfies Record<ReceiptRejection, Message>,
  formFaults: {
    empty: { title: "Receipt missing", todo: "Paste your receipt into the field first." },
    unreadable: {
      title: "We found no receipt in your text",
      todo: "Paste the SMS as your bank sent it, or only the transaction number. No attempt was used.",
    },
    no_receipt: {
      title: "This message has no receipt",
      todo: "It tells of money, but has no transaction number. Open the receipt in your bank's app, and paste its link or its transaction number. No attempt was used.",
    },
    other_bank: {
      title: "This receipt is from another bank",
      todo: "Only payments to the seller's accounts count. If you paid to another account, contact the seller. No attempt was used.",
    },
    missing_suffix: {
      title: "More information needed",
      todo: "The bank shows this receipt only with the last digits of the account. Enter them below. No attempt was used.",
    },
    missing_phone: {
      title: "More information needed",
      todo: "The bank shows this receipt only with the phone number that paid. Enter it below. No attempt was used.",
    },
    in_progress: {
      title: "Another receipt is being checked",
      todo: "This one was not checked. If the other one does not match, send this one again. No attempt was used.",
    },
  } satisfies Record<FormFault, Message>,
  problems: {
    not_found: {
      title: "Payment not found",
      todo: "The link may be incomplete or mistyped. Open it again from where you found it, or ask the seller for a new one.",
    },
    rate_limited: {
      title: "Too many attempts in a short time",
      todo: "Nothing is lost. Wait a moment, then try again.",
    },
    foreign: {
      title: "This was not sent from our page",
      todo: "Nothing was done. Open the payment link again and send your receipt from there.",
    },
    unusable: {
      title: "We cannot read your input",
      todo: "Go back to the payment and paste only the SMS or the transaction number.",
    },
    unavailable: {
      title: "This page is temporarily unavailable",
      todo: "Payments already made are not lost. Wait a moment, then try again.",
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
  payRest: (amount) => `ቀሪውን ${amount} ይክፈሉ`,
  partsTitle: (paid, asked) => `ከ${asked} ውስጥ ${paid} ደርሷል`,
  missing: "የቀረው",
  partsAtEnd: "የደረሰው ገንዘብ በሻጩ እጅ ነው። ትዕዛዙ እንዲፈጸምልዎ ወይም ገንዘቡ እንዲመለስልዎ ሻጩን ይጠይቁ።",
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
  sendMoneyHint: (amount) => `${amount} በአንድ ጊዜ ወደዚህ ሒሳብ ይላኩ። ባንክዎ የሚያስከፍለው የአገልግሎት ክፍያ ከዚህ በተጨማሪ ነው።`,
  sendMoneyInParts: (amount) =>
    `${amount} በአንድ ጊዜ ወይም ከፋፍለው ወደዚህ ሒሳብ ይላኩ። ከዚያ እያንዳንዱን ደረሰኝ በየተራ ይለጥፉ። ባንክዎ የሚያስከፍለው የአገልግሎት ክፍያ ከዚህ በተጨማሪ ነው።`,
  whichBank: "ከየትኛው ባንክ ይከፍላሉ?",
  whichBankHint: "ገንዘቡን የሚልኩበትን ባንክ ወይም የሞባይል ገንዘብ ይምረጡ። ከሌላ ባንክ የተላከ ክፍያ ማረጋገጥ አንችልም።",
  alreadyPaid: "አስቀድሜ ከፍያለሁ",
  anotherBank: "ከሌላ ባንክ ይክፈሉ",
  otherAccount: (number) => `ይልቁንም ወደ ሒሳብ ቁጥር ${number} ይክፈሉ`,
  bankDownShort: "አሁን ምላሽ አይሰጥም",
  bankDown: (bank) => `${bank} አሁን ምላሽ አይሰጥም`,
  bankDownTodo: "አሁን ከከፈሉ ክፍያዎን ማረጋገጥ የምንችለው ባንኩ እንደገና ምላሽ ሲሰጥ ብቻ ነው። ደረሰኙን ይያዙት፤ ባንኩ ምላሽ ሲሰጥ ይላኩት።",
  openApp: (bank) => `የ${bank.replace(/^የ/, "")} መተግበሪያን ይክፈቱ።`,
  orDial: (code) => `ወይም ${code} ይደውሉ`,
  sendHere: (amount) => `${amount} ከላይ ወዳለው ሒሳብ ይላኩ።`,
  sendPartHere: "ገንዘቡን ከላይ ወዳለው ሒሳብ ይላኩ።",
  pasteMessage: (bank) => `${bank} የሚልክልዎትን መልእክት ቀድተው እንደ ደረሰኝ ይለጥፉት።`,
  amount: "የገንዘብ መጠን",
  accountNumber: "የሒሳብ ቁጥር",
  accountName: "የተቀባይ ስም",
  copy: "ቅዳ",
  copied: "ተቀድቷል",
  copyAmount: "የገንዘብ መጠን",
  // A name that begins with the prefix የ does not get a second one.
  copyAccount: (bank) => `የ${bank.replace(/^የ/, "")} ሒሳብ ቁጥር`,
  pasteReceipt: "2. ደረሰኝዎን ይለጥፉ",
  otherReceipt: "ሌላኛው ደረሰኝዎ",
  receiptLabel: "አጭር መልእክት (SMS)፣ የግብይት ቁጥር ወይም የደረሰኝ ሊንክ",
  whereIsNumber: "ቁጥሩ የት አለ?",
  receiptHint: "ከባንክዎ ወይም ከሞባይል ገንዘብ አገልግሎትዎ የደረሰዎትን መልእክት ሙሉውን ቢለጥፉ ይመረጣል።",
  file: "ፎቶ ወይም ፋይል",
  fileHint: "የደረሰኙ ፎቶ፣ የስክሪን ቅጂ (screenshot) ወይም PDF። አንብበነው አናስቀምጠውም።",
  fileReading: "በማንበብ ላይ…",
  fileRead: "ይህን ከደረሰኝዎ ጋር ያመሳክሩ፤ ስህተት ካለ ያርሙት። ከዚያ ከታች ይላኩት።",
  fileOthers: "ይህም ሊሆን ይችላል፦",
  fileOfOtherBank: (bank) =>
    `ይህ የ${bank.replace(/^የ/, "")} ደረሰኝ ነው። የሚቆጠሩት ወደ ሻጩ ሒሳቦች የተላኩ ክፍያዎች ብቻ ናቸው። ሌላ ፋይል ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።`,
  fileFaults: {
    unread: "በዚህ ፋይል ውስጥ ደረሰኝ አላገኘንም። ሙሉውን ደረሰኝ በግልጽ የሚያሳይ ፎቶ ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    no_receipt: "በዚህ ፎቶ ላይ የግብይት ቁጥር የለም። የደረሰኙን ወይም የኪውአር ኮዱን ፎቶ ይምረጡ፤ ወይም ሊንኩን ይለጥፉ።",
    other_bank: "ይህ ደረሰኝ የሌላ ባንክ ነው። የሚቆጠረው ወደ ሻጩ ሒሳቦች የተከፈለ ብቻ ነው። ሌላ ፋይል ይምረጡ፤ ወይም የግብይት ቁጥሩን ይጻፉ።",
    not_a_picture: "ይህን ፋይል መክፈት አልቻልንም። ፎቶ፣ የስክሪን ቅጂ ወይም PDF ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    too_large: "ፋይሉ በጣም ትልቅ ነው። የስክሪን ቅጂ ወይም አነስ ያለ ፎቶ ይምረጡ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    not_sent: "ፋይሉን መላክ አልተቻለም። የኢንተርኔት ግንኙነትዎን አረጋግጠው እንደገና ይሞክሩ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    too_often: "በአጭር ጊዜ ውስጥ ብዙ ፋይሎች ተልከዋል። አንድ ደቂቃ ይጠብቁ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
    closed: "ለዚህ ክፍያ አሁን ደረሰኝ መላክ አይቻልም። ገጹን እንደገና ይክፈቱት።",
    foreign: "ይህ ከገጻችን የተላከ አይደለም። የክፍያውን ሊንክ እንደገና ይክፈቱ።",
    failed: "ፋይሎችን አሁን ማንበብ አልቻልንም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ፤ ወይም የግብይት ቁጥሩን ያስገቡ።",
  },
  privacy: "በዚህ ባንክዎን እንጠይቃለን፤ ውጤቱንም ለሻጩ እናሳያለን።",
  suffixLabel: "የከፈሉበት ሒሳብ የመጨረሻ አሃዞች",
  suffixHints: {
    cbe: "የኢትዮጵያ ንግድ ባንክ ከሆነ የመጨረሻዎቹ 8 አሃዞች።",
    boa: "አቢሲንያ ባንክ ከሆነ የመጨረሻዎቹ 5 አሃዞች።",
  },
  phoneLabel: "የከፈሉበት የሞባይል ገንዘብ ስልክ ቁጥር",
  phoneHint: "ለምሳሌ 0911 22 33 44",
  submit: "ክፍያዬን አረጋግጥ",
  tryAgain: "እንደገና ሞክር",
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
  notBooked: {
    title: "ባንኩ ክፍያዎን ገና አልመዘገበውም",
    todo: (time) =>
      `በመጀመሪያዎቹ ደቂቃዎች ይህ የተለመደ ነው። ባንኩን በ${time} እንደገና እንጠይቃለን። ይህን ገጽ ዘግተው መመለስ ይችላሉ። እንደገና አይክፈሉ።`,
  },
  correctReceipt: {
    title: "ቁጥሩ ተሳስቷል?",
    todo: "እዚህ ያስተካክሉት፤ ወይም ሌላ ደረሰኝ ይላኩ። ወዲያው ይረጋገጣል።",
  },
  review: {
    title: "ሻጩ ክፍያዎን እያጣራ ነው",
    todo: "ባንኩ ክፍያዎን አግኝቶታል። ሆኖም ገንዘቡ ለሻጩ መድረሱ ከደረሰኙ ብቻ በእርግጠኝነት ስለማይታወቅ ሻጩ ራሱ ይመለከተዋል። ደግመው አይክፈሉ፤ የጠፋ ነገር የለም። ሻጩ እንደወሰነ ይህ ገጽ ይለወጣል፤ ገጹን ዘግተው በኋላ መመለስ ይችላሉ።",
  },
  reviewForm: {
    title: "የዚህ ክፍያ ሌላ ደረሰኝ አለዎት?",
    todo: "ካለዎት እዚህ ይላኩት፤ ለምሳሌ ሙሉውን መልእክት (SMS) ወይም የባንኩን የግብይት ቁጥር። ግዴታ አይደለም።",
  },
  nextReceipt: {
    title: "ሌላ ደረሰኝ አለዎት?",
    todo: "እዚህ መላክ ይችላሉ። ሻጩ ማጣራት የማያስፈልገው ከሆነ ወዲያውኑ ይቆጠራል።",
  },
  waitForReview: {
    title: "ይህንንም ደረሰኝ ሻጩ ማጣራት አለበት",
    todo: "ሻጩ የቀደመውን ገና እያጣራ ነው። ሲጨርስ ይህን እንደገና ይላኩ። ደግመው አይክፈሉ።",
  },
  oneAtATime: {
    title: "ሌላ ደረሰኝ እየተረጋገጠ ነው",
    todo: "ይህኛው ገና አልታየም። የሌላኛው ውጤት ሲታወቅ ይህን ይላኩ። ሙከራ አልተቀነሰም።",
  },
  usedOrCounted: {
    title: "ይህ ደረሰኝ ከዚህ በፊት ጥቅም ላይ ውሏል",
    todo: "አንድ ደረሰኝ የሚቆጠረው አንድ ጊዜ ብቻ ነው። መጠኑ ከላይ ከተዘረዘረ ለዚህ ትዕዛዝ ተቆጥሯል፤ እንደገና መላክ አያስፈልግም። ካልሆነ ሻጩን ያነጋግሩ።",
  },
  stillInReview: {
    title: "ይህ ደረሰኝ ከመጀመሪያው የበለጠ ማረጋገጫ አይሰጥም",
    todo: "ሻጩ የመጀመሪያውን ማጣራቱን ይቀጥላል። እዚህ ሌላ የሚያደርጉት ነገር የለም።",
  },
  confirmed: {
    title: "ክፍያዎ ተረጋግጧል",
    todo: (amount) => `የ${amount} ክፍያዎ ደርሷል፤ ሻጩም እንዲያውቅ ተደርጓል። ከዚህ በኋላ እዚህ የሚያደርጉት ነገር የለም።`,
  },
  proof: "የክፍያዎ ማረጋገጫ",
  paidOn: "የተከፈለበት ጊዜ",
  confirmedOn: "የተረጋገጠበት ጊዜ",
  transactionNumber: "የግብይት ቁጥር",
  paidFrom: "የተከፈለበት ባንክ",
  paidTo: "የተከፈለው ለ",
  proofLink: "ይህ ሊንክ ያለው ሁሉ ይህን ገጽ ማየት ይችላል፦",
  copyLink: "የዚህ ገጽ ሊንክ",
  share: "አጋራ",
  print: "አትም",
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
    todoNoVerdict:
      "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል፤ ስለ መጨረሻው ደረሰኝ ባንኩን መጠየቅ አልተቻለም። ክፍያዎ አልጠፋም። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ደረሰኝዎን ለሻጩ ይላኩ።",
    todoPart:
      "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል። ከላይ የተዘረዘሩት ክፍያዎች ደርሰዋል። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ሌሎቹን ደረሰኞች ለሻጩ ይላኩ።",
    todo: "ለዚህ ትዕዛዝ የተፈቀዱት ሙከራዎች በሙሉ አልቀዋል፤ ከደረሰኞቹ አንዱም ከትዕዛዙ ጋር አልተጣጣመም። ደግመው አይክፈሉ፤ እንዲያጣራልዎ ደረሰኝዎን ለሻጩ ይላኩ።",
  },
  rejections: {
    receipt_not_found: {
      title: "ባንኩ ይህን ደረሰኝ አላገኘውም",
      todo: "ቁጥሩን እንደገና ይመልከቱ፤ የሒሳብ አሃዞች ወይም ስልክ ቁጥር አስገብተው ከሆነም ያረጋግጧቸው፤ አንድ ፊደል ወይም አሃዝ ተሳስቶ ሊሆን ይችላል። መልእክቱን ሙሉውን ቢለጥፉ ይመረጣል። የከፈሉት አሁን ከሆነ አንድ ደቂቃ ጠብቀው እንደገና ይሞክሩ።",
    },
    receipt_already_used: {
      title: "ይህ ደረሰኝ ከዚህ በፊት ጥቅም ላይ ውሏል",
      todo: "አንድ ደረሰኝ የሚያገለግለው ለአንድ ትዕዛዝ ብቻ ነው። የዚህን ትዕዛዝ ክፍያ ደረሰኝ ይለጥፉ። ስህተት ነው ብለው ካሰቡ ሻጩን ያነጋግሩ።",
    },
    wrong_receiver: {
      title: "ይህ ደረሰኝ ከሻጩ ሒሳቦች አንዱን አያሳይም",
      todo: "በደረሰኝዎ ላይ ያለውን ሒሳብ በዚህ ገጽ ላይ ካለው ጋር ያመሳክሩ። ከቴሌብር ወደ ባንክ ሒሳብ ልከው ከሆነ የባንኩን የግብይት ቁጥር ይለጥፉ። ሒሳቡ ይኸው ከሆነ ደረሰኝዎን ይዘው ሻጩን ያነጋግሩ። በስህተት ወደ ሌላ ሒሳብ ልከው ከሆነ ባንክዎን ያነጋግሩ።",
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
    not_a_payment_to_merchant: {
      title: "ይህ ለሻጩ የተከፈለ አይደለም",
      todo: "ደረሰኙ ስለ አየር ሰዓት፣ ጥቅል፣ ጥሬ ገንዘብ፣ ቁጠባ ወይም ብድር ነው። ወደ ሻጩ ሒሳቦች የላኩበትን ደረሰኝ ይለጥፉ።",
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
    no_receipt: {
      title: "በዚህ መልእክት ውስጥ ደረሰኝ የለም",
      todo: "መልእክቱ ስለ ገንዘብ ይናገራል፤ ነገር ግን የግብይት ቁጥር የለውም። ደረሰኙን በባንክዎ መተግበሪያ ይክፈቱ፤ ሊንኩን ወይም የግብይት ቁጥሩን ይለጥፉ። ምንም ሙከራ አልተጠቀሙም።",
    },
    other_bank: {
      title: "ይህ ደረሰኝ የሌላ ባንክ ነው",
      todo: "የሚቆጠሩት ወደ ሻጩ ሒሳቦች የተላኩ ክፍያዎች ብቻ ናቸው። ወደ ሌላ ሒሳብ ከፍለው ከሆነ ሻጩን ያነጋግሩ። ሙከራ አልተቀነሰም።",
    },
    missing_suffix: {
      title: "አንድ ተጨማሪ መረጃ ያስፈልጋል",
      todo: "ባንኩ ይህን ደረሰኝ የሚያሳየው የሒሳቡን የመጨረሻ አሃዞች ለሚያውቅ ብቻ ነው። ከታች ያስገቧቸው። ሙከራ አልተቀነሰም።",
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
