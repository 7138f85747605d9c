import { both, textsOf } from "@receipts/web-pages/texts";

export const paymentsTexts = textsOf({
  title: both("Payments", "ክፍያዎች"),
  search: both("Search", "ፈልግ"),
  searchHint: both(
    "Transaction number, payer, order or amount, in any order. Any part of a text, from 3 characters.",
    "የግብይት ቁጥር፣ ከፋይ፣ የትዕዛዝ መለያ ወይም የገንዘብ መጠን፣ በፈለጉት ቅደም ተከተል። ከጽሑፉ የትኛውም ክፍል፣ ቢያንስ 3 ፊደላት።",
  ),
  decision: both("Decision", "ውሳኔ"),
  branch: both("Branch", "ቅርንጫፍ"),
  person: both("Person", "ሰው"),
  payer: both("Payer", "ከፋይ"),
  verified: both("Verified", "የተረጋገጠበት ጊዜ"),
  none: both("No payments yet", "እስካሁን ክፍያ የለም"),
  noneTodo: both(
    "Each receipt that you verify is listed here, with the amount and the payer.",
    "የሚያረጋግጡት እያንዳንዱ ደረሰኝ ከገንዘቡ መጠንና ከከፋዩ ጋር እዚህ ይዘረዘራል።",
  ),
  tryIt: both("Verify a receipt", "የመጀመሪያ ደረሰኝ ያረጋግጡ"),
  noMatch: both("No matching payments", "ከማጣሪያዎቹ ጋር የሚጣጣም ክፍያ የለም"),
  noMatchTodo: both(
    "Search for another part of the text, change the days or remove a filter.",
    "ሌላ የጽሑፉን ክፍል ይፈልጉ፤ ቀናቱን ይቀይሩ ወይም ማጣሪያ ያጥፉ።",
  ),
  tooMany: both(
    "Very many payments have parts of this text, and only the newest were searched. Choose days or a longer text.",
    "እጅግ ብዙ ክፍያዎች የዚህ ጽሑፍ ክፍሎች አሏቸው፤ የተፈለገው በቅርብ ጊዜዎቹ ውስጥ ብቻ ነው። ቀናት ወይም ረዘም ያለ ጽሑፍ ይምረጡ።",
  ),
  total: both(
    (total: string) => `Payments: ${total}`,
    (total) => `ክፍያዎች፦ ${total}`,
  ),
  newest: both(
    (total: string) => `Payments: ${total}, and there may be more`,
    (total) => `ክፍያዎች፦ ${total}፤ ተጨማሪ ሊኖሩ ይችላሉ`,
  ),
  views: both("Saved views", "የተቀመጡ ዕይታዎች"),
  saveView: both("Save this view", "ይህን ዕይታ አስቀምጥ"),
  saveHint: both(
    "The search and the filters are saved under this name, for you alone.",
    "ፍለጋውና ማጣሪያዎቹ በዚህ ስም ለእርስዎ ብቻ ይቀመጣሉ።",
  ),
  viewName: both("Name", "ስም"),
  removeView: both("Delete view", "ዕይታውን ሰርዝ"),
  order: both("Order", "ትዕዛዝ"),
});
