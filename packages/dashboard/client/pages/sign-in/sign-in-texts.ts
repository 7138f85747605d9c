import { textsOf } from "../../language/language.ts";

export const signInTexts = textsOf({
  en: {
    title: "Sign in",
    email: "Email",
    password: "Password",
    submit: "Sign in",
    wrong: "The email or the password is wrong.",
    forgotten: "Forgotten password",
    noAccount: "No account yet?",
    signUp: "Sign up",
  },
  am: {
    title: "ይግቡ",
    email: "ኢሜይል",
    password: "የይለፍ ቃል",
    submit: "ግባ",
    wrong: "ኢሜይሉ ወይም የይለፍ ቃሉ ትክክል አይደለም።",
    forgotten: "የይለፍ ቃል ረሱ?",
    noAccount: "እስካሁን መለያ የለዎትም?",
    signUp: "ይመዝገቡ",
  },
});
