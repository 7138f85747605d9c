import { textsOf } from "../../language/language.ts";

export const resetTexts = textsOf({
  en: {
    title: "Choose a new password",
    effect: "Every session of the account ends. API keys go on working.",
    password: "New password",
    passwordHint: "At least 12 characters. A few words that only you put together are easy to keep.",
    submit: "Change the password",
    changed: "The password is changed. Sign in with it.",
    ended: "This link does not work any more. It works once, for 30 minutes.",
    again: "Send a new link",
  },
  am: {
    title: "አዲስ የይለፍ ቃል ይምረጡ",
    effect: "ክፍት የሆኑ መግቢያዎች ሁሉ ይዘጋሉ። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።",
    password: "አዲስ የይለፍ ቃል",
    passwordHint: "ቢያንስ 12 ፊደላት ወይም አሃዞች። እርስዎ ብቻ የሚያውቋቸው ጥቂት ቃላት ለማስታወስ ቀላል ናቸው።",
    submit: "የይለፍ ቃል ቀይር",
    changed: "የይለፍ ቃሉ ተቀይሯል። በእሱ ይግቡ።",
    ended: "ይህ አገናኝ ከእንግዲህ አይሠራም። የሚሠራው ለ30 ደቂቃ፣ አንድ ጊዜ ብቻ ነው።",
    again: "አዲስ አገናኝ ላክ",
  },
});
