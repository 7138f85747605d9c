import { both, textsOf } from "@receipts/web-pages/texts";
import { isolated } from "../format/isolated.ts";
import type { KeyState } from "./key-row.ts";

/** Texts for both kinds of keys. */
export const keyTexts = textsOf({
  create: both("Create key", "ቁልፍ ይፍጠሩ"),
  name: both("Name", "ስም"),
  nameHint: both("Where you use it: a program, a server or a shop.", "ጥቅም ላይ የሚውልበት፦ ፕሮግራም፣ ሰርቨር ወይም ሱቅ።"),
  grantsHint: both("Grant only what the key needs.", "ቁልፉ ከሚያስፈልገው በላይ ፈቃድ አይስጡ።"),
  branchHint: both(
    "Payments that are verified with the key show this branch.",
    "በዚህ ቁልፍ በሚረጋገጡ ክፍያዎች ላይ ይህ ቅርንጫፍ ይታያል።",
  ),
  expiry: both("Expires", "የሚያበቃበት ጊዜ"),
  expiries: both(
    { "30": "In 30 days", "90": "In 90 days", "365": "In a year", "": "Never" },
    { "30": "ከ30 ቀን በኋላ", "90": "ከ90 ቀን በኋላ", "365": "ከአንድ ዓመት በኋላ", "": "አያበቃም" },
  ),
  newKey: both("Your new key", "አዲሱ ቁልፍዎ"),
  theKey: both("the key", "ቁልፉ"),
  warning: both(
    "We show the key only once. Copy it now and store it on your server.",
    "ቁልፉ የሚታየው አሁን ብቻ ነው። ቀድተው በሰርቨርዎ ላይ ያስቀምጡት።",
  ),
  key: both("Key", "ቁልፍ"),
  permissions: both("Permissions", "ፈቃዶች"),
  states: both(
    { active: "Active", expired: "Expired", revoked: "Revoked", left: "Stopped" } satisfies Record<
      KeyState,
      string
    >,
    {
      active: "ይሠራል",
      expired: "ጊዜው አልፏል",
      revoked: "ተሰርዟል",
      left: "ቆሟል",
    },
  ),
  madeBy: both(
    (name: string, hasLeft: boolean) => `Made by ${isolated(name)}${hasLeft ? ", who left" : ""}`,
    (name, hasLeft) => `የፈጠረው፦ ${isolated(name)}${hasLeft ? "፣ ለቅቋል" : ""}`,
  ),
  takeOver: both("Take over", "ተረከብ"),
  takeOverTitle: both(
    (name: string) => `Take over “${isolated(name)}”?`,
    (name) => `“${isolated(name)}” ይረከቡ?`,
  ),
  takeOverEffect: both(
    "The key works with your rights from now on, for everyone who has it.",
    "ቁልፉ ከአሁን ጀምሮ በእርስዎ ፈቃድ ይሠራል፤ ለያዘው ሁሉ።",
  ),
  takenOver: both("The key is yours now.", "ቁልፉ አሁን የእርስዎ ነው።"),
  calls: both("Calls", "ጥሪዎች"),
  lastUsed: both("Last used", "መጨረሻ ጥቅም ላይ የዋለው"),
  never: both("Never", "በጭራሽ"),
  createdAt: both(
    (time: string) => `Created ${time}`,
    (time) => `የተፈጠረው ${time}`,
  ),
  expires: both(
    (time: string) => `Expires ${time}`,
    (time) => `የሚያበቃው ${time}`,
  ),
  revoke: both("Revoke", "ሰርዝ"),
  revokeTitle: both(
    (name: string) => `Revoke “${isolated(name)}”?`,
    (name) => `“${isolated(name)}” ይሰረዝ?`,
  ),
  revokeEffect: both(
    "Calls with this key are refused within a second. You cannot undo this: every program that still uses the key stops working.",
    "በዚህ ቁልፍ የሚላክ ጥያቄ ሁሉ በአንድ ሰከንድ ውስጥ ውድቅ ይሆናል። መመለስ አይቻልም፤ ቁልፉን የሚጠቀም ሁሉ ሥራውን ያቆማል።",
  ),
  revoked: both("The key is revoked.", "ቁልፉ ተሰርዟል።"),
  rotate: both("Rotate", "ተካ"),
  rotateTitle: both(
    (name: string) => `Rotate “${isolated(name)}”`,
    (name) => `“${isolated(name)}” በአዲስ ይተካ`,
  ),
  rotateSteps: both(
    [
      "We create a new key with the same permissions. The old one keeps working.",
      "Replace the old key with the new one. This page shows when the new one is used.",
      "Then revoke the old key.",
    ],
    [
      "ተመሳሳይ ፈቃዶች ያሉት አዲስ ቁልፍ ይፈጠራል። አሮጌው መሥራቱን ይቀጥላል።",
      "አዲሱን ቁልፍ በአሮጌው ቦታ ያስገቡ፤ ጥቅም ላይ መዋሉን እዚህ ያረጋግጡ።",
      "ከዚያም አሮጌውን ቁልፍ ይሰርዙ።",
    ],
  ),
  rotateAction: both("Create new key", "አዲሱን ቁልፍ ፍጠር"),
  rotateNext: both(
    "Replace the old key with it. When “Last used” shows that the new key works, revoke the old one.",
    "በአሮጌው ቁልፍ ቦታ ያስገቡት። አዲሱ ቁልፍ ጥቅም ላይ መዋሉ ሲታይ አሮጌውን ይሰርዙ።",
  ),
  rotation: both("Rotation in progress", "ቁልፍ በመተካት ላይ ነው"),
  rotationText: both(
    (name: string) => `“${isolated(name)}” has a new key. The old one still works.`,
    (name) => `“${isolated(name)}” አዲስ ቁልፍ አለው። አሮጌው አሁንም ይሠራል።`,
  ),
  rotationUsed: both(
    (time: string) => `The new key was last used ${time}.`,
    (time) => `አዲሱ ቁልፍ መጨረሻ ጥቅም ላይ የዋለው ${time} ነው።`,
  ),
  rotationUnused: both("The new key has not been used yet.", "አዲሱ ቁልፍ ገና ጥቅም ላይ አልዋለም።"),
  /** Shown when the page does not know whether the new key was saved. */
  rotationKept: both(
    "If you saved the new key, replace the old one with it. Then revoke the old one.",
    "አዲሱን ቁልፍ አስቀምጠውት ከሆነ በአሮጌው ቦታ ያስገቡት፤ ከዚያም አሮጌውን ይሰርዙ።",
  ),
  rotationLost: both(
    "If you did not save it, we cannot show it again. Revoke the new key and rotate again.",
    "ካላስቀመጡት እንደገና ሊታይ አይችልም፤ አዲሱን ቁልፍ ሰርዘው እንደገና ይተኩ።",
  ),
  refresh: both("Refresh", "እንደገና ይመልከቱ"),
  revokeOld: both("Revoke old key", "አሮጌውን ቁልፍ ሰርዝ"),
  revokeNew: both("Revoke new key", "አዲሱን ቁልፍ ሰርዝ"),
});
