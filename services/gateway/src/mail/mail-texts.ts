import type { PageLanguage } from "@receipts/web-pages";

export type MailKind = "confirm_registration" | "registration_known" | "reset_password" | "password_changed";

interface MailText {
  readonly subject: string;
  /** Before the link. */
  readonly before: readonly string[];
  /** Words of the link in HTML; plain text has the address. */
  readonly link: string;
  readonly after: readonly string[];
}

/**
 * Every mail is in both languages: an unconfirmed address has not chosen one. No word of the caller is in them, or the
 * service would carry other people's messages.
 */
export const mailTexts: Readonly<Record<MailKind, Readonly<Record<PageLanguage, MailText>>>> = {
  confirm_registration: {
    en: {
      subject: "Confirm your email address",
      before: ["Open this link to confirm your email address and to open your account."],
      link: "Confirm the address",
      after: [
        "The link works once, for 24 hours. A later registration of this address replaces it.",
        "If you did not register just now, do not open the link: no account is made without it.",
      ],
    },
    am: {
      subject: "የኢሜይል አድራሻዎን ያረጋግጡ",
      before: ["የኢሜይል አድራሻዎን ለማረጋገጥና መለያዎን ለመክፈት ይህን አገናኝ ይክፈቱ።"],
      link: "አድራሻውን ያረጋግጡ",
      after: [
        "አገናኙ ለ24 ሰዓታት፣ አንድ ጊዜ ብቻ ይሠራል። በዚህ አድራሻ ኋላ የሚደረግ ምዝገባ ይተካዋል።",
        "አሁን የተመዘገቡት እርስዎ ካልሆኑ አገናኙን አይክፈቱ፤ ያለ እሱ መለያ አይከፈትም።",
      ],
    },
  },
  registration_known: {
    en: {
      subject: "You have an account already",
      before: [
        "Somebody has tried to register with your email address. It has an account already, so nothing was changed.",
        "If it was you, sign in with your password. If you have forgotten it, choose “Forgotten password” on this page:",
      ],
      link: "Sign in",
      after: ["If it was not you, there is nothing to do."],
    },
    am: {
      subject: "መለያ አለዎት",
      before: [
        "በኢሜይል አድራሻዎ ለመመዝገብ ተሞክሯል። አድራሻው መለያ ስላለው ምንም አልተቀየረም።",
        "እርስዎ ከሆኑ በይለፍ ቃልዎ ይግቡ። ከረሱት በዚህ ገጽ ላይ «የይለፍ ቃል ረሱ?» የሚለውን ይምረጡ፦",
      ],
      link: "ይግቡ",
      after: ["እርስዎ ካልሆኑ ምንም ማድረግ አያስፈልግዎትም።"],
    },
  },
  reset_password: {
    en: {
      subject: "Choose a new password",
      before: ["Open this link to choose a new password for your account."],
      link: "Choose a new password",
      after: [
        "The link works once, for 30 minutes. All sessions of the account end when the password is replaced.",
        "If you did not ask for it, do nothing: your password stays as it is.",
      ],
    },
    am: {
      subject: "አዲስ የይለፍ ቃል ይምረጡ",
      before: ["ለመለያዎ አዲስ የይለፍ ቃል ለመምረጥ ይህን አገናኝ ይክፈቱ።"],
      link: "አዲስ የይለፍ ቃል ይምረጡ",
      after: [
        "አገናኙ ለ30 ደቂቃ፣ አንድ ጊዜ ብቻ ይሠራል። የይለፍ ቃሉ ሲተካ ክፍት የሆኑ መግቢያዎች ሁሉ ይዘጋሉ።",
        "ካልጠየቁ ምንም አያድርጉ፤ የይለፍ ቃልዎ እንዳለ ይቆያል።",
      ],
    },
  },
  password_changed: {
    en: {
      subject: "Your password was changed",
      before: [
        "The password of your account was changed just now.",
        "If it was not you, choose “Forgotten password” on this page at once, and tell the operator:",
      ],
      link: "Sign in",
      after: [],
    },
    am: {
      subject: "የይለፍ ቃልዎ ተቀይሯል",
      before: [
        "የመለያዎ የይለፍ ቃል አሁን ተቀይሯል።",
        "እርስዎ ካልቀየሩት በዚህ ገጽ ላይ ወዲያውኑ «የይለፍ ቃል ረሱ?» የሚለውን ይምረጡ፤ ለአገልግሎቱ አስተዳዳሪም ያሳውቁ፦",
      ],
      link: "ይግቡ",
      after: [],
    },
  },
};
