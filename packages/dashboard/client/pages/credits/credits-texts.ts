import { both, textsOf } from "../../language/language.ts";

export const creditsTexts = textsOf({
  title: both("Credits", "ክሬዲት"),
  balance: both("Credits left", "የቀረ ክሬዲት"),
  balanceHint: both(
    "One credit is taken for each request, and given back when no verdict can be had.",
    "ለእያንዳንዱ ጥያቄ አንድ ክሬዲት ይቀነሳል፤ ውጤት ማግኘት ካልተቻለ ይመለሳል።",
  ),
  empty: both("There are no credits left", "ክሬዲት አልቋል"),
  emptyTodo: both(
    "Requests are refused until there are some. Buy a package below.",
    "ክሬዲት እስኪኖር ድረስ ጥያቄዎች ውድቅ ይሆናሉ። ከታች ጥቅል ይግዙ።",
  ),
  usage: both("Usage", "አጠቃቀም"),
  spent: both("Spent", "ወጪ"),
  givenBack: both("Given back", "የተመለሰ"),
  net: both("Cost", "የተጣራ ወጪ"),
  noUsage: both("Nothing was spent in this time", "በዚህ ጊዜ ውስጥ ወጪ የለም"),
  noUsageTodo: both(
    "Each request that you send is counted here, by day and bank.",
    "የሚልኩት እያንዳንዱ ጥያቄ በቀንና በባንክ ተለይቶ እዚህ ይቆጠራል።",
  ),
  buy: both("Buy credits", "ክሬዲት ይግዙ"),
  buyHint: both(
    "You pay on the checkout page with a bank or wallet, and the credits are added when the payment is confirmed.",
    "በክፍያ ገጹ በባንክ ወይም በሞባይል ገንዘብ ይከፍላሉ፤ ክፍያው ሲረጋገጥ ክሬዲቱ ይጨመራል።",
  ),
  buyPackage: both("Buy", "ግዛ"),
  credits: both(
    (count: string) => `${count} credits`,
    (count) => `${count} ክሬዲት`,
  ),
  noPackages: both("There is nothing to buy here", "እዚህ የሚሸጥ የለም"),
  noPackagesTodo: both(
    "Whoever operates this service adds credits to your account.",
    "ክሬዲት የሚጨምርልዎ አገልግሎቱን የሚያስተዳድረው አካል ነው።",
  ),
  notForSale: both(
    "Credits cannot be bought at the moment. Ask whoever operates this service.",
    "ለጊዜው ክሬዲት መግዛት አይቻልም። አገልግሎቱን የሚያስተዳድረውን አካል ይጠይቁ።",
  ),
  purchases: both("Your purchases", "ግዢዎችዎ"),
  pay: both("Pay", "ይክፈሉ"),
  addedAt: both(
    (time: string) => `Credits added ${time}`,
    (time) => `ክሬዲቱ የተጨመረው ${time}`,
  ),
  payBefore: both(
    (time: string) => `Pay before ${time}`,
    (time) => `ከ${time} በፊት ይክፈሉ`,
  ),
  transactions: both("Transactions", "እንቅስቃሴዎች"),
  types: both(
    { grant: "Given", purchase: "Bought", debit: "Spent", refund: "Given back" },
    { grant: "የተሰጠ", purchase: "የተገዛ", debit: "ወጪ", refund: "የተመለሰ" },
  ),
  type: both("What", "ዓይነት"),
  change: both("Change", "ለውጥ"),
  after: both("Left then", "ከዚያ የቀረ"),
  about: both("About", "ስለ"),
  noTransactions: both("No transactions yet", "እስካሁን እንቅስቃሴ የለም"),
  noTransactionsTodo: both(
    "Every credit that comes or goes is listed here.",
    "የሚገባና የሚወጣ ክሬዲት ሁሉ እዚህ ይዘረዘራል።",
  ),
});
