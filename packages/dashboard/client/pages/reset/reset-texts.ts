import { both, textsOf } from "../../language/language.ts";

export const resetTexts = textsOf({
  title: both("Choose a new password", "አዲስ የይለፍ ቃል ይምረጡ"),
  effect: both(
    "Every session of the account ends. API keys go on working.",
    "ክፍት የሆኑ መግቢያዎች ሁሉ ይዘጋሉ። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።",
  ),
  submit: both("Change the password", "የይለፍ ቃል ቀይር"),
  changed: both("The password is changed. Sign in with it.", "የይለፍ ቃሉ ተቀይሯል። በእሱ ይግቡ።"),
  ended: both(
    "This link does not work any more. It works once, for 30 minutes.",
    "ይህ አገናኝ ከእንግዲህ አይሠራም። የሚሠራው ለ30 ደቂቃ፣ አንድ ጊዜ ብቻ ነው።",
  ),
  again: both("Send a new link", "አዲስ አገናኝ ላክ"),
});
