import { both, textsOf } from "../../language/language.ts";

export const passwordTexts = textsOf({
  title: both("Change the password", "የይለፍ ቃል ይቀይሩ"),
  current: both("Password now", "አሁን ያለው የይለፍ ቃል"),
  submit: both("Change the password", "የይለፍ ቃል ቀይር"),
  changed: both(
    "The password is changed. Every other session has ended.",
    "የይለፍ ቃሉ ተቀይሯል። በሌሎች መሣሪያዎች ያሉ መግቢያዎች ተዘግተዋል።",
  ),
  effect: both(
    "Every other session of the account ends; this one stays. API keys go on working.",
    "በሌሎች መሣሪያዎች ያሉ መግቢያዎች ይዘጋሉ፤ ይህኛው ይቀጥላል። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።",
  ),
});
