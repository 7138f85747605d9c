import { both, textsOf } from "../../language/language.ts";

export const signInTexts = textsOf({
  title: both("Sign in", "ይግቡ"),
  submit: both("Sign in", "ግባ"),
  wrong: both("The email or password is wrong. Try again.", "ኢሜይሉ ወይም የይለፍ ቃሉ ትክክል አይደለም። እንደገና ይሞክሩ።"),
  wrongCode: both(
    "The email, the password or the code is wrong. A code works once: wait for the next one.",
    "ኢሜይሉ፣ የይለፍ ቃሉ ወይም ኮዱ ትክክል አይደለም። አንድ ኮድ አንድ ጊዜ ብቻ ይሠራል፤ ቀጣዩን ይጠብቁ።",
  ),
  needsCode: both("Two-factor sign-in is on. Enter a code too.", "ባለሁለት ደረጃ መግቢያ በርቷል። ኮድም ያስገቡ።"),
  forgotten: both("Forgot password?", "የይለፍ ቃል ረሱ?"),
  noAccount: both("No account yet?", "እስካሁን መለያ የለዎትም?"),
  signUp: both("Sign up", "ይመዝገቡ"),
});
