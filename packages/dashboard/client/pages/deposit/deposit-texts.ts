import type { DepositResolution } from "@receipts/contracts";
import { afterPrefix, both, type Texts, textsOf } from "../../language/language.ts";

export const depositPageTexts = textsOf({
  title: both("Deposit", "የክፍያ ጥያቄ"),
  about: both("Details", "ስለ ክፍያው"),
  description: both("Description", "መግለጫ"),
  customer: both("Customer", "ደንበኛ"),
  payTo: both("Pay to", "የሚከፈልባቸው ሒሳቦች"),
  attemptsLeft: both("Attempts left", "የቀሩ የደረሰኝ ሙከራዎች"),
  checkout: both("Checkout page", "የክፍያ ገጽ"),
  checkoutHint: both(
    "Anyone with this link can pay. It contains no key.",
    "ይህ ሊንክ ያለው ሁሉ መክፈል ይችላል። በውስጡ ቁልፍ የለም።",
  ),
  share: both("Share with the payer", "ለከፋይ ያጋሩ"),
  qrCode: both("QR code of the checkout page", "የክፍያ ገጹ QR ኮድ"),
  showToPayer: both("Show to payer", "ለከፋይ አሳይ"),
  scanToPay: both("Scan to pay", "ለመክፈል ያንብቡ"),
  scanHint: both(
    "Scan this code with your phone's camera, pay, and send the receipt on the page that opens.",
    "ይህን ኮድ በስልክዎ ካሜራ ያንብቡ፤ ይክፈሉ፤ በሚከፈተው ገጽ ላይ ደረሰኙን ይላኩ።",
  ),
  openCheckout: both("Open checkout page", "የክፍያ ገጹን ክፈት"),
  receipt: both("Receipt", "ደረሰኝ"),
  receiptNumber: both(
    (number: string) => `Receipt ${number}`,
    (number) => `ደረሰኝ ${number}`,
  ),
  missing: both("Still missing", "የቀረው"),
  overpaid: both("Paid too much", "በትርፍ የተከፈለው"),
  lateReceipt: both("Late receipt", "ዘግይቶ የመጣ ደረሰኝ"),
  lateReceiptHint: both(
    "It arrived after expiry. Deliver or refund.",
    "የመጣው ጊዜው ካለፈ በኋላ ነው፤ ትዕዛዙን ይፈጽሙ ወይም ገንዘቡን ይመልሱ።",
  ),
  payer: both("Payer", "ከፋይ"),
  verification: both("Verification", "ማረጋገጫ"),
  metadata: both("Metadata", "የእርስዎ ተጨማሪ መረጃ"),
  moreEvents: both("Later events are not shown.", "ከዚህ በኋላ ያሉት እዚህ አልታዩም።"),
  webhooks: both("Webhooks", "ዌብሁኮች"),
  noWebhooks: both(
    "No webhook: no endpoint gets the events of this deposit.",
    "ዌብሁክ የለም፤ የዚህን ክፍያ ሁነቶች የሚቀበል አድራሻ የለም።",
  ),
  unknown: both("Deposit not found", "እንዲህ ያለ የክፍያ ጥያቄ የለም"),
  toDeposits: both("All deposits", "ሁሉም የተጠየቁ ክፍያዎች"),
  review: both("Accept this payment?", "ይህ ክፍያ ይቆጠራል?"),
  reviewTodo: both(
    (bank: string, reference: string) =>
      `Check your own account at ${bank}: has payment ${reference} arrived? Accept only a payment that you see there yourself.`,
    (bank, reference) =>
      `በ${afterPrefix(bank)} ያለዎትን ሒሳብ ራስዎ ይመልከቱ፦ ክፍያ ${reference} ገብቷል? በሒሳብዎ ውስጥ ራስዎ ያዩትን ብቻ ይቀበሉ።`,
  ),
  twoReceipts: both(
    "The money went from a wallet to your bank, which has its own receipt of the same payment. Ask the payer for that receipt: it confirms the deposit automatically. If you accept this one, do not count the other.",
    "ገንዘቡ ከሞባይል ገንዘብ ወደ ባንክ ሒሳብዎ የተላከ ነው፤ ባንኩ ለዚሁ ክፍያ የራሱ ደረሰኝ አለው። ከፋዩን የባንኩን ደረሰኝ ይጠይቁ፤ እሱ በራሱ ያረጋግጣል። ይህንን ከተቀበሉ ሌላውን አይቁጠሩ።",
  ),
  reviewUntil: both("Without a decision, the deposit expires on", "ማንም ካልወሰነ ጥያቄው የሚያበቃው"),
  comparison: both("Order compared with receipt", "ትዕዛዙ የሚፈልገው እና ደረሰኙ የሚያሳየው"),
  field: both("Field", "ምን"),
  expected: both("Expected", "የሚፈለገው"),
  onReceipt: both("On receipt", "በደረሰኙ ላይ"),
  matches: both("Matches", "ይጣጣማል"),
  uncertain: both("Uncertain", "በእርግጠኝነት አይታወቅም"),
  notShown: both("–", "–"),
  account: both("Account", "ሒሳብ"),
  holder: both("Account holder", "የሒሳቡ ባለቤት"),
  after: both("After", "ከዚህ በኋላ፦"),
  note: both("Note", "ማስታወሻ"),
  noteHint: both("The reason, for later questions.", "ምክንያቱ፤ በኋላ ለሚጠይቁ።"),
  rememberName: both(
    (name: string) => `Save “${name}” as a name of this account.`,
    (name) => `“${name}” የዚህ ሒሳብ ስም እንደሆነ ይታወስ።`,
  ),
  rememberNameHint: both(
    "Receipts with this name then need no decision. Tick it only if your bank prints your account name like this.",
    "ከዚያ በኋላ ይህ ስም ያለባቸው ደረሰኞች ማንንም አይጠብቁም። ባንክዎ ሒሳብዎን እንዲህ የሚያትም ከሆነ ብቻ ምልክት ያድርጉ።",
  ),
  accept: both("Accept payment", "ክፍያውን ተቀበል"),
  reject: both("Reject receipt", "ደረሰኙን አትቀበል"),
  resolved: both(
    { accept: "The deposit is confirmed.", reject: "The receipt is rejected." },
    { accept: "ክፍያው ተረጋግጧል።", reject: "ደረሰኙ ተቀባይነት አላገኘም።" },
  ),
  counted: both(
    (missing: string) => `The receipt counts. Still missing: ${missing}.`,
    (missing) => `ደረሰኙ ተቆጥሯል። የቀረው፦ ${missing}።`,
  ),
  resolution: both("Decision", "ውሳኔ"),
  resolutions: both(
    { accept: "Accepted", reject: "Rejected" } satisfies Record<"accept" | "reject", string>,
    { accept: "ተቀባይነት አግኝቷል", reject: "ተቀባይነት አላገኘም" },
  ),
  resolvedBy: {
    person: both("in the dashboard", "በዳሽቦርዱ"),
    checkout_key: both("by your server", "በሰርቨርዎ"),
    operator: both("by the operator", "በአገልግሎቱ አስተዳዳሪ"),
  } satisfies Record<DepositResolution["resolvedBy"], Texts<string>>,
  byHand: both("Paid without a receipt", "ያለ ደረሰኝ የተከፈለ"),
  paidNote: both("Payment note", "እንዴት እንደተከፈለ"),
  paidNoteHint: both(
    "How it was paid, such as in cash at the counter. We store it with the deposit.",
    "ለምሳሌ፦ በእጅ በጥሬ ገንዘብ። ከክፍያው ጋር ይቀመጣል።",
  ),
  markPaid: both("Mark as paid", "እንደተከፈለ መዝግብ"),
  cancel: both("Cancel deposit", "ጥያቄውን ሰርዝ"),
  cancelTitle: both("Cancel this deposit?", "ይህ የክፍያ ጥያቄ ይሰረዝ?"),
  cancelEffect: both(
    "Payers can no longer pay it. The checkout page warns them not to send money.",
    "ከእንግዲህ ማንም ሊከፍለው አይችልም። ሊንኩ ያለው ከፋይ ገንዘብ እንዳይልክ ይነገረዋል።",
  ),
  cancelPart: both(
    (paid: string) => `${paid} has been paid. Refund it, or deliver.`,
    (paid) => `${paid} ተከፍሏል። ይመልሱት ወይም ትዕዛዙን ይፈጽሙ።`,
  ),
  canceled: both("The deposit is canceled.", "ጥያቄው ተሰርዟል።"),
});
