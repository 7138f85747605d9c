import { isolated } from "../format/isolated.ts";
import type { Texts } from "../language/language.ts";
import type { KeyState } from "./key-row.ts";

/** What is said of keys of both kinds. */
export interface KeyTexts {
  readonly make: string;
  readonly name: string;
  readonly nameHint: string;
  readonly expiry: string;
  readonly expiries: Readonly<Record<"30" | "90" | "365" | "", string>>;
  readonly made: string;
  readonly theKey: string;
  readonly warning: string;
  readonly keptSafe: string;
  readonly key: string;
  readonly mayDo: string;
  readonly states: Readonly<Record<KeyState, string>>;
  readonly calls: string;
  readonly lastUsed: string;
  readonly never: string;
  readonly madeAt: (time: string) => string;
  readonly expires: (time: string) => string;
  readonly revoke: string;
  readonly revokeTitle: (name: string) => string;
  readonly revokeEffect: string;
  readonly revoked: string;
  readonly rotate: string;
  readonly rotateTitle: (name: string) => string;
  readonly rotateSteps: readonly string[];
  readonly rotateAction: string;
  readonly rotateNext: string;
  readonly rotation: string;
  readonly rotationText: (name: string) => string;
  readonly rotationUsed: (time: string) => string;
  readonly rotationUnused: string;
  /** Where the page does not know whether the new key was kept. */
  readonly rotationKept: string;
  readonly rotationLost: string;
  readonly lookAgain: string;
  readonly revokeOld: string;
  readonly revokeNew: string;
}

export const keyTexts: Texts<KeyTexts> = {
  en: {
    make: "Make a key",
    name: "Name",
    nameHint: "Where it is used: a program, a server, a shop.",
    expiry: "Expires",
    expiries: { "30": "In 30 days", "90": "In 90 days", "365": "In a year", "": "Never" },
    made: "Your new key",
    theKey: "the key",
    warning: "This is the only time that the key is shown. Copy it now and keep it on your server.",
    keptSafe: "I have kept it",
    key: "Key",
    mayDo: "May",
    states: { live: "Live", expired: "Expired", revoked: "Revoked" },
    calls: "Calls",
    lastUsed: "Last used",
    never: "Never",
    madeAt: (time) => `Made ${time}`,
    expires: (time) => `Expires ${time}`,
    revoke: "Revoke",
    revokeTitle: (name) => `Revoke “${isolated(name)}”?`,
    revokeEffect:
      "Every call with it is refused within a second. It cannot be undone: whatever still uses the key stops working.",
    revoked: "The key is revoked.",
    rotate: "Rotate",
    rotateTitle: (name) => `Rotate “${isolated(name)}”`,
    rotateSteps: [
      "A new key is made that may do the same. The old one goes on working.",
      "Put the new key in place of the old one, and see here that it is used.",
      "Then revoke the old key.",
    ],
    rotateAction: "Make the new key",
    rotateNext:
      "Put it in place of the old key. When “Last used” of the new key shows that it works, revoke the old one.",
    rotation: "Rotation under way",
    rotationText: (name) => `“${isolated(name)}” has a new key. The old one still works.`,
    rotationUsed: (time) => `The new key was last used ${time}.`,
    rotationUnused: "The new key has not been used yet.",
    rotationKept:
      "If you have kept the new key, put it in place of the old one, and revoke the old one then.",
    rotationLost: "If you have not, it cannot be shown again: revoke the new key and rotate once more.",
    lookAgain: "Look again",
    revokeOld: "Revoke the old key",
    revokeNew: "Revoke the new key",
  },
  am: {
    make: "ቁልፍ ይፍጠሩ",
    name: "ስም",
    nameHint: "ጥቅም ላይ የሚውልበት፦ ፕሮግራም፣ ሰርቨር ወይም ሱቅ።",
    expiry: "የሚያበቃበት ጊዜ",
    expiries: { "30": "ከ30 ቀን በኋላ", "90": "ከ90 ቀን በኋላ", "365": "ከአንድ ዓመት በኋላ", "": "አያበቃም" },
    made: "አዲሱ ቁልፍዎ",
    theKey: "ቁልፉ",
    warning: "ቁልፉ የሚታየው አሁን ብቻ ነው። ቀድተው በሰርቨርዎ ላይ ያስቀምጡት።",
    keptSafe: "አስቀምጬዋለሁ",
    key: "ቁልፍ",
    mayDo: "ፈቃዶች",
    states: { live: "ይሠራል", expired: "ጊዜው አልፏል", revoked: "ተሰርዟል" },
    calls: "ጥሪዎች",
    lastUsed: "መጨረሻ ጥቅም ላይ የዋለው",
    never: "በጭራሽ",
    madeAt: (time) => `የተፈጠረው ${time}`,
    expires: (time) => `የሚያበቃው ${time}`,
    revoke: "ሰርዝ",
    revokeTitle: (name) => `“${isolated(name)}” ይሰረዝ?`,
    revokeEffect: "በዚህ ቁልፍ የሚላክ ጥያቄ ሁሉ በአንድ ሰከንድ ውስጥ ውድቅ ይሆናል። መመለስ አይቻልም፤ ቁልፉን የሚጠቀም ሁሉ ሥራውን ያቆማል።",
    revoked: "ቁልፉ ተሰርዟል።",
    rotate: "ተካ",
    rotateTitle: (name) => `“${isolated(name)}” በአዲስ ይተካ`,
    rotateSteps: [
      "ተመሳሳይ ፈቃዶች ያሉት አዲስ ቁልፍ ይፈጠራል። አሮጌው መሥራቱን ይቀጥላል።",
      "አዲሱን ቁልፍ በአሮጌው ቦታ ያስገቡ፤ ጥቅም ላይ መዋሉን እዚህ ያረጋግጡ።",
      "ከዚያም አሮጌውን ቁልፍ ይሰርዙ።",
    ],
    rotateAction: "አዲሱን ቁልፍ ፍጠር",
    rotateNext: "በአሮጌው ቁልፍ ቦታ ያስገቡት። አዲሱ ቁልፍ ጥቅም ላይ መዋሉ ሲታይ አሮጌውን ይሰርዙ።",
    rotation: "ቁልፍ በመተካት ላይ ነው",
    rotationText: (name) => `“${isolated(name)}” አዲስ ቁልፍ አለው። አሮጌው አሁንም ይሠራል።`,
    rotationUsed: (time) => `አዲሱ ቁልፍ መጨረሻ ጥቅም ላይ የዋለው ${time} ነው።`,
    rotationUnused: "አዲሱ ቁልፍ ገና ጥቅም ላይ አልዋለም።",
    rotationKept: "አዲሱን ቁልፍ አስቀምጠውት ከሆነ በአሮጌው ቦታ ያስገቡት፤ ከዚያም አሮጌውን ይሰርዙ።",
    rotationLost: "ካላስቀመጡት እንደገና ሊታይ አይችልም፤ አዲሱን ቁልፍ ሰርዘው እንደገና ይተኩ።",
    lookAgain: "እንደገና ይመልከቱ",
    revokeOld: "አሮጌውን ቁልፍ ሰርዝ",
    revokeNew: "አዲሱን ቁልፍ ሰርዝ",
  },
};
