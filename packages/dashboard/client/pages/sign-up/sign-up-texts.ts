import { textsOf } from "../../language/language.ts";

export const signUpTexts = textsOf({
  en: {
    title: "Sign up",
    name: "Your name",
    businessName: "Name of your business",
    email: "Email",
    password: "Password",
    passwordHint: "At least 12 characters. A few words that only you put together are easy to keep.",
    invitation: "Invitation",
    invitationHint: "Where the operator has sent you one.",
    submit: "Sign up",
    haveAccount: "You have an account?",
    signIn: "Sign in",
    refused:
      "Registration is closed, or needs an invitation for this email that has not been used and has not expired. Ask the operator.",
    /** The same whether the email has an account or not. */
    sent: (email: string) => `We have sent a mail to ${email}.`,
    sentTodo:
      "Open the link in it within 24 hours: it opens your account and signs you in. No mail? Look among the unwanted ones, then sign up again.",
  },
  am: {
    title: "ይመዝገቡ",
    name: "ስምዎ",
    businessName: "የንግድ ድርጅትዎ ስም",
    email: "ኢሜይል",
    password: "የይለፍ ቃል",
    passwordHint: "ቢያንስ 12 ፊደላት ወይም አሃዞች። እርስዎ ብቻ የሚያውቋቸው ጥቂት ቃላት ለማስታወስ ቀላል ናቸው።",
    invitation: "የግብዣ ኮድ",
    invitationHint: "የአገልግሎቱ አስተዳዳሪ ከላከልዎ ብቻ።",
    submit: "ተመዝገብ",
    haveAccount: "መለያ አለዎት?",
    signIn: "ይግቡ",
    refused: "ምዝገባ ተዘግቷል፤ ወይም ለዚህ ኢሜይል የተሰጠ፣ ጥቅም ላይ ያልዋለና ጊዜው ያላለፈ ግብዣ ያስፈልጋል። የአገልግሎቱን አስተዳዳሪ ይጠይቁ።",
    sent: (email) => `ወደ ${email} ኢሜይል ልከናል።`,
    sentTodo:
      "በ24 ሰዓታት ውስጥ በውስጡ ያለውን አገናኝ ይክፈቱ፤ መለያዎን ይከፍታል፣ ያስገባዎታልም። ኢሜይሉ ካልደረሰዎት የማይፈለጉ መልእክቶችን ይመልከቱ፤ ከዚያ እንደገና ይመዝገቡ።",
  },
});
