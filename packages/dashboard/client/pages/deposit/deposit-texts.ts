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
  },
};
