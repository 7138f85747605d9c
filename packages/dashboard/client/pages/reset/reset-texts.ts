import { both, textsOf } from "@receipts/web-pages/texts";

export const resetTexts = textsOf({
  title: both("Choose a new password", "አዲስ የይለፍ ቃል ይምረጡ"),
  effect: both(
    "All sessions of the account end. API keys keep working.",
    "ክፍት የሆኑ መግቢያዎች ሁሉ ይዘጋሉ። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።",
  ),
  submit: both("Change password", "የይለፍ ቃል ቀይር"),
  changed: both("Your password is changed. Sign in with the new one.", "የይለፍ ቃሉ ተቀይሯል። በእሱ ይግቡ።"),
  ended: both(
    "This link no longer works. It works once, within 30 minutes.",
    "ይህ አገናኝ ከእንግዲህ አይሠራም። የሚሠራው ለ30 ደቂቃ፣ አንድ ጊዜ ብቻ ነው።",
  ),
  again: both("Send new link", "አዲስ አገናኝ ላክ"),
});
