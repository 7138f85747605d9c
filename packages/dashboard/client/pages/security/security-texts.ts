import { both, textsOf } from "@receipts/web-pages/texts";

export const securityTexts = textsOf({
  title: both("Security", "ደህንነት"),
  unconfirmed: both(
    "Your address is not confirmed: you joined with a link, not a mail. You get no mails and cannot reset a password.",
    "አድራሻዎ አልተረጋገጠም፤ የተቀላቀሉት በአገናኝ እንጂ በኢሜይል አይደለም። ኢሜይል አይደርስዎትም፤ የረሱትን የይለፍ ቃል መቀየርም አይችሉም።",
  ),
  required: both(
    "This account requires two-factor sign-in. Set it up to open the other pages.",
    "ይህ መለያ ባለሁለት ደረጃ መግቢያ ይጠይቃል። ሌሎቹን ገጾች ለመክፈት ያዘጋጁት።",
  ),
  twoFactor: both("Two-factor sign-in", "ባለሁለት ደረጃ መግቢያ"),
  off: both(
    "Off. With it, a stolen password opens nothing: each sign-in also needs a code of an app on your phone.",
    "ጠፍቷል። ሲበራ የተሰረቀ የይለፍ ቃል ብቻውን አይሠራም፤ ለመግባት በስልክዎ ያለ መተግበሪያ ኮድም ያስፈልጋል።",
  ),
  on: both("On. Each sign-in needs a code of your app.", "በርቷል። ለመግባት የመተግበሪያዎ ኮድ ያስፈልጋል።"),
  setUp: both("Set up", "አዘጋጅ"),
  scanTitle: both("Scan the code", "ኮዱን ያንብቡ"),
  scan: both(
    "Scan it with an authenticator app such as Google Authenticator or Aegis, then enter the 6 digits that it shows.",
    "እንደ Google Authenticator ወይም Aegis ባለ መተግበሪያ ያንብቡት፤ ከዚያም የሚያሳየውን 6 አሃዝ ያስገቡ።",
  ),
  qr: both("QR code of the secret", "የሚስጥሩ QR ኮድ"),
  secret: both("Or type this secret", "ወይም ይህን ሚስጥር ይጻፉ"),
  confirm: both("Switch on", "አብራ"),
  enabled: both(
    "Two-factor sign-in is on. Your other sessions have ended.",
    "ባለሁለት ደረጃ መግቢያ በርቷል። ሌሎች መግቢያዎችዎ ተዘግተዋል።",
  ),
  codesTitle: both("Recovery codes", "የመመለሻ ኮዶች"),
  codesWarning: both(
    "Each replaces the app once, for example if your phone is lost. They are shown only now: save them.",
    "ስልክዎ ቢጠፋ እያንዳንዱ አንድ ጊዜ በመተግበሪያው ፈንታ ይሠራል። አሁን ብቻ ነው የሚታዩት፤ ያስቀምጧቸው።",
  ),
  renew: both("New recovery codes", "አዲስ የመመለሻ ኮዶች"),
  renewEffect: both("The previous recovery codes no longer work.", "የቀድሞዎቹ የመመለሻ ኮዶች ከእንግዲህ አይሠሩም።"),
  switchOff: both("Switch off", "አጥፋ"),
  switchOffEffect: both("Your password alone then opens your account.", "ከዚያ በኋላ የይለፍ ቃልዎ ብቻውን መለያዎን ይከፍታል።"),
  disabled: both("Two-factor sign-in is off.", "ባለሁለት ደረጃ መግቢያ ጠፍቷል።"),
  more: both("Password and sessions", "የይለፍ ቃልና መግቢያዎች"),
});
