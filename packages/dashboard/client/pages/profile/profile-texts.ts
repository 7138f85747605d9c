import { textsOf } from "../../language/language.ts";
import type { LogoFault } from "./logo-file.ts";

export const profileTexts = textsOf({
  en: {
    title: "Profile",
    names: "Names",
    name: "Your name",
    businessName: "Business name",
    businessHint: "Payers see it on the checkout page.",
    email: "Email",
    since: "Account since",
    logo: "Logo",
    logoHint:
      "Shown to payers on the checkout page. PNG, JPEG or WebP, 512 KiB and 4,096 pixels a side at most.",
    noLogo: "There is no logo yet.",
    logoNow: "Your logo",
    logoNew: "The new logo",
    chooseLogo: "Choose a picture",
    saveLogo: "Use this picture",
    removeLogo: "Remove the logo",
    removeLogoEffect: "Payers see the name of the business alone.",
    logoSaved: "The logo is saved.",
    logoRemoved: "The logo is removed.",
    logoFaults: {
      kind: "This is no PNG, JPEG or WebP picture.",
      size: "The picture has more than 512 KiB.",
      sides: "The picture is more than 4,096 pixels wide or high.",
      broken: "The picture cannot be read.",
    } satisfies Record<LogoFault | "sides" | "broken", string>,
    data: "Your data",
    dataText:
      "Everything that is kept of the account can be handed out as one file: requests, verdicts, deposits, saved accounts, the audit log. Ask whoever operates this service for an export.",
    eraseText: "The same person can erase the account. The audit log tells you of each export.",
    toAudit: "Audit log",
  },
  am: {
    title: "መገለጫ",
    names: "ስሞች",
    name: "ስምዎ",
    businessName: "የድርጅቱ ስም",
    businessHint: "ከፋዮች በክፍያ ገጹ ላይ ያዩታል።",
    email: "ኢሜይል",
    since: "መለያው የተከፈተው",
    logo: "አርማ",
    logoHint: "ከፋዮች በክፍያ ገጹ ላይ የሚያዩት። PNG፣ JPEG ወይም WebP፤ ቢበዛ 512 KiB እና በየጎኑ 4,096 ፒክሰል።",
    noLogo: "እስካሁን አርማ የለም።",
    logoNow: "አርማዎ",
    logoNew: "አዲሱ አርማ",
    chooseLogo: "ምስል ይምረጡ",
    saveLogo: "ይህን ምስል ተጠቀም",
    removeLogo: "አርማውን አስወግድ",
    removeLogoEffect: "ከፋዮች የድርጅቱን ስም ብቻ ያያሉ።",
    logoSaved: "አርማው ተቀምጧል።",
    logoRemoved: "አርማው ተወግዷል።",
    logoFaults: {
      kind: "ይህ PNG፣ JPEG ወይም WebP ምስል አይደለም።",
      size: "ምስሉ ከ512 KiB ይበልጣል።",
      sides: "ምስሉ በወርድ ወይም በቁመት ከ4,096 ፒክሰል ይበልጣል።",
      broken: "ምስሉ ሊነበብ አይችልም።",
    },
    data: "መረጃዎ",
    dataText:
      "ስለ መለያው የተቀመጠው ሁሉ በአንድ ፋይል ሊሰጥዎ ይችላል፦ ጥያቄዎች፣ ውጤቶች፣ የተጠየቁ ክፍያዎች፣ የተቀመጡ ሂሳቦችና የክንውን መዝገብ። አገልግሎቱን የሚያስተዳድረውን አካል ይጠይቁ።",
    eraseText: "መለያውን መደምሰስ የሚችለውም ይኸው አካል ነው። መረጃው በወጣ ቁጥር በክንውን መዝገብ ያያሉ።",
    toAudit: "የክንውን መዝገብ",
  },
});

export type ProfileTexts = (typeof profileTexts)["en"];
