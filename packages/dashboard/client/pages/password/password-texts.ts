import { textsOf } from "../../language/language.ts";

export const passwordTexts = textsOf({
  en: {
    title: "Change the password",
    current: "Password now",
    next: "New password",
    nextHint: "At least 12 characters. A few words that only you put together are easy to keep.",
    submit: "Change the password",
    changed: "The password is changed. Every other session has ended.",
    effect: "Every other session of the account ends; this one stays. API keys go on working.",
  },
  am: {
    title: "የይለፍ ቃል ይቀይሩ",
    current: "አሁን ያለው የይለፍ ቃል",
    next: "አዲስ የይለፍ ቃል",
    nextHint: "ቢያንስ 12 ፊደላት ወይም አሃዞች። እርስዎ ብቻ የሚያውቋቸው ጥቂት ቃላት ለማስታወስ ቀላል ናቸው።",
    submit: "የይለፍ ቃል ቀይር",
    changed: "የይለፍ ቃሉ ተቀይሯል። በሌሎች መሣሪያዎች ያሉ መግቢያዎች ተዘግተዋል።",
    effect: "በሌሎች መሣሪያዎች ያሉ መግቢያዎች ይዘጋሉ፤ ይህኛው ይቀጥላል። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።",
  },
});
