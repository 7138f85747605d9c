import { both, type Texts, textsOf } from "../../language/language.ts";
import type { LogoFault } from "./logo-file.ts";

export const profileTexts = textsOf({
  title: both("Profile", "መገለጫ"),
  names: both("Names", "ስሞች"),
  businessName: both("Business name", "የድርጅቱ ስም"),
  businessHint: both("Payers see it on the checkout page.", "ከፋዮች በክፍያ ገጹ ላይ ያዩታል።"),
  since: both("Account since", "መለያው የተከፈተው"),
  logo: both("Logo", "አርማ"),
  logoHint: both(
    "Shown to payers on the checkout page. PNG, JPEG or WebP, 512 KiB and 4,096 pixels a side at most.",
    "ከፋዮች በክፍያ ገጹ ላይ የሚያዩት። PNG፣ JPEG ወይም WebP፤ ቢበዛ 512 KiB እና በየጎኑ 4,096 ፒክሰል።",
  ),
  noLogo: both("There is no logo yet.", "እስካሁን አርማ የለም።"),
  logoNow: both("Your logo", "አርማዎ"),
  logoNew: both("The new logo", "አዲሱ አርማ"),
  chooseLogo: both("Choose a picture", "ምስል ይምረጡ"),
  saveLogo: both("Use this picture", "ይህን ምስል ተጠቀም"),
  removeLogo: both("Remove the logo", "አርማውን አስወግድ"),
  removeLogoEffect: both("Payers see the name of the business alone.", "ከፋዮች የድርጅቱን ስም ብቻ ያያሉ።"),
  logoSaved: both("The logo is saved.", "አርማው ተቀምጧል።"),
  logoRemoved: both("The logo is removed.", "አርማው ተወግዷል።"),
  logoFaults: {
    kind: both("This is no PNG, JPEG or WebP picture.", "ይህ PNG፣ JPEG ወይም WebP ምስል አይደለም።"),
    size: both("The picture has more than 512 KiB.", "ምስሉ ከ512 KiB ይበልጣል።"),
    sides: both(
      "The picture is more than 4,096 pixels wide or high.",
      "ምስሉ በወርድ ወይም በቁመት ከ4,096 ፒክሰል ይበልጣል።",
    ),
    broken: both("The picture cannot be read.", "ምስሉ ሊነበብ አይችልም።"),
  } satisfies Record<LogoFault | "sides" | "broken", Texts<string>>,
  data: both("Your data", "መረጃዎ"),
  dataText: both(
    "Everything that is kept of the account can be handed out as one file: requests, verdicts, deposits, saved accounts, the audit log. Ask whoever operates this service for an export.",
    "ስለ መለያው የተቀመጠው ሁሉ በአንድ ፋይል ሊሰጥዎ ይችላል፦ ጥያቄዎች፣ ውጤቶች፣ የተጠየቁ ክፍያዎች፣ የተቀመጡ ሂሳቦችና የክንውን መዝገብ። አገልግሎቱን የሚያስተዳድረውን አካል ይጠይቁ።",
  ),
  eraseText: both(
    "The same person can erase the account. The audit log tells you of each export.",
    "መለያውን መደምሰስ የሚችለውም ይኸው አካል ነው። መረጃው በወጣ ቁጥር በክንውን መዝገብ ያያሉ።",
  ),
  toAudit: both("Audit log", "የክንውን መዝገብ"),
});
