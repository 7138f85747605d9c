import { textsOf } from "../../language/language.ts";

export const depositsTexts = textsOf({
  en: {
    title: "Deposits",
    intro: "Payments that your shop has asked for on the hosted checkout page.",
    docs: "How deposits work",
    filters: "Filters",
    all: "All",
    filter: "Filter",
    clear: "Clear the filters",
    none: "No deposits yet",
    noneTodo:
      "Save the bank account that you are paid to, make a checkout key, and let your shop's server ask for a first deposit.",
    addAccount: "Bank accounts",
    makeKey: "Checkout keys",
    noMatch: "No deposit fits these filters",
    noMatchTodo: "A reference must be the whole one, just as your shop has sent it.",
  },
  am: {
    title: "የተጠየቁ ክፍያዎች",
    intro: "ሱቅዎ በክፍያ ገጹ በኩል የጠየቃቸው ክፍያዎች።",
    docs: "የተጠየቁ ክፍያዎች እንዴት እንደሚሠሩ",
    filters: "ማጣሪያዎች",
    all: "ሁሉም",
    filter: "አጣራ",
    clear: "ማጣሪያዎቹን አጥፋ",
    none: "እስካሁን የተጠየቀ ክፍያ የለም",
    noneTodo: "የሚከፈልዎትን የባንክ ሂሳብ ያስቀምጡ፤ የክፍያ ገጽ ቁልፍ ይፍጠሩ፤ ከዚያ የሱቅዎ ሰርቨር የመጀመሪያውን ክፍያ ይጠይቅ።",
    addAccount: "የባንክ ሂሳቦች",
    makeKey: "የክፍያ ገጽ ቁልፎች",
    noMatch: "ከማጣሪያዎቹ ጋር የሚጣጣም ክፍያ የለም",
    noMatchTodo: "መለያ ቁጥሩ ሱቅዎ እንደላከው ሙሉ መሆን አለበት።",
  },
});
