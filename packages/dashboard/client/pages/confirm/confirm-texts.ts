import { both, textsOf } from "@receipts/web-pages/texts";

export const confirmTexts = textsOf({
  title: both("Confirm your email address", "የኢሜይል አድራሻዎን ያረጋግጡ"),
  effect: both(
    "This opens your account. If you did not just sign up, close this page.",
    "ይህ መለያዎን ይከፍታል። አሁን የተመዘገቡት እርስዎ ካልሆኑ ይህን ገጽ ይዝጉ።",
  ),
  passwordHint: both("The password that you signed up with.", "ሲመዘገቡ የመረጡት።"),
  wrong: both(
    "Your latest sign-up has another password. If yours is right, another person signed up with your address: sign up again.",
    "የመጨረሻው ምዝገባዎ ሌላ የይለፍ ቃል አለው። በእርስዎ እርግጠኛ ከሆኑ በአድራሻዎ ሌላ ሰው ተመዝግቧል፤ እንደገና ይመዝገቡ።",
  ),
  submit: both("Confirm and sign in", "አረጋግጥና ግባ"),
  ended: both(
    "This link no longer works. It works once, within 24 hours, and a later sign-up replaces it.",
    "ይህ አገናኝ ከእንግዲህ አይሠራም። የሚሠራው ለ24 ሰዓታት፣ አንድ ጊዜ ብቻ ነው፤ ኋላ የሚደረግ ምዝገባም ይተካዋል።",
  ),
  again: both("Sign up again", "እንደገና ይመዝገቡ"),
  closed: both("Registration is closed. Ask the operator.", "ምዝገባ ተዘግቷል። የአገልግሎቱን አስተዳዳሪ ይጠይቁ።"),
});
