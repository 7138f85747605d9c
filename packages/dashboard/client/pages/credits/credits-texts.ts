import { both, textsOf } from "@receipts/web-pages/texts";

export const creditsTexts = textsOf({
  title: both("Credits", "ክሬዲት"),
  balance: both("Credits left", "የቀረ ክሬዲት"),
  balanceHint: both(
    "Each request costs one credit and is refunded if there is no verdict.",
    "ለእያንዳንዱ ጥያቄ አንድ ክሬዲት ይቀነሳል፤ ውጤት ማግኘት ካልተቻለ ይመለሳል።",
  ),
  empty: both("No credits left", "ክሬዲት አልቋል"),
  emptyTodo: both("Requests are refused until you have credits.", "ክሬዲት እስኪኖር ድረስ ጥያቄዎች ውድቅ ይሆናሉ።"),
  usage: both("Usage", "አጠቃቀም"),
  spent: both("Spent", "ወጪ"),
  refunded: both("Refunded", "የተመለሰ"),
  net: both("Net cost", "የተጣራ ወጪ"),
  noUsage: both("No credits spent in this period", "በዚህ ጊዜ ውስጥ ወጪ የለም"),
  noUsageTodo: both(
    "Each request is counted here, by day and bank.",
    "የሚልኩት እያንዳንዱ ጥያቄ በቀንና በባንክ ተለይቶ እዚህ ይቆጠራል።",
  ),
  buy: both("Buy credits", "ክሬዲት ይግዙ"),
  buyHint: both(
    "Pay on the checkout page with a bank or wallet. We add the credits when the payment is confirmed.",
    "በክፍያ ገጹ በባንክ ወይም በሞባይል ገንዘብ ይከፍላሉ፤ ክፍያው ሲረጋገጥ ክሬዲቱ ይጨመራል።",
  ),
  ownersBuy: both("An owner of the account buys credits.", "ክሬዲት የሚገዛው የመለያው ባለቤት ነው።"),
  buyPackage: both("Buy", "ግዛ"),
  credits: both(
    (count: string) => `${count} ${count === "1" ? "credit" : "credits"}`,
    (count) => `${count} ክሬዲት`,
  ),
  noPackages: both("No packages for sale", "እዚህ የሚሸጥ የለም"),
  noPackagesTodo: both("Ask the operator to add credits.", "ክሬዲት የሚጨምርልዎ አገልግሎቱን የሚያስተዳድረው አካል ነው።"),
  notForSale: both(
    "Credits are not for sale at the moment. Ask the operator.",
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
    { grant: "Granted", purchase: "Purchased", debit: "Spent", refund: "Refunded" },
    { grant: "የተሰጠ", purchase: "የተገዛ", debit: "ወጪ", refund: "የተመለሰ" },
  ),
  type: both("Type", "ዓይነት"),
  change: both("Change", "ለውጥ"),
  after: both("Balance after", "ከዚያ የቀረ"),
  about: both("Details", "ስለ"),
  noTransactions: both("No transactions yet", "እስካሁን እንቅስቃሴ የለም"),
  noTransactionsTodo: both("Added and spent credits are listed here.", "የሚገባና የሚወጣ ክሬዲት ሁሉ እዚህ ይዘረዘራል።"),
});
