import type { Texts } from "../../language/language.ts";

interface RequestsTexts {
  readonly title: string;
  readonly filters: string;
  readonly verdict: string;
  readonly processing: string;
  readonly all: string;
  readonly from: string;
  readonly to: string;
  readonly daysHint: string;
  readonly filter: string;
  readonly clear: string;
  readonly none: string;
  readonly noneTodo: string;
  readonly tryIt: string;
  readonly noMatch: string;
  readonly noMatchTodo: string;
}

export const requestsTexts: Texts<RequestsTexts> = {
  en: {
    title: "Requests",
    filters: "Filters",
    verdict: "Verdict",
    processing: "Processing",
    all: "All",
    from: "From day",
    to: "To day",
    daysHint: "Days are those of UTC.",
    filter: "Filter",
    clear: "Clear the filters",
    none: "No requests yet",
    noneTodo: "Each receipt that you verify is listed here with its whole story.",
    tryIt: "Verify a first receipt",
    noMatch: "No request fits these filters",
    noMatchTodo: "Widen the days, or take a filter away.",
  },
  am: {
    title: "ጥያቄዎች",
    filters: "ማጣሪያዎች",
    verdict: "ውጤት",
    processing: "ሂደት",
    all: "ሁሉም",
    from: "ከዚህ ቀን",
    to: "እስከዚህ ቀን",
    daysHint: "ቀናቱ በUTC አቆጣጠር ናቸው።",
    filter: "አጣራ",
    clear: "ማጣሪያዎቹን አጥፋ",
    none: "እስካሁን ጥያቄ የለም",
    noneTodo: "የሚያረጋግጡት እያንዳንዱ ደረሰኝ ከሙሉ ሂደቱ ጋር እዚህ ይዘረዘራል።",
    tryIt: "የመጀመሪያ ደረሰኝ ያረጋግጡ",
    noMatch: "ከማጣሪያዎቹ ጋር የሚጣጣም ጥያቄ የለም",
    noMatchTodo: "ቀናቱን ያስፉ፤ ወይም ከማጣሪያዎቹ አንዱን ያንሱ።",
  },
};
