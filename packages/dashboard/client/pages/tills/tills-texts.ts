import { both, textsOf } from "@receipts/web-pages/texts";
import type { TillState } from "./till-state.ts";

export const tillsTexts = textsOf({
  title: both("Tills", "የመሸጫ መሣሪያዎች"),
  intro: both(
    "The devices on which cashiers verify receipts. Each is set up once, with a code.",
    "ገንዘብ ተቀባዮች ደረሰኝ የሚያረጋግጡባቸው መሣሪያዎች። እያንዳንዱ አንድ ጊዜ በኮድ ይዘጋጃል።",
  ),
  docs: both("How a till is set up", "የመሸጫ መሣሪያ እንዴት እንደሚዘጋጅ"),
  none: both("No till yet", "እስካሁን የመሸጫ መሣሪያ የለም"),
  noneTodo: both(
    "Create one for each phone or tablet at a counter. It then works as a till, and as nothing else of this account.",
    "በመሸጫ ቦታ ላለ ለእያንዳንዱ ስልክ ወይም ታብሌት አንድ ይፍጠሩ። መሣሪያው ደረሰኝ ለማረጋገጥ ብቻ ይሠራል፤ ሌላ ምንም አይከፍትም።",
  ),
  create: both("Create till", "መሣሪያ ይፍጠሩ"),
  name: both("Name", "ስም"),
  nameHint: both("Of the device or its counter.", "የመሣሪያው ወይም የመሸጫ ቦታው ስም።"),
  branchHint: both(
    "A till cannot move to another branch. Cashiers of this branch, and of none, can sign in on it.",
    "መሣሪያው ወደ ሌላ ቅርንጫፍ አይዛወርም። የዚህ ቅርንጫፍና ቅርንጫፍ የሌላቸው ገንዘብ ተቀባዮች ሊገቡበት ይችላሉ።",
  ),
  codeTitle: both(
    (name: string) => `Set up ${name}`,
    (name) => `${name} ይዘጋጅ`,
  ),
  code: both("the code", "ኮዱ"),
  codeWarning: both(
    (until: string) => `The code sets up one device, until ${until}. We show it only now.`,
    (until) => `ኮዱ አንድ መሣሪያ ያዘጋጃል፤ እስከ ${until} ይሠራል። የሚታየውም አሁን ብቻ ነው።`,
  ),
  scan: both(
    "Scan the QR code with the device's camera. Or open the link on the device.",
    "የQR ኮዱን በመሣሪያው ካሜራ ያንብቡ፤ ወይም ሊንኩን በመሣሪያው ላይ ይክፈቱ።",
  ),
  qrCode: both("QR code of the link", "የሊንኩ QR ኮድ"),
  link: both("the link", "ሊንኩ"),
  isSetUp: both("The device is set up. Cashiers can sign in.", "መሣሪያው ተዘጋጅቷል። ገንዘብ ተቀባዮች መግባት ይችላሉ።"),
  done: both("Done", "ጨርሻለሁ"),
  states: both(
    {
      waiting: "Waiting for its device",
      expired: "Code expired",
      enrolled: "Set up",
      revoked: "Revoked",
    } satisfies Record<TillState, string>,
    {
      waiting: "መሣሪያውን በመጠበቅ ላይ",
      expired: "የኮዱ ጊዜ አልፏል",
      enrolled: "ተዘጋጅቷል",
      revoked: "ታግዷል",
    },
  ),
  expiredTodo: both("Revoke it and create another.", "ያግዱትና ሌላ ይፍጠሩ።"),
  codeUntil: both(
    (time: string) => `The code works until ${time}`,
    (time) => `ኮዱ የሚሠራው እስከ ${time} ነው`,
  ),
  lastSeen: both("Last seen", "መጨረሻ የታየው"),
  never: both("Never", "በጭራሽ"),
  rename: both("Rename", "ስም ቀይር"),
  renamed: both("Till renamed.", "የመሣሪያው ስም ተቀይሯል።"),
  revoke: both("Revoke", "አግድ"),
  revokeTitle: both(
    (name: string) => `Revoke ${name}?`,
    (name) => `${name} ይታገድ?`,
  ),
  revokeEffect: both(
    "The device and the sessions on it end at once. You cannot undo this: to use the device again, set it up as a new till.",
    "መሣሪያውና በእሱ ላይ ያሉ መግቢያዎች ወዲያውኑ ያበቃሉ። መመለስ አይቻልም፤ መሣሪያውን እንደገና ለመጠቀም እንደ አዲስ ያዘጋጁት።",
  ),
  revoked: both("The till is revoked.", "መሣሪያው ታግዷል።"),
});
