import { both, type Texts, textsOf } from "../../language/language.ts";
import type { LogoFault } from "./logo-file.ts";

export const profileTexts = textsOf({
  title: both("Profile", "መገለጫ"),
  names: both("Names", "ስሞች"),
  businessName: both("Business name", "የድርጅቱ ስም"),
  businessHint: both("Payers see it on the checkout page.", "ከፋዮች በክፍያ ገጹ ላይ ያዩታል።"),
  since: both("Account since", "መለያው የተከፈተው"),
  days: both("Days and dates", "ቀንና ሰዓት"),
  timeZone: both("Time zone", "የሰዓት ሰቅ"),
  calendar: both("Calendar", "የቀን መቁጠሪያ"),
  calendars: both(
    { gregorian: "Gregorian", ethiopian: "Ethiopian" },
    { gregorian: "የአውሮፓ", ethiopian: "የኢትዮጵያ" },
  ),
  saveDays: both("Save days", "አቆጣጠሩን አስቀምጥ"),
  daysHint: both(
    "Times on these pages, the days of filters and the months of Home.",
    "በእነዚህ ገጾች ላይ ያሉ ሰዓቶች፣ የማጣሪያዎች ቀናትና የመነሻ ገጹ ወራት።",
  ),
  logo: both("Logo", "አርማ"),
  logoHint: both(
    "Payers see it on the checkout page. PNG, JPEG or WebP, at most 512 KiB and 4,096 pixels per side.",
    "ከፋዮች በክፍያ ገጹ ላይ የሚያዩት። PNG፣ JPEG ወይም WebP፤ ቢበዛ 512 KiB እና በየጎኑ 4,096 ፒክሰል።",
  ),
  noLogo: both("No logo yet.", "እስካሁን አርማ የለም።"),
  logoNow: both("Your logo", "አርማዎ"),
  logoNew: both("New logo", "አዲሱ አርማ"),
  chooseLogo: both("Choose image", "ምስል ይምረጡ"),
  saveLogo: both("Use this image", "ይህን ምስል ተጠቀም"),
  removeLogo: both("Remove logo", "አርማውን አስወግድ"),
  removeLogoEffect: both("Payers then see only the business name.", "ከፋዮች የድርጅቱን ስም ብቻ ያያሉ።"),
  logoSaved: both("Logo saved.", "አርማው ተቀምጧል።"),
  logoRemoved: both("Logo removed.", "አርማው ተወግዷል።"),
  logoFaults: {
    kind: both("Use a PNG, JPEG or WebP image.", "PNG፣ JPEG ወይም WebP ምስል ይጠቀሙ።"),
    size: both("The image is larger than 512 KiB. Use a smaller one.", "ምስሉ ከ512 KiB ይበልጣል። ያነሰ ምስል ይጠቀሙ።"),
    sides: both(
      "The image is over 4,096 pixels wide or high. Use a smaller one.",
      "ምስሉ በወርድ ወይም በቁመት ከ4,096 ፒክሰል ይበልጣል። ያነሰ ምስል ይጠቀሙ።",
    ),
    broken: both("We cannot read this image. Use another one.", "ምስሉ ሊነበብ አይችልም። ሌላ ምስል ይጠቀሙ።"),
  } satisfies Record<LogoFault | "sides" | "broken", Texts<string>>,
  data: both("Your data", "መረጃዎ"),
  dataText: both(
    "The operator can export all data of the account as one file: requests, verdicts, deposits, saved accounts and the audit log. Ask the operator for an export.",
    "ስለ መለያው የተቀመጠው ሁሉ በአንድ ፋይል ሊሰጥዎ ይችላል፦ ጥያቄዎች፣ ውጤቶች፣ የተጠየቁ ክፍያዎች፣ የተቀመጡ ሒሳቦችና የክንውን መዝገብ። አገልግሎቱን የሚያስተዳድረውን አካል ይጠይቁ።",
  ),
  eraseText: both(
    "The operator can also erase the account. The audit log shows each export.",
    "መለያውን መደምሰስ የሚችለውም ይኸው አካል ነው። መረጃው በወጣ ቁጥር በክንውን መዝገብ ያያሉ።",
  ),
  toAudit: both("Audit log", "የክንውን መዝገብ"),
});
