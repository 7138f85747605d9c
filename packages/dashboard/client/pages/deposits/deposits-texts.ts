import { both, textsOf } from "@receipts/web-pages/texts";

export const depositsTexts = textsOf({
  title: both("Deposits", "የተጠየቁ ክፍያዎች"),
  intro: both(
    "Payments that your shop requested on the hosted checkout page.",
    "ሱቅዎ በክፍያ ገጹ በኩል የጠየቃቸው ክፍያዎች።",
  ),
  newDeposit: both("New deposit", "አዲስ የክፍያ ጥያቄ"),
  docs: both("How deposits work", "የተጠየቁ ክፍያዎች እንዴት እንደሚሠሩ"),
  none: both("No deposits yet", "እስካሁን የተጠየቀ ክፍያ የለም"),
  noneTodo: both(
    "Save the bank account that receives the money and create a checkout key. Then create a deposit from your shop's server.",
    "የሚከፈልዎትን የባንክ ሒሳብ ያስቀምጡ፤ የክፍያ ገጽ ቁልፍ ይፍጠሩ፤ ከዚያ የሱቅዎ ሰርቨር የመጀመሪያውን ክፍያ ይጠይቅ።",
  ),
  addAccount: both("Bank accounts", "የባንክ ሒሳቦች"),
  makeKey: both("Checkout keys", "የክፍያ ገጽ ቁልፎች"),
  noMatch: both("No matching deposits", "ከማጣሪያዎቹ ጋር የሚጣጣም ክፍያ የለም"),
  noMatchTodo: both(
    "Search for another part of the text, change the days or remove a filter.",
    "ሌላ የጽሑፉን ክፍል ይፈልጉ፤ ቀናቱን ይቀይሩ ወይም ማጣሪያ ያጥፉ።",
  ),
  tooMany: both(
    "Many deposits have parts of this text, and only the newest were searched. Choose days or a longer text.",
    "ብዙ የተጠየቁ ክፍያዎች የዚህ ጽሑፍ ክፍሎች አሏቸው፤ የተፈለገው በቅርብ ጊዜዎቹ ውስጥ ብቻ ነው። ቀናት ወይም ረዘም ያለ ጽሑፍ ይምረጡ።",
  ),
  search: both("Search", "ፈልግ"),
  searchHint: both(
    "Order, description, customer, transaction number or payer. 3 characters or more.",
    "መለያ ቁጥር፣ መግለጫ፣ ደንበኛ፣ የግብይት ቁጥር ወይም ከፋይ። ቢያንስ 3 ፊደላት።",
  ),
  payer: both("Payer", "ከፋይ"),
  total: both(
    (total: string) => `${total} deposits`,
    (total) => `${total} የተጠየቁ ክፍያዎች`,
  ),
  newest: both(
    (total: string) => `The newest ${total} deposits; there may be more`,
    (total) => `የቅርብ ጊዜ ${total} የተጠየቁ ክፍያዎች፤ ተጨማሪ ሊኖሩ ይችላሉ`,
  ),
});
