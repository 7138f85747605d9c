import type { AskFor, DecisionReason, FailureReason } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages";

/** All texts of the cashier's page. A missing translation is a type error. */
export const tillTexts = textsOf({
  title: both("At the counter", "ገንዘብ ተቀባይ"),
  language: both("Language", "ቋንቋ"),
  noScript: both("This page needs JavaScript.", "ይህ ገጽ ያለ ጃቫስክሪፕት አይሠራም።"),
  offline: both("No connection. What you typed is kept.", "ግንኙነት የለም። የጻፉት ተቀምጧል።"),
  unreachable: both(
    "The service cannot be reached. Check this device's internet. What you typed is kept.",
    "አገልግሎቱን ማግኘት አልተቻለም። የዚህን መሣሪያ ኢንተርኔት ይመልከቱ። የጻፉት ተቀምጧል።",
  ),
  failing: both(
    "The service does not work at the moment. What you typed is kept.",
    "አገልግሎቱ አሁን አይሠራም። የጻፉት ተቀምጧል።",
  ),
  outages: {
    down: both(
      "{bank} does not respond at the moment. Its receipts have to wait.",
      "{bank} አሁን መልስ አይሰጥም። የእሱ ደረሰኞች መጠበቅ አለባቸው።",
    ),
    degraded: both(
      "{bank} often fails at the moment. An answer can take longer.",
      "{bank} አሁን ብዙ ጊዜ መልስ አይሰጥም። መልሱ ሊዘገይ ይችላል።",
    ),
  },
  failed: both("That did not work. Try again.", "አልተሳካም። እንደገና ይሞክሩ።"),
  tooMany: both(
    "Too many attempts. Try again in {minutes} min.",
    "ሙከራው በዝቷል። ከ{minutes} ደቂቃ በኋላ እንደገና ይሞክሩ።",
  ),
  enroll: {
    title: both("Set up this device", "ይህን መሣሪያ ያዘጋጁ"),
    todo: both(
      "A manager creates a code for this device in the dashboard, under Tills.",
      "ሥራ አስኪያጅ በዳሽቦርዱ ላይ ለዚህ መሣሪያ ኮድ ይፈጥራል።",
    ),
    code: both("Code", "ኮድ"),
    submit: both("Set up", "አዘጋጅ"),
    wrong: both(
      "The code is wrong, used or expired. Ask a manager for a new one.",
      "ኮዱ የተሳሳተ፣ ያገለገለ ወይም ጊዜው ያለፈ ነው። ሥራ አስኪያጅን አዲስ ኮድ ይጠይቁ።",
    ),
    revoked: both(
      "This device was revoked. Ask a manager for a new code.",
      "ይህ መሣሪያ ታግዷል። ሥራ አስኪያጅን አዲስ ኮድ ይጠይቁ።",
    ),
  },
  signIn: {
    title: both("Who are you?", "እርስዎ ማን ነዎት?"),
    none: both(
      "No cashier yet. A manager adds cashiers in the dashboard.",
      "እስካሁን ገንዘብ ተቀባይ የለም። ሥራ አስኪያጅ በዳሽቦርዱ ላይ ያክላል።",
    ),
    pin: both("PIN", "ፒን"),
    pinOf: both("PIN of {name}", "የ{name} ፒን"),
    back: both("Another name", "ሌላ ስም"),
    erase: both("Delete", "አጥፋ"),
    wrong: both("The PIN is wrong.", "ፒኑ የተሳሳተ ነው።"),
    triesLeft: both("{count} tries left.", "{count} ሙከራዎች ቀርተዋል።"),
    lastTry: both(
      "One try left, then a manager must set a new PIN.",
      "አንድ ሙከራ ብቻ ቀርቷል፤ ከዚያ በኋላ ሥራ አስኪያጅ አዲስ ፒን ማዘጋጀት አለበት።",
    ),
    locked: both(
      "Too many wrong PINs. A manager must set a new one.",
      "የተሳሳተ ፒን በዝቷል። ሥራ አስኪያጅ አዲስ ፒን ማዘጋጀት አለበት።",
    ),
    ended: both("Your shift has ended. Sign in again.", "የሥራ ፈረቃዎ አብቅቷል። እንደገና ይግቡ።"),
  },
  verify: {
    title: both("Check a payment", "ክፍያ ያረጋግጡ"),
    reference: both("Transaction number, SMS or link", "የግብይት ቁጥር፣ ኤስኤምኤስ ወይም ሊንክ"),
    whereIsNumber: both("Where is the number?", "ቁጥሩ የት አለ?"),
    camera: both("Scan a QR code", "ኪውአር ኮድ አንብብ"),
    picture: both("Photo or PDF", "ፎቶ ወይም ፒዲኤፍ"),
    reading: both("Looking for a QR code…", "ኪውአር ኮድ በመፈለግ ላይ…"),
    sending: both("Sending the picture…", "ፎቶው በመላክ ላይ…"),
    recognizing: both("Reading the picture…", "ፎቶው በመነበብ ላይ…"),
    compare: both(
      "Read from the picture. Compare it with the receipt, and correct it.",
      "ከፎቶው የተነበበ ነው። ከደረሰኙ ጋር ያመሳክሩ፤ ያስተካክሉ።",
    ),
    unsure: both("Check the marked letters:", "ምልክት የተደረገባቸውን ፊደላት ያረጋግጡ፦"),
    compareAll: both(
      "Read from the picture. Compare it with the receipt, and choose or correct it.",
      "ከፎቶው የተነበበ ነው። ከደረሰኙ ጋር ያመሳክሩ፤ ይምረጡ ወይም ያስተካክሉ።",
    ),
    notSent: both(
      "No connection: the picture was not read. Type the number, or try again.",
      "ግንኙነት የለም፤ ፎቶው አልተነበበም። ቁጥሩን ይጻፉ፤ ወይም እንደገና ይሞክሩ።",
    ),
    notRead: both(
      "The picture cannot be read now. Type the number, or try again.",
      "ፎቶው አሁን ሊነበብ አልቻለም። ቁጥሩን ይጻፉ፤ ወይም እንደገና ይሞክሩ።",
    ),
    unread: {
      reference_not_found: both(
        "The picture shows no transaction number. Type it, or scan the QR code.",
        "በፎቶው ላይ የግብይት ቁጥር አልተገኘም። ይጻፉት፤ ወይም ኪውአር ኮዱን ያንብቡ።",
      ),
      payload_too_large: both(
        "The file is too large. Choose a screenshot, or type the number.",
        "ፋይሉ ትልቅ ነው። ስክሪንሾት ይምረጡ፤ ወይም ቁጥሩን ይጻፉ።",
      ),
      request_timeout: both(
        "The file did not arrive in time. Choose a screenshot, or type the number.",
        "ፋይሉ በጊዜው አልደረሰም። ስክሪንሾት ይምረጡ፤ ወይም ቁጥሩን ይጻፉ።",
      ),
      unsupported_media_type: both(
        "Choose a photo, screenshot or PDF, or type the number.",
        "ፎቶ፣ ስክሪንሾት ወይም ፒዲኤፍ ይምረጡ፤ ወይም ቁጥሩን ይጻፉ።",
      ),
    },
    noCamera: both(
      "The camera cannot be used. Allow it, or choose a picture.",
      "ካሜራውን መጠቀም አልተቻለም። ይፍቀዱ፤ ወይም ፎቶ ይምረጡ።",
    ),
    scanning: both("Hold the QR code in front of the camera.", "ኪውአር ኮዱን ከካሜራው ፊት ይያዙ።"),
    close: both("Close", "ዝጋ"),
    scanned: both("QR code read.", "ኪውአር ኮዱ ተነቧል።"),
    bank: both("Bank", "ባንክ"),
    anyBank: both("Recognized by the number", "ከቁጥሩ ይታወቅ"),
    suffix: both("Last digits of the payer's account", "የከፋዩ ሒሳብ የመጨረሻ አሃዞች"),
    phone: both("Phone number of the payer's wallet", "የከፋዩ የሞባይል ገንዘብ ስልክ ቁጥር"),
    amount: both("Amount to pay, in birr", "የሚከፈለው መጠን በብር"),
    submit: both("Check", "አረጋግጥ"),
    signOut: both("Sign out", "ውጣ"),
    sound: both("Sound", "ድምፅ"),
    vibration: both("Vibration", "ንዝረት"),
    unreadable: both(
      "No receipt was recognized. Enter the whole SMS, the number or the link.",
      "ደረሰኝ አልተገኘም። ሙሉውን ኤስኤምኤስ፣ ቁጥሩን ወይም ሊንኩን ያስገቡ።",
    ),
    needsMore: both("This receipt needs one more entry below.", "ለዚህ ደረሰኝ ከታች ተጨማሪ ያስፈልጋል።"),
    badAmount: both("Enter an amount such as 1250.00.", "እንደ 1250.00 ያለ መጠን ያስገቡ።"),
    askAmount: both(
      "Do you mean {amount}? Write the cents after a point.",
      "{amount} ማለትዎ ነው? ሳንቲሙን ከነጥብ በኋላ ይጻፉ።",
    ),
    noReference: both("Enter the transaction number, SMS or link.", "የግብይት ቁጥር፣ ኤስኤምኤስ ወይም ሊንክ ያስገቡ።"),
    unsupported: both("Receipts of this bank cannot be checked.", "የዚህ ባንክ ደረሰኝ ሊረጋገጥ አይችልም።"),
    unsupportedName: both("Receipts of {bank} cannot be checked.", "የ{bank} ደረሰኝ ሊረጋገጥ አይችልም።"),
    /** `{bank}` issued a receipt too, whose number is in the message. */
    offered: both(
      "Ask the payer for the receipt of {bank} with the number {number}.",
      "ከፋዩን ቁጥሩ {number} የሆነውን የ{bank} ደረሰኝ ይጠይቁ።",
    ),
    noReceipt: both(
      "This message has no receipt. Ask the payer for {what}.",
      "በዚህ መልእክት ውስጥ ደረሰኝ የለም። ከፋዩን {what} ይጠይቁ።",
    ),
    paidFrom: both("The payment came from {bank}.", "ክፍያው የመጣው ከ{bank} ነው።"),
    asked: {
      receipt_link: both(
        "the link of the receipt, or the SMS with the link",
        "የደረሰኙን ሊንክ ወይም ሊንኩ ያለበትን መልእክት",
      ),
      transaction_number: both("the transaction number", "የግብይት ቁጥሩን"),
      qr_code: both("the link or the QR code of the receipt", "የደረሰኙን ሊንክ ወይም ኪውአር ኮድ"),
      account_digits: both("the last digits of the account that paid", "የከፈለበትን ሒሳብ የመጨረሻ አሃዞች"),
    } satisfies Record<AskFor["what"], Texts<string>>,
  },
  answer: {
    accept: both("Hand over", "ያስረክቡ"),
    acceptTodo: both("The money has arrived.", "ገንዘቡ ገብቷል።"),
    wait: both("Wait", "ይጠብቁ"),
    reject: both("Do not hand over", "አያስረክቡ"),
    asking: both("The bank is being asked.", "ባንኩ እየተጠየቀ ነው።"),
    unsent: both("No connection. It is sent again when there is one.", "ግንኙነት የለም። ሲመለስ እንደገና ይላካል።"),
    failing: both(
      "The service does not work at the moment. It is sent again by itself.",
      "አገልግሎቱ አሁን አይሠራም። በራሱ እንደገና ይላካል።",
    ),
    tooMany: both(
      "Too many receipts at once. It is sent again by itself.",
      "በአንድ ጊዜ የተላኩት ደረሰኞች በዝተዋል። በራሱ እንደገና ይላካል።",
    ),
    noCredits: both("The account has no credits left. Call a manager.", "የሒሳቡ ክሬዲት አልቋል። ሥራ አስኪያጅን ይጥሩ።"),
    noDecision: both("There is no decision. Call a manager.", "ውሳኔ የለም። ሥራ አስኪያጅን ይጥሩ።"),
    notBooked: both(
      "The bank does not have this payment yet. It is asked again at {time}. You can serve the next customer.",
      "ባንኩ ይህን ክፍያ ገና አልመዘገበውም። በ{time} እንደገና ይጠየቃል። እስከዚያው ቀጣዩን ደንበኛ ማስተናገድ ይችላሉ።",
    ),
    inReview: both(
      "A manager decides. The decision comes here; you can serve the next customer.",
      "ሥራ አስኪያጅ ይወስናል። ውሳኔው እዚህ ይመጣል፤ እስከዚያው ቀጣዩን ደንበኛ ማስተናገድ ይችላሉ።",
    ),
    paidOn: both("Paid on", "የተከፈለው"),
    askedAt: both("Checked at", "የተጠየቀው በ"),
    decidedBy: both("Decided by", "የወሰነው"),
    acceptedByPerson: both("A manager looked at it and accepted it.", "ሥራ አስኪያጅ አይቶ ተቀብሎታል።"),
    correct: both("Correct the number", "ቁጥሩን አስተካክል"),
    again: both("Ask again", "እንደገና ጠይቅ"),
    next: both("Next receipt", "ቀጣይ ደረሰኝ"),
    asked: both("Asked", "የተጠየቀው"),
    received: both("Received", "የገባው"),
    payer: both("Payer", "ከፋይ"),
    reference: both("Transaction number", "የግብይት ቁጥር"),
    /** Together they are one line. */
    usedAt: both("Used on {time}", "ጥቅም ላይ የዋለው፦ {time}"),
    usedWhere: both(", at {place}", "፤ ቦታ፦ {place}"),
    usedBy: both(", by {name}", "፤ ያረጋገጠው ሰው፦ {name}"),
  },
  reasons: {
    not_verified: both("The bank does not confirm this payment.", "ባንኩ ይህን ክፍያ አያረጋግጥም።"),
    not_a_payment_to_merchant: both(
      "This is no payment to a shop: airtime, a package, cash, savings or a loan.",
      "ይህ ለሱቅ የተከፈለ አይደለም፤ የአየር ሰዓት፣ ጥቅል፣ ጥሬ ገንዘብ፣ ቁጠባ ወይም ብድር ነው።",
    ),
    wrong_receiver: both("The money went to another account.", "ገንዘቡ ወደ ሌላ ሒሳብ ገብቷል።"),
    amount_too_low: both("Less money arrived than you asked for.", "ከተጠየቀው ያነሰ ገንዘብ ገብቷል።"),
    paid_too_early: both("The payment is too old.", "ክፍያው የቆየ ነው።"),
    already_confirmed: both("This receipt was used before.", "ይህ ደረሰኝ ከዚህ በፊት አገልግሏል።"),
    held_for_deposit: both(
      "This receipt waits for a decision about a deposit. A manager must check.",
      "ደረሰኙ ለአንድ የክፍያ ጥያቄ ተይዞ የሰው ውሳኔ ይጠብቃል። ሥራ አስኪያጅ ማየት አለበት።",
    ),
    receiver_not_proven: both(
      "It is not certain that the money is yours. A manager must check.",
      "ገንዘቡ የእርስዎ መሆኑ እርግጠኛ አይደለም። ሥራ አስኪያጅ ማየት አለበት።",
    ),
    receiver_not_checked: both(
      "No account of yours is saved for this bank. A manager must check.",
      "ለዚህ ባንክ የተቀመጠ ሒሳብ የለም። ሥራ አስኪያጅ ማየት አለበት።",
    ),
    receiver_ambiguous: both(
      "Two of your accounts could be the receiver. A manager must check.",
      "ተቀባዩ ከሁለት ሒሳቦችዎ አንዱ ሊሆን ይችላል። ሥራ አስኪያጅ ማየት አለበት።",
    ),
    amount_unknown: both(
      "The bank does not show the amount. A manager must check.",
      "ባንኩ መጠኑን አያሳይም። ሥራ አስኪያጅ ማየት አለበት።",
    ),
    bank_unavailable: both("{bank} does not respond. Ask again later.", "{bank} መልስ አይሰጥም። ቆይተው እንደገና ይጠይቁ።"),
    document_not_recognized: both(
      "The bank's answer could not be read. Ask again, or call a manager.",
      "የባንኩ መልስ ሊነበብ አልቻለም። እንደገና ይጠይቁ፤ ወይም ሥራ አስኪያጅን ይጥሩ።",
    ),
    deadline_exceeded: both("{bank} did not respond in time. Ask again.", "{bank} በጊዜው አልመለሰም። እንደገና ይጠይቁ።"),
    not_booked_yet: both("The bank does not have this payment yet.", "ባንኩ ይህን ክፍያ ገና አልመዘገበውም።"),
    paid_long_ago: both(
      "The payment was made on {time}. A manager must check.",
      "የተከፈለው በ{time} ነው። ሥራ አስኪያጅ ማየት አለበት።",
    ),
    rejected_by_person: both("A manager looked at it and rejected it.", "ሥራ አስኪያጅ አይቶ ውድቅ አድርጎታል።"),
  } satisfies Record<DecisionReason, Texts<string>>,
  failures: {
    bank_response_unrecognized: both(
      "The bank's answer could not be read. Call a manager.",
      "የባንኩ መልስ ሊነበብ አልቻለም። ሥራ አስኪያጅን ይጥሩ።",
    ),
    bank_unavailable: both("{bank} does not respond. Try again later.", "{bank} መልስ አይሰጥም። ቆይተው እንደገና ይሞክሩ።"),
    deadline_exceeded: both("{bank} did not respond in time. Try again.", "{bank} በጊዜው አልመለሰም። እንደገና ይሞክሩ።"),
  } satisfies Record<FailureReason, Texts<string>>,
  shift: {
    title: both("Last receipts of this shift", "የዚህ ፈረቃ የመጨረሻ ደረሰኞች"),
    sum: both("Accepted in this shift", "በዚህ ፈረቃ ተቀባይነት ያገኙ"),
    noSum: both("The sum is not available now.", "ድምሩ አሁን ሊታይ አልቻለም።"),
    none: both("None yet.", "እስካሁን የለም።"),
    away: both("They are shown again once there is a connection.", "ግንኙነት ሲመለስ እንደገና ይታያሉ።"),
    accept: both("Accepted", "ተቀባይነት ያገኘ"),
    reject: both("Refused", "ያልተቀበሉት"),
    wait: both("Waiting", "በመጠበቅ ላይ"),
  },
});
export type TillTexts = (typeof tillTexts)["en"];
