import { both, textsOf } from "@receipts/web-pages/texts";

export const passwordTexts = textsOf({
  title: both("Change password", "የይለፍ ቃል ይቀይሩ"),
  current: both("Current password", "አሁን ያለው የይለፍ ቃል"),
  submit: both("Change password", "የይለፍ ቃል ቀይር"),
  changed: both(
    "Your password is changed. All other sessions have ended.",
    "የይለፍ ቃሉ ተቀይሯል። በሌሎች መሣሪያዎች ያሉ መግቢያዎች ተዘግተዋል።",
  ),
  effect: both(
    "All your other sessions end. This one stays open, and API keys keep working.",
    "በሌሎች መሣሪያዎች ያሉ መግቢያዎች ይዘጋሉ፤ ይህኛው ይቀጥላል። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።",
  ),
});
