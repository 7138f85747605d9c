import { textsOf } from "../../language/language.ts";

export const confirmTexts = textsOf({
  en: {
    title: "Confirm your email address",
    effect: "This opens your account. If you did not register just now, close this page.",
    password: "Password",
    passwordHint: "The one that you signed up with.",
    wrong:
      "Your latest sign-up has another password. If you are sure of yours, somebody else has signed up with your address: sign up again.",
    submit: "Confirm and sign in",
    ended:
      "This link does not work any more. It works once, for 24 hours, and a later registration replaces it.",
    again: "Sign up again",
    closed: "Registration is closed. Ask the operator.",
  },
  am: {
    title: "የኢሜይል አድራሻዎን ያረጋግጡ",
    effect: "ይህ መለያዎን ይከፍታል። አሁን የተመዘገቡት እርስዎ ካልሆኑ ይህን ገጽ ይዝጉ።",
    password: "የይለፍ ቃል",
    passwordHint: "ሲመዘገቡ የመረጡት።",
    wrong: "የመጨረሻው ምዝገባዎ ሌላ የይለፍ ቃል አለው። በእርስዎ እርግጠኛ ከሆኑ በአድራሻዎ ሌላ ሰው ተመዝግቧል፤ እንደገና ይመዝገቡ።",
    submit: "አረጋግጥና ግባ",
    ended: "ይህ አገናኝ ከእንግዲህ አይሠራም። የሚሠራው ለ24 ሰዓታት፣ አንድ ጊዜ ብቻ ነው፤ ኋላ የሚደረግ ምዝገባም ይተካዋል።",
    again: "እንደገና ይመዝገቡ",
    closed: "ምዝገባ ተዘግቷል። የአገልግሎቱን አስተዳዳሪ ይጠይቁ።",
  },
});
