import type { DepositResolution } from "@receipts/contracts";
import type { Texts } from "../../language/language.ts";

interface DepositPageTexts {
  readonly title: string;
  readonly story: string;
  readonly about: string;
  readonly description: string;
  readonly customer: string;
  readonly payTo: string;
  readonly attemptsLeft: string;
  readonly checkout: string;
  readonly checkoutHint: string;
  readonly openCheckout: string;
  readonly receipt: string;
  readonly lateReceipt: string;
  readonly lateReceiptHint: string;
  readonly payer: string;
  readonly paidAt: string;
  readonly verification: string;
  readonly metadata: string;
  readonly json: string;
  readonly moreEvents: string;
  readonly unknown: string;
  readonly unknownTodo: string;
  readonly toDeposits: string;
  readonly review: string;
  readonly reviewTodo: (bank: string, reference: string) => string;
  readonly twoReceipts: string;
  readonly reviewUntil: string;
  readonly comparison: string;
  readonly what: string;
  readonly wanted: string;
  readonly onReceipt: string;
  readonly fits: string;
  readonly fitsNot: string;
  readonly notShown: string;
  readonly account: string;
  readonly holder: string;
  readonly after: string;
  readonly note: string;
  readonly noteHint: string;
  readonly rememberName: (name: string) => string;
  readonly rememberNameHint: string;
  readonly accept: string;
  readonly reject: string;
  readonly resolved: Readonly<Record<"accept" | "reject", string>>;
  readonly resolution: string;
  readonly resolutions: Readonly<Record<"accept" | "reject", string>>;
  readonly resolvedBy: Readonly<Record<DepositResolution["resolvedBy"], string>>;
  readonly byHand: string;
  readonly paidNote: string;
  readonly paidNoteHint: string;
  readonly markPaid: string;
  readonly cancel: string;
  readonly cancelTitle: string;
  readonly cancelEffect: string;
  readonly canceled: string;
}

export const depositPageTexts: Texts<DepositPageTexts> = {
  en: {
    title: "Deposit",
    story: "What happened",
    about: "The deposit",
    description: "Description",
    customer: "Customer",
    payTo: "To be paid to",
    attemptsLeft: "Receipts that may still be tried",
    checkout: "Checkout page",
    checkoutHint: "Whoever has this link may pay. There is no key in it.",
    openCheckout: "Open the checkout page",
    receipt: "Receipt",
    lateReceipt: "Late receipt",
    lateReceiptHint: "It came after the time was over: deliver, or pay it back.",
    payer: "Payer",
    paidAt: "Paid",
    verification: "Verification",
    metadata: "Your metadata",
    json: "As the API has it",
    moreEvents: "Later events are not shown here.",
    unknown: "There is no such deposit",
    unknownTodo: "It belongs to another account, or the address is mistyped.",
    toDeposits: "All deposits",
    review: "Does this payment count?",
    reviewTodo: (bank, reference) =>
      `Look into your own account at ${bank}: is the payment ${reference} there? Accept only what you see there yourself.`,
    twoReceipts:
      "The money went from a wallet to your bank, which has a receipt of its own of the same payment. Ask the payer for that one: it confirms by itself. If you accept this one, do not count the other.",
    reviewUntil: "If nobody decides, the deposit expires on",
    comparison: "What the order wants and what the receipt shows",
    what: "What",
    wanted: "Wanted",
    onReceipt: "On the receipt",
    fits: "Fits",
    fitsNot: "Not certain",
    notShown: "–",
    account: "Account",
    holder: "Account holder",
    after: "After",
    note: "Note",
    noteHint: "Why, for those who ask later.",
    rememberName: (name) => `Remember “${name}” as a name of this account.`,
    rememberNameHint:
      "Then receipts with this name need nobody. Tick it only if your bank prints your account so.",
    accept: "Accept the payment",
    reject: "Reject the receipt",
    resolved: { accept: "The deposit is confirmed.", reject: "The receipt is rejected." },
    resolution: "Decided by a person",
    resolutions: { accept: "Accepted", reject: "Rejected" },
    resolvedBy: {
      person: "in the dashboard",
      checkout_key: "by your server",
      operator: "by the operator of this service",
    },
    byHand: "Paid without a receipt",
    paidNote: "How it was paid",
    paidNoteHint: "For example: in cash at the counter. It stays with the deposit.",
    markPaid: "Mark as paid",
    cancel: "Cancel the deposit",
    cancelTitle: "Cancel this deposit?",
    cancelEffect: "Nobody can pay it any more. A payer who has the link is told not to send money.",
    canceled: "The deposit is canceled.",
  },
  am: {
    title: "የክፍያ ጥያቄ",
    story: "ሂደቱ",
    about: "ስለ ክፍያው",
    description: "መግለጫ",
    customer: "ደንበኛ",
    payTo: "የሚከፈልባቸው ሂሳቦች",
    attemptsLeft: "የቀሩ የደረሰኝ ሙከራዎች",
    checkout: "የክፍያ ገጽ",
    checkoutHint: "ይህ ሊንክ ያለው ሁሉ መክፈል ይችላል። በውስጡ ቁልፍ የለም።",
    openCheckout: "የክፍያ ገጹን ክፈት",
    receipt: "ደረሰኝ",
    lateReceipt: "ዘግይቶ የመጣ ደረሰኝ",
    lateReceiptHint: "የመጣው ጊዜው ካለፈ በኋላ ነው፤ ትዕዛዙን ይፈጽሙ ወይም ገንዘቡን ይመልሱ።",
    payer: "ከፋይ",
    paidAt: "የተከፈለበት ጊዜ",
    verification: "ማረጋገጫ",
    metadata: "የእርስዎ ተጨማሪ መረጃ",
    json: "በኤፒአይ እንዳለው",
    moreEvents: "ከዚህ በኋላ ያሉት እዚህ አልታዩም።",
    unknown: "እንዲህ ያለ የክፍያ ጥያቄ የለም",
    unknownTodo: "የሌላ መለያ ነው፤ ወይም አድራሻው ተሳስቷል።",
    toDeposits: "ሁሉም የተጠየቁ ክፍያዎች",
    review: "ይህ ክፍያ ይቆጠራል?",
    reviewTodo: (bank, reference) =>
      `በ${bank} ያለዎትን ሂሳብ ራስዎ ይመልከቱ፦ ክፍያ ${reference} ገብቷል? በሂሳብዎ ውስጥ ራስዎ ያዩትን ብቻ ይቀበሉ።`,
    twoReceipts:
      "ገንዘቡ ከሞባይል ገንዘብ ወደ ባንክ ሂሳብዎ የተላከ ነው፤ ባንኩ ለዚሁ ክፍያ የራሱ ደረሰኝ አለው። ከፋዩን የባንኩን ደረሰኝ ይጠይቁ፤ እሱ በራሱ ያረጋግጣል። ይህንን ከተቀበሉ ሌላውን አይቁጠሩ።",
    reviewUntil: "ማንም ካልወሰነ ጥያቄው የሚያበቃው",
    comparison: "ትዕዛዙ የሚፈልገው እና ደረሰኙ የሚያሳየው",
    what: "ምን",
    wanted: "የሚፈለገው",
    onReceipt: "በደረሰኙ ላይ",
    fits: "ይጣጣማል",
    fitsNot: "በእርግጠኝነት አይታወቅም",
    notShown: "–",
    account: "ሂሳብ",
    holder: "የሂሳቡ ባለቤት",
    after: "ከዚህ በኋላ፦",
    note: "ማስታወሻ",
    noteHint: "ምክንያቱ፤ በኋላ ለሚጠይቁ።",
    rememberName: (name) => `“${name}” የዚህ ሂሳብ ስም እንደሆነ ይታወስ።`,
    rememberNameHint: "ከዚያ በኋላ ይህ ስም ያለባቸው ደረሰኞች ማንንም አይጠብቁም። ባንክዎ ሂሳብዎን እንዲህ የሚያትም ከሆነ ብቻ ምልክት ያድርጉ።",
    accept: "ክፍያውን ተቀበል",
    reject: "ደረሰኙን አትቀበል",
    resolved: { accept: "ክፍያው ተረጋግጧል።", reject: "ደረሰኙ ተቀባይነት አላገኘም።" },
    resolution: "በሰው የተወሰነ",
    resolutions: { accept: "ተቀባይነት አግኝቷል", reject: "ተቀባይነት አላገኘም" },
    resolvedBy: { person: "በዳሽቦርዱ", checkout_key: "በሰርቨርዎ", operator: "በአገልግሎቱ አስተዳዳሪ" },
    byHand: "ያለ ደረሰኝ የተከፈለ",
    paidNote: "እንዴት እንደተከፈለ",
    paidNoteHint: "ለምሳሌ፦ በእጅ በጥሬ ገንዘብ። ከክፍያው ጋር ይቀመጣል።",
    markPaid: "እንደተከፈለ መዝግብ",
    cancel: "ጥያቄውን ሰርዝ",
    cancelTitle: "ይህ የክፍያ ጥያቄ ይሰረዝ?",
    cancelEffect: "ከእንግዲህ ማንም ሊከፍለው አይችልም። ሊንኩ ያለው ከፋይ ገንዘብ እንዳይልክ ይነገረዋል።",
    canceled: "ጥያቄው ተሰርዟል።",
  },
};
