import { both, textsOf } from "@receipts/web-pages/texts";

export const searchTexts = textsOf({
  title: both("Search everything", "ሁሉንም ይፈልጉ"),
  hint: both(
    "A payer, an amount, a transaction number, an order, a request id or a page.",
    "ከፋይ፣ የገንዘብ መጠን፣ የግብይት ቁጥር፣ ትዕዛዝ፣ የጥያቄ መለያ ወይም ገጽ።",
  ),
  pages: both("Pages", "ገጾች"),
  payments: both("Payments", "ክፍያዎች"),
  deposits: both("Deposits", "የክፍያ ጥያቄዎች"),
  ids: both("By its id", "በመለያው"),
  all: both("All matches", "ሁሉም ውጤቶች"),
  found: both(
    (matches: number) => `Found: ${matches}`,
    (matches) => `የተገኙ፦ ${matches}`,
  ),
  tooShort: both("Enter 3 characters or more, or an amount.", "ቢያንስ 3 ፊደላት ወይም የገንዘብ መጠን ያስገቡ።"),
  none: both("Nothing matches.", "የሚጣጣም የለም።"),
});
