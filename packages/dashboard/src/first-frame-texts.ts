import { both, textsOf } from "@receipts/web-pages/texts";

/** Texts that the server draws before the client is there, and the client after it. */
export const firstFrameTexts = textsOf({
  brand: both("Receipts", "ደረሰኝ ማረጋገጫ"),
  loading: both("Loading…", "በመጫን ላይ…"),
  email: both("Email", "ኢሜይል"),
  password: both("Password", "የይለፍ ቃል"),
  code: both("Code", "ኮድ"),
  codeHint: both(
    "The 6 digits of your authenticator app, or a recovery code.",
    "የማረጋገጫ መተግበሪያዎ 6 አሃዞች፣ ወይም የመመለሻ ኮድ።",
  ),
  title: both("Sign in", "ይግቡ"),
  submit: both("Sign in", "ግባ"),
  wrong: both("The email or password is wrong. Try again.", "ኢሜይሉ ወይም የይለፍ ቃሉ ትክክል አይደለም። እንደገና ይሞክሩ።"),
  wrongCode: both(
    "The email, the password or the code is wrong. A code works once: wait for the next one.",
    "ኢሜይሉ፣ የይለፍ ቃሉ ወይም ኮዱ ትክክል አይደለም። አንድ ኮድ አንድ ጊዜ ብቻ ይሠራል፤ ቀጣዩን ይጠብቁ።",
  ),
  needsCode: both("Two-factor sign-in is on. Enter a code too.", "ባለሁለት ደረጃ መግቢያ በርቷል። ኮድም ያስገቡ።"),
  tooMany: both(
    "Too many attempts. Wait a few minutes, then try again.",
    "በጣም ብዙ ሙከራ ተደርጓል። ጥቂት ደቂቃ ጠብቀው እንደገና ይሞክሩ።",
  ),
  unavailable: both(
    "The service cannot be reached at the moment. Try again in a minute.",
    "አገልግሎቱ ለጊዜው አይሰራም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
  ),
  noAccountLeft: both(
    "You belong to no account any more. Ask an owner to invite you.",
    "ከእንግዲህ የማንኛውም መለያ አባል አይደሉም። ባለቤት እንዲጋብዝዎ ይጠይቁ።",
  ),
  failed: both(
    "You could not be signed in. Check your input, and try again.",
    "መግባት አልተቻለም። ያስገቡትን አረጋግጠው እንደገና ይሞክሩ።",
  ),
  forgotten: both("Forgot password?", "የይለፍ ቃል ረሱ?"),
  noAccount: both("No account yet?", "እስካሁን መለያ የለዎትም?"),
  signUp: both("Sign up", "ይመዝገቡ"),
});

export type FirstFrameTexts = (typeof firstFrameTexts)["en"];
