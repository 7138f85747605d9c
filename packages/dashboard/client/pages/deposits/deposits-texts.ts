import { both, textsOf } from "../../language/language.ts";

export const depositsTexts = textsOf({
  title: both("Deposits", "የተጠየቁ ክፍያዎች"),
  intro: both(
    "Payments that your shop requested on the hosted checkout page.",
    "ሱቅዎ በክፍያ ገጹ በኩል የጠየቃቸው ክፍያዎች።",
  ),
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
    "Enter the full order reference, exactly as your shop sent it.",
    "መለያ ቁጥሩ ሱቅዎ እንደላከው ሙሉ መሆን አለበት።",
  ),
});
