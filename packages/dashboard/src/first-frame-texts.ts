const en = {
  brand: "Receipts",
  loading: "Loading…",
  email: "Email",
  password: "Password",
  code: "Code",
  codeHint: "The 6 digits of your authenticator app, or a recovery code.",
  title: "Sign in",
  submit: "Sign in",
  wrong: "The email or password is wrong. Try again.",
  wrongCode: "The email, the password or the code is wrong. A code works once: wait for the next one.",
  needsCode: "Two-factor sign-in is on. Enter a code too.",
  tooMany: "Too many attempts. Wait a few minutes, then try again.",
  unavailable: "The service cannot be reached at the moment. Try again in a minute.",
  noAccountLeft: "You belong to no account any more. Ask an owner to invite you.",
  failed: "You could not be signed in. Check your input, and try again.",
  forgotten: "Forgot password?",
  noAccount: "No account yet?",
  signUp: "Sign up",
};

const am: typeof en = {
  brand: "ደረሰኝ ማረጋገጫ",
  loading: "በመጫን ላይ…",
  email: "ኢሜይል",
  password: "የይለፍ ቃል",
  code: "ኮድ",
  codeHint: "የማረጋገጫ መተግበሪያዎ 6 አሃዞች፣ ወይም የመመለሻ ኮድ።",
  title: "ይግቡ",
  submit: "ግባ",
  wrong: "ኢሜይሉ ወይም የይለፍ ቃሉ ትክክል አይደለም። እንደገና ይሞክሩ።",
  wrongCode: "ኢሜይሉ፣ የይለፍ ቃሉ ወይም ኮዱ ትክክል አይደለም። አንድ ኮድ አንድ ጊዜ ብቻ ይሠራል፤ ቀጣዩን ይጠብቁ።",
  needsCode: "ባለሁለት ደረጃ መግቢያ በርቷል። ኮድም ያስገቡ።",
  tooMany: "በጣም ብዙ ሙከራ ተደርጓል። ጥቂት ደቂቃ ጠብቀው እንደገና ይሞክሩ።",
  unavailable: "አገልግሎቱ ለጊዜው አይሰራም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
  noAccountLeft: "ከእንግዲህ የማንኛውም መለያ አባል አይደሉም። ባለቤት እንዲጋብዝዎ ይጠይቁ።",
  failed: "መግባት አልተቻለም። ያስገቡትን አረጋግጠው እንደገና ይሞክሩ።",
  forgotten: "የይለፍ ቃል ረሱ?",
  noAccount: "እስካሁን መለያ የለዎትም?",
  signUp: "ይመዝገቡ",
};

/** Texts that the server draws before the client is there, and the client after it. */
export const firstFrameTexts = { en, am };
export type FirstFrameTexts = typeof en;
