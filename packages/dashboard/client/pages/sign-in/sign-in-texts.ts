import { both, textsOf } from "../../language/language.ts";

export const signInTexts = textsOf({
  title: both("Sign in", "ይግቡ"),
  submit: both("Sign in", "ግባ"),
  wrong: both("The email or password is wrong. Try again.", "ኢሜይሉ ወይም የይለፍ ቃሉ ትክክል አይደለም። እንደገና ይሞክሩ።"),
  forgotten: both("Forgot password?", "የይለፍ ቃል ረሱ?"),
  noAccount: both("No account yet?", "እስካሁን መለያ የለዎትም?"),
  signUp: both("Sign up", "ይመዝገቡ"),
});
