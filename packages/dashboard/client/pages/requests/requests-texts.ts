import { both, textsOf } from "../../language/language.ts";

export const requestsTexts = textsOf({
  title: both("Requests", "ጥያቄዎች"),
  verdict: both("Verdict", "ውጤት"),
  processing: both("Processing", "ሂደት"),
  none: both("No requests yet", "እስካሁን ጥያቄ የለም"),
  noneTodo: both(
    "Each receipt that you verify is listed here with its whole story.",
    "የሚያረጋግጡት እያንዳንዱ ደረሰኝ ከሙሉ ሂደቱ ጋር እዚህ ይዘረዘራል።",
  ),
  tryIt: both("Verify a first receipt", "የመጀመሪያ ደረሰኝ ያረጋግጡ"),
  noMatch: both("No request fits these filters", "ከማጣሪያዎቹ ጋር የሚጣጣም ጥያቄ የለም"),
  noMatchTodo: both("Widen the days, or take a filter away.", "ቀናቱን ያስፉ፤ ወይም ከማጣሪያዎቹ አንዱን ያንሱ።"),
});
