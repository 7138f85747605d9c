import { both, textsOf } from "../../language/language.ts";

export const signUpTexts = textsOf({
  title: both("Sign up", "ይመዝገቡ"),
  businessName: both("Name of your business", "የንግድ ድርጅትዎ ስም"),
  invitation: both("Invitation", "የግብዣ ኮድ"),
  invitationHint: both("Where the operator has sent you one.", "የአገልግሎቱ አስተዳዳሪ ከላከልዎ ብቻ።"),
  submit: both("Sign up", "ተመዝገብ"),
  haveAccount: both("You have an account?", "መለያ አለዎት?"),
  signIn: both("Sign in", "ይግቡ"),
  refused: both(
    "Registration is closed, or needs an invitation for this email that has not been used and has not expired. Ask the operator.",
    "ምዝገባ ተዘግቷል፤ ወይም ለዚህ ኢሜይል የተሰጠ፣ ጥቅም ላይ ያልዋለና ጊዜው ያላለፈ ግብዣ ያስፈልጋል። የአገልግሎቱን አስተዳዳሪ ይጠይቁ።",
  ),
  /** The same whether the email has an account or not. */
  sent: both(
    (email: string) => `We have sent a mail to ${email}.`,
    (email) => `ወደ ${email} ኢሜይል ልከናል።`,
  ),
  sentTodo: both(
    "Open the link in it within 24 hours: it opens your account and signs you in. No mail? Look among the unwanted ones, then sign up again.",
    "በ24 ሰዓታት ውስጥ በውስጡ ያለውን አገናኝ ይክፈቱ፤ መለያዎን ይከፍታል፣ ያስገባዎታልም። ኢሜይሉ ካልደረሰዎት የማይፈለጉ መልእክቶችን ይመልከቱ፤ ከዚያ እንደገና ይመዝገቡ።",
  ),
});
