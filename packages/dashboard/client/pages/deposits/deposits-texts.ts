import { both, textsOf } from "../../language/language.ts";

export const depositsTexts = textsOf({
  title: both("Deposits", "የተጠየቁ ክፍያዎች"),
  intro: both(
    "Payments that your shop has asked for on the hosted checkout page.",
    "ሱቅዎ በክፍያ ገጹ በኩል የጠየቃቸው ክፍያዎች።",
  ),
  docs: both("How deposits work", "የተጠየቁ ክፍያዎች እንዴት እንደሚሠሩ"),
  none: both("No deposits yet", "እስካሁን የተጠየቀ ክፍያ የለም"),
  noneTodo: both(
    "Save the bank account that you are paid to, make a checkout key, and let your shop's server ask for a first deposit.",
    "የሚከፈልዎትን የባንክ ሂሳብ ያስቀምጡ፤ የክፍያ ገጽ ቁልፍ ይፍጠሩ፤ ከዚያ የሱቅዎ ሰርቨር የመጀመሪያውን ክፍያ ይጠይቅ።",
  ),
  addAccount: both("Bank accounts", "የባንክ ሂሳቦች"),
  makeKey: both("Checkout keys", "የክፍያ ገጽ ቁልፎች"),
  noMatch: both("No deposit fits these filters", "ከማጣሪያዎቹ ጋር የሚጣጣም ክፍያ የለም"),
  noMatchTodo: both(
    "A reference must be the whole one, just as your shop has sent it.",
    "መለያ ቁጥሩ ሱቅዎ እንደላከው ሙሉ መሆን አለበት።",
  ),
});
