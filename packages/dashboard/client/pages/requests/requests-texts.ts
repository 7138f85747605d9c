import { both, textsOf } from "../../language/language.ts";

export const requestsTexts = textsOf({
  title: both("Requests", "ጥያቄዎች"),
  verdict: both("Verdict", "ውጤት"),
  processing: both("Processing", "ሂደት"),
  none: both("No requests yet", "እስካሁን ጥያቄ የለም"),
  noneTodo: both(
    "Each receipt that you verify is listed here with its details.",
    "የሚያረጋግጡት እያንዳንዱ ደረሰኝ ከሙሉ ሂደቱ ጋር እዚህ ይዘረዘራል።",
  ),
  tryIt: both("Verify a receipt", "የመጀመሪያ ደረሰኝ ያረጋግጡ"),
  noMatch: both("No matching requests", "ከማጣሪያዎቹ ጋር የሚጣጣም ጥያቄ የለም"),
  noMatchTodo: both("Change the dates or remove a filter.", "ቀናቱን ያስፉ፤ ወይም ከማጣሪያዎቹ አንዱን ያንሱ።"),
});
