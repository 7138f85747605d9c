import { both, type Texts } from "@receipts/web-pages";

export type MailKind =
  | "confirm_registration"
  | "registration_known"
  | "reset_password"
  | "password_changed"
  | "webhook_endpoint_disabled"
  | "member_invitation"
  | "two_factor_enabled"
  | "two_factor_disabled"
  | "account_closed"
  | "owner_invited"
  | "daily_summary";

interface MailText {
  readonly subject: string;
  /** Paragraphs before the link. `{accepted}` stands for a figure, in the subject too. */
  readonly before: readonly string[];
  /** Text of the link in HTML. Plain text has the URL instead. */
  readonly link: string;
  readonly after: readonly string[];
}

/**
 * Mails have both languages: an unconfirmed address has not chosen one. They contain no text of the caller, or the
 * service could be used to send other people's messages; but for the account's name in what its own people asked for.
 */
export const mailTexts: Readonly<Record<MailKind, Texts<MailText>>> = {
  confirm_registration: both(
    {
      subject: "Confirm your email address",
      before: ["Open this link to confirm your email address and open your account."],
      link: "Confirm address",
      after: [
        "The link works once, within 24 hours. A later sign-up with this address replaces it.",
        "If you did not just sign up, do not open the link: without it, no account is created.",
      ],
    },
    {
      subject: "የኢሜይል አድራሻዎን ያረጋግጡ",
      before: ["የኢሜይል አድራሻዎን ለማረጋገጥና መለያዎን ለመክፈት ይህን አገናኝ ይክፈቱ።"],
      link: "አድራሻውን ያረጋግጡ",
      after: [
        "አገናኙ ለ24 ሰዓታት፣ አንድ ጊዜ ብቻ ይሠራል። በዚህ አድራሻ ኋላ የሚደረግ ምዝገባ ይተካዋል።",
        "አሁን የተመዘገቡት እርስዎ ካልሆኑ አገናኙን አይክፈቱ፤ ያለ እሱ መለያ አይከፈትም።",
      ],
    },
  ),
  registration_known: both(
    {
      subject: "You already have an account",
      before: [
        "A sign-up was attempted with your email address. You already have an account, so nothing was changed.",
        "If it was you, sign in with your password. If you forgot it, choose “Forgot password?” on this page:",
      ],
      link: "Sign in",
      after: ["If it was not you, you do not need to do anything."],
    },
    {
      subject: "መለያ አለዎት",
      before: [
        "በኢሜይል አድራሻዎ ለመመዝገብ ተሞክሯል። አድራሻው መለያ ስላለው ምንም አልተቀየረም።",
        "እርስዎ ከሆኑ በይለፍ ቃልዎ ይግቡ። ከረሱት በዚህ ገጽ ላይ «የይለፍ ቃል ረሱ?» የሚለውን ይምረጡ፦",
      ],
      link: "ይግቡ",
      after: ["እርስዎ ካልሆኑ ምንም ማድረግ አያስፈልግዎትም።"],
    },
  ),
  reset_password: both(
    {
      subject: "Choose a new password",
      before: ["Open this link to choose a new password for your account."],
      link: "Choose a new password",
      after: [
        "The link works once, within 30 minutes. A new password ends all sessions of the account.",
        "If you did not request this link, do nothing: your password stays the same.",
      ],
    },
    {
      subject: "አዲስ የይለፍ ቃል ይምረጡ",
      before: ["ለመለያዎ አዲስ የይለፍ ቃል ለመምረጥ ይህን አገናኝ ይክፈቱ።"],
      link: "አዲስ የይለፍ ቃል ይምረጡ",
      after: [
        "አገናኙ ለ30 ደቂቃ፣ አንድ ጊዜ ብቻ ይሠራል። የይለፍ ቃሉ ሲተካ ክፍት የሆኑ መግቢያዎች ሁሉ ይዘጋሉ።",
        "ካልጠየቁ ምንም አያድርጉ፤ የይለፍ ቃልዎ እንዳለ ይቆያል።",
      ],
    },
  ),
  password_changed: both(
    {
      subject: "Your password was changed",
      before: [
        "The password of your account was changed just now.",
        "If it was not you, choose “Forgot password?” on this page at once, and contact the operator:",
      ],
      link: "Sign in",
      after: [],
    },
    {
      subject: "የይለፍ ቃልዎ ተቀይሯል",
      before: [
        "የመለያዎ የይለፍ ቃል አሁን ተቀይሯል።",
        "እርስዎ ካልቀየሩት በዚህ ገጽ ላይ ወዲያውኑ «የይለፍ ቃል ረሱ?» የሚለውን ይምረጡ፤ ለአገልግሎቱ አስተዳዳሪም ያሳውቁ፦",
      ],
      link: "ይግቡ",
      after: [],
    },
  ),
  owner_invited: both(
    {
      subject: "Your account gets a new owner",
      before: [
        "An owner of your account has invited a person as a further owner, or made a member one. An owner may do everything: money, keys and people.",
        "If you do not know of it, revoke the invitation or remove the person:",
      ],
      link: "Team",
      after: [],
    },
    {
      subject: "ለመለያዎ አዲስ ባለቤት",
      before: [
        "ከመለያዎ ባለቤቶች አንዱ ሌላ ሰው ባለቤት እንዲሆን ጋብዟል ወይም አንድን አባል ባለቤት አድርጓል። ባለቤት ሁሉንም ማድረግ ይችላል፦ ገንዘብ፣ ቁልፎችና ሰዎች።",
        "ይህን የማያውቁ ከሆነ ግብዣውን ይሰርዙ ወይም ሰውየውን ያስወግዱ፦",
      ],
      link: "ቡድን",
      after: [],
    },
  ),
  daily_summary: both(
    {
      subject: "{account}, {day}: the last 24 hours",
      before: [
        "Accepted: {accepted}, {amount} ETB",
        "To review: {review}",
        "Not accepted: {rejected}",
        "Credits left: {balance}",
      ],
      link: "Home",
      after: ["You get this mail each day because you chose it on your page Profile. There you can end it."],
    },
    {
      subject: "{account}፣ {day}፦ ያለፉት 24 ሰዓታት",
      before: [
        "ተቀባይነት ያገኙ፦ {accepted}፣ {amount} ብር",
        "ሊታዩ የሚገባቸው፦ {review}",
        "ተቀባይነት ያላገኙ፦ {rejected}",
        "ቀሪ ክሬዲት፦ {balance}",
      ],
      link: "መነሻ",
      after: ["ይህ መልእክት በየቀኑ የሚደርስዎት በመገለጫ ገጽዎ ላይ ስለመረጡት ነው። እዚያው ማቆም ይችላሉ።"],
    },
  ),
  webhook_endpoint_disabled: both(
    {
      subject: "A webhook endpoint was disabled",
      before: [
        "One of your webhook endpoints was disabled. No webhook reached your server for 5 days, or it responded 410.",
        "It gets no new webhooks. Correct your server, then enable the endpoint and resend the failed webhooks:",
      ],
      link: "Webhooks",
      after: [],
    },
    {
      subject: "የዌብሁክ አድራሻ ተዘግቷል",
      before: [
        "ከዌብሁክ አድራሻዎችዎ አንዱ ተዘግቷል። ለ5 ቀናት ምንም ዌብሁክ ለሰርቨርዎ አልደረሰም፣ ወይም ሰርቨሩ 410 መልሷል።",
        "አዲስ ዌብሁክ አይላክለትም። ሰርቨርዎን አስተካክለው አድራሻውን ይክፈቱ፤ ያልደረሱትንም እንደገና ይላኩ፦",
      ],
      link: "ዌብሁኮች",
      after: [],
    },
  ),
  member_invitation: both(
    {
      subject: "You are invited to a team",
      before: [
        "A customer of this service invites you to the team of an account. Open this link to see it and to join.",
      ],
      link: "Join the team",
      after: [
        "The link works once, within 7 days.",
        "If you did not expect this invitation, do nothing: joining in your name needs this link.",
      ],
    },
    {
      subject: "ወደ ቡድን ተጋብዘዋል",
      before: ["የዚህ አገልግሎት ደንበኛ ወደ መለያው ቡድን ጋብዞዎታል። ለማየትና ለመቀላቀል ይህን አገናኝ ይክፈቱ።"],
      link: "ቡድኑን ይቀላቀሉ",
      after: ["አገናኙ ለ7 ቀናት፣ አንድ ጊዜ ብቻ ይሠራል።", "ግብዣውን ካልጠበቁ ምንም አያድርጉ፤ ያለ አገናኙ በስምዎ ማንም አይቀላቀልም።"],
    },
  ),
  account_closed: both(
    {
      subject: "Your account is closed",
      before: [
        "You have closed your account. Its keys, sessions and tills no longer work. Its data is erased after 30 days.",
        "If it was not you, or you change your mind, contact the operator before then. This is the page of the service:",
      ],
      link: "Sign in",
      after: [],
    },
    {
      subject: "መለያዎ ተዘግቷል",
      before: [
        "መለያዎን ዘግተዋል። ቁልፎቹ፣ ክፍት መግቢያዎቹና የሽያጭ መሣሪያዎቹ ከእንግዲህ አይሠሩም። መረጃው ከ30 ቀናት በኋላ ይደመሰሳል።",
        "እርስዎ ካልዘጉት ወይም ሐሳብዎን ከቀየሩ ከዚያ በፊት ለአገልግሎቱ አስተዳዳሪ ያሳውቁ። የአገልግሎቱ ገጽ ይህ ነው፦",
      ],
      link: "ይግቡ",
      after: [],
    },
  ),
  two_factor_enabled: both(
    {
      subject: "Two-factor sign-in is on",
      before: [
        "You now sign in with your password and a code of your app. All other sessions have ended.",
        "If it was not you, contact the operator at once. This is the sign-in page:",
      ],
      link: "Sign in",
      after: [],
    },
    {
      subject: "ባለሁለት ደረጃ መግቢያ በርቷል",
      before: [
        "ከአሁን ጀምሮ በይለፍ ቃልዎና በመተግበሪያዎ ኮድ ይገባሉ። ሌሎች ክፍት መግቢያዎች ተዘግተዋል።",
        "እርስዎ ካልሆኑ ወዲያውኑ ለአገልግሎቱ አስተዳዳሪ ያሳውቁ። የመግቢያው ገጽ ይህ ነው፦",
      ],
      link: "ይግቡ",
      after: [],
    },
  ),
  two_factor_disabled: both(
    {
      subject: "Two-factor sign-in is off",
      before: [
        "You now sign in with your password alone.",
        "If it was not you, sign in, change your password and switch two-factor sign-in on again:",
      ],
      link: "Sign in",
      after: [],
    },
    {
      subject: "ባለሁለት ደረጃ መግቢያ ጠፍቷል",
      before: ["ከአሁን ጀምሮ በይለፍ ቃልዎ ብቻ ይገባሉ።", "እርስዎ ካልሆኑ ይግቡ፤ የይለፍ ቃልዎን ቀይረው ባለሁለት ደረጃ መግቢያን እንደገና ያብሩ፦"],
      link: "ይግቡ",
      after: [],
    },
  ),
};
