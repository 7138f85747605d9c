import { both, textsOf } from "../../language/language.ts";

export const confirmTexts = textsOf({
  title: both("Confirm your email address", "የኢሜይል አድራሻዎን ያረጋግጡ"),
  effect: both(
    "This opens your account. If you did not register just now, close this page.",
    "ይህ መለያዎን ይከፍታል። አሁን የተመዘገቡት እርስዎ ካልሆኑ ይህን ገጽ ይዝጉ።",
  ),
  passwordHint: both("The one that you signed up with.", "ሲመዘገቡ የመረጡት።"),
  wrong: both(
    "Your latest sign-up has another password. If you are sure of yours, somebody else has signed up with your address: sign up again.",
    "የመጨረሻው ምዝገባዎ ሌላ የይለፍ ቃል አለው። በእርስዎ እርግጠኛ ከሆኑ በአድራሻዎ ሌላ ሰው ተመዝግቧል፤ እንደገና ይመዝገቡ።",
  ),
  submit: both("Confirm and sign in", "አረጋግጥና ግባ"),
  ended: both(
    "This link does not work any more. It works once, for 24 hours, and a later registration replaces it.",
    "ይህ አገናኝ ከእንግዲህ አይሠራም። የሚሠራው ለ24 ሰዓታት፣ አንድ ጊዜ ብቻ ነው፤ ኋላ የሚደረግ ምዝገባም ይተካዋል።",
  ),
  again: both("Sign up again", "እንደገና ይመዝገቡ"),
  closed: both("Registration is closed. Ask the operator.", "ምዝገባ ተዘግቷል። የአገልግሎቱን አስተዳዳሪ ይጠይቁ።"),
});
