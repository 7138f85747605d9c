import { both, textsOf } from "@receipts/web-pages/texts";

export const signUpTexts = textsOf({
  privacy: both(
    "We store your name, your address and what you do here, to run your account.",
    "መለያዎን ለማስተዳደር ስምዎን፣ አድራሻዎንና እዚህ የሚሠሩትን እናስቀምጣለን።",
  ),
  privacyLink: both("What is stored", "ምን እንደሚቀመጥ"),
  title: both("Sign up", "ይመዝገቡ"),
  businessName: both("Business name", "የንግድ ድርጅትዎ ስም"),
  invitation: both("Invitation", "የግብዣ ኮድ"),
  invitationHint: both("Only if the operator sent you one.", "የአገልግሎቱ አስተዳዳሪ ከላከልዎ ብቻ።"),
  submit: both("Sign up", "ተመዝገብ"),
  haveAccount: both("Already have an account?", "መለያ አለዎት?"),
  signIn: both("Sign in", "ይግቡ"),
  refused: both(
    "Registration is closed, or you need a valid, unused invitation for this email. Ask the operator.",
    "ምዝገባ ተዘግቷል፤ ወይም ለዚህ ኢሜይል የተሰጠ፣ ጥቅም ላይ ያልዋለና ጊዜው ያላለፈ ግብዣ ያስፈልጋል። የአገልግሎቱን አስተዳዳሪ ይጠይቁ።",
  ),
  /** Must not reveal whether the email has an account. */
  sent: both(
    (email: string) => `We have sent an email to ${email}.`,
    (email) => `ወደ ${email} ኢሜይል ልከናል።`,
  ),
  sentTodo: both(
    "Open its link within 24 hours to open your account and sign in. No email? Check your spam folder, then sign up again.",
    "በ24 ሰዓታት ውስጥ በውስጡ ያለውን አገናኝ ይክፈቱ፤ መለያዎን ይከፍታል፣ ያስገባዎታልም። ኢሜይሉ ካልደረሰዎት የማይፈለጉ መልእክቶችን ይመልከቱ፤ ከዚያ እንደገና ይመዝገቡ።",
  ),
});
