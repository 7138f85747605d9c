import type { CreditTransaction } from "@receipts/contracts";
import type { Texts } from "../../language/language.ts";

export interface CreditsTexts {
  readonly title: string;
  readonly balance: string;
  readonly balanceHint: string;
  readonly empty: string;
  readonly emptyTodo: string;
  readonly usage: string;
  readonly usageHint: string;
  readonly period: string;
  readonly days: (count: number) => string;
  readonly show: string;
  readonly day: string;
  readonly spent: string;
  readonly givenBack: string;
  readonly net: string;
  readonly byBank: string;
  readonly noUsage: string;
  readonly noUsageTodo: string;
  readonly buy: string;
  readonly buyHint: string;
  readonly buyPackage: string;
  readonly credits: (count: string) => string;
  readonly noPackages: string;
  readonly noPackagesTodo: string;
  readonly notForSale: string;
  readonly purchases: string;
  readonly pay: string;
  readonly addedAt: (time: string) => string;
  readonly payBefore: (time: string) => string;
  readonly transactions: string;
  readonly types: Readonly<Record<CreditTransaction["type"], string>>;
  readonly type: string;
  readonly change: string;
  readonly after: string;
  readonly about: string;
  readonly noTransactions: string;
  readonly noTransactionsTodo: string;
}

export const creditsTexts: Texts<CreditsTexts> = {
  en: {
    title: "Credits",
    balance: "Credits left",
    balanceHint: "One credit is taken for each request, and given back when no verdict can be had.",
    empty: "There are no credits left",
    emptyTodo: "Requests are refused until there are some. Buy a package below.",
    usage: "Usage",
    usageHint: "Days are those of UTC.",
    period: "Period",
    days: (count) => `Last ${count} days`,
    show: "Show",
    day: "Day",
    spent: "Spent",
    givenBack: "Given back",
    net: "Cost",
    byBank: "By bank",
    noUsage: "Nothing was spent in this time",
    noUsageTodo: "Each request that you send is counted here, by day and bank.",
    buy: "Buy credits",
    buyHint:
      "You pay on the checkout page with a bank or wallet, and the credits are added when the payment is confirmed.",
    buyPackage: "Buy",
    credits: (count) => `${count} credits`,
    noPackages: "There is nothing to buy here",
    noPackagesTodo: "Whoever operates this service adds credits to your account.",
    notForSale: "Credits cannot be bought at the moment. Ask whoever operates this service.",
    purchases: "Your purchases",
    pay: "Pay",
    addedAt: (time) => `Credits added ${time}`,
    payBefore: (time) => `Pay before ${time}`,
    transactions: "Transactions",
    types: { grant: "Given", purchase: "Bought", debit: "Spent", refund: "Given back" },
    type: "What",
    change: "Change",
    after: "Left then",
    about: "About",
    noTransactions: "No transactions yet",
    noTransactionsTodo: "Every credit that comes or goes is listed here.",
  },
  am: {
    title: "ክሬዲት",
    balance: "የቀረ ክሬዲት",
    balanceHint: "ለእያንዳንዱ ጥያቄ አንድ ክሬዲት ይቀነሳል፤ ውጤት ማግኘት ካልተቻለ ይመለሳል።",
    empty: "ክሬዲት አልቋል",
    emptyTodo: "ክሬዲት እስኪኖር ድረስ ጥያቄዎች ውድቅ ይሆናሉ። ከታች ጥቅል ይግዙ።",
    usage: "አጠቃቀም",
    usageHint: "ቀናቱ በUTC አቆጣጠር ናቸው።",
    period: "ጊዜ",
    days: (count) => `ያለፉት ${count} ቀናት`,
    show: "አሳይ",
    day: "ቀን",
    spent: "ወጪ",
    givenBack: "የተመለሰ",
    net: "የተጣራ ወጪ",
    byBank: "በየባንኩ",
    noUsage: "በዚህ ጊዜ ውስጥ ወጪ የለም",
    noUsageTodo: "የሚልኩት እያንዳንዱ ጥያቄ በቀንና በባንክ ተለይቶ እዚህ ይቆጠራል።",
    buy: "ክሬዲት ይግዙ",
    buyHint: "በክፍያ ገጹ በባንክ ወይም በሞባይል ገንዘብ ይከፍላሉ፤ ክፍያው ሲረጋገጥ ክሬዲቱ ይጨመራል።",
    buyPackage: "ግዛ",
    credits: (count) => `${count} ክሬዲት`,
    noPackages: "እዚህ የሚሸጥ የለም",
    noPackagesTodo: "ክሬዲት የሚጨምርልዎ አገልግሎቱን የሚያስተዳድረው አካል ነው።",
    notForSale: "ለጊዜው ክሬዲት መግዛት አይቻልም። አገልግሎቱን የሚያስተዳድረውን አካል ይጠይቁ።",
    purchases: "ግዢዎችዎ",
    pay: "ይክፈሉ",
    addedAt: (time) => `ክሬዲቱ የተጨመረው ${time}`,
    payBefore: (time) => `ከ${time} በፊት ይክፈሉ`,
    transactions: "እንቅስቃሴዎች",
    types: { grant: "የተሰጠ", purchase: "የተገዛ", debit: "ወጪ", refund: "የተመለሰ" },
    type: "ዓይነት",
    change: "ለውጥ",
    after: "ከዚያ የቀረ",
    about: "ስለ",
    noTransactions: "እስካሁን እንቅስቃሴ የለም",
    noTransactionsTodo: "የሚገባና የሚወጣ ክሬዲት ሁሉ እዚህ ይዘረዘራል።",
  },
};
