import { isolated } from "../format/isolated.ts";
import { both, textsOf } from "../language/language.ts";
import type { KeyState } from "./key-row.ts";

/** What is said of keys of both kinds. */
export const keyTexts = textsOf({
  make: both("Make a key", "ቁልፍ ይፍጠሩ"),
  name: both("Name", "ስም"),
  nameHint: both("Where it is used: a program, a server, a shop.", "ጥቅም ላይ የሚውልበት፦ ፕሮግራም፣ ሰርቨር ወይም ሱቅ።"),
  grantsHint: both("Give no more than what the key is for.", "ቁልፉ ከሚያስፈልገው በላይ ፈቃድ አይስጡ።"),
  expiry: both("Expires", "የሚያበቃበት ጊዜ"),
  expiries: both(
    { "30": "In 30 days", "90": "In 90 days", "365": "In a year", "": "Never" },
    { "30": "ከ30 ቀን በኋላ", "90": "ከ90 ቀን በኋላ", "365": "ከአንድ ዓመት በኋላ", "": "አያበቃም" },
  ),
  made: both("Your new key", "አዲሱ ቁልፍዎ"),
  theKey: both("the key", "ቁልፉ"),
  warning: both(
    "This is the only time that the key is shown. Copy it now and keep it on your server.",
    "ቁልፉ የሚታየው አሁን ብቻ ነው። ቀድተው በሰርቨርዎ ላይ ያስቀምጡት።",
  ),
  key: both("Key", "ቁልፍ"),
  mayDo: both("May", "ፈቃዶች"),
  states: both({ live: "Live", expired: "Expired", revoked: "Revoked" } satisfies Record<KeyState, string>, {
    live: "ይሠራል",
    expired: "ጊዜው አልፏል",
    revoked: "ተሰርዟል",
  }),
  calls: both("Calls", "ጥሪዎች"),
  lastUsed: both("Last used", "መጨረሻ ጥቅም ላይ የዋለው"),
  never: both("Never", "በጭራሽ"),
  madeAt: both(
    (time: string) => `Made ${time}`,
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
    "Every call with it is refused within a second. It cannot be undone: whatever still uses the key stops working.",
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
      "A new key is made that may do the same. The old one goes on working.",
      "Put the new key in place of the old one, and see here that it is used.",
      "Then revoke the old key.",
    ],
    [
      "ተመሳሳይ ፈቃዶች ያሉት አዲስ ቁልፍ ይፈጠራል። አሮጌው መሥራቱን ይቀጥላል።",
      "አዲሱን ቁልፍ በአሮጌው ቦታ ያስገቡ፤ ጥቅም ላይ መዋሉን እዚህ ያረጋግጡ።",
      "ከዚያም አሮጌውን ቁልፍ ይሰርዙ።",
    ],
  ),
  rotateAction: both("Make the new key", "አዲሱን ቁልፍ ፍጠር"),
  rotateNext: both(
    "Put it in place of the old key. When “Last used” of the new key shows that it works, revoke the old one.",
    "በአሮጌው ቁልፍ ቦታ ያስገቡት። አዲሱ ቁልፍ ጥቅም ላይ መዋሉ ሲታይ አሮጌውን ይሰርዙ።",
  ),
  rotation: both("Rotation under way", "ቁልፍ በመተካት ላይ ነው"),
  rotationText: both(
    (name: string) => `“${isolated(name)}” has a new key. The old one still works.`,
    (name) => `“${isolated(name)}” አዲስ ቁልፍ አለው። አሮጌው አሁንም ይሠራል።`,
  ),
  rotationUsed: both(
    (time: string) => `The new key was last used ${time}.`,
    (time) => `አዲሱ ቁልፍ መጨረሻ ጥቅም ላይ የዋለው ${time} ነው።`,
  ),
  rotationUnused: both("The new key has not been used yet.", "አዲሱ ቁልፍ ገና ጥቅም ላይ አልዋለም።"),
  /** Where the page does not know whether the new key was kept. */
  rotationKept: both(
    "If you have kept the new key, put it in place of the old one, and revoke the old one then.",
    "አዲሱን ቁልፍ አስቀምጠውት ከሆነ በአሮጌው ቦታ ያስገቡት፤ ከዚያም አሮጌውን ይሰርዙ።",
  ),
  rotationLost: both(
    "If you have not, it cannot be shown again: revoke the new key and rotate once more.",
    "ካላስቀመጡት እንደገና ሊታይ አይችልም፤ አዲሱን ቁልፍ ሰርዘው እንደገና ይተኩ።",
  ),
  lookAgain: both("Look again", "እንደገና ይመልከቱ"),
  revokeOld: both("Revoke the old key", "አሮጌውን ቁልፍ ሰርዝ"),
  revokeNew: both("Revoke the new key", "አዲሱን ቁልፍ ሰርዝ"),
});
