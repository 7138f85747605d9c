import { both, type Texts, textsOf } from "@receipts/web-pages/texts";
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
  clock: both("Clock", "የሰዓት አቆጣጠር"),
  clocks: both(
    { international: "24 hours, from midnight", ethiopian: "Ethiopian, from the morning" },
    { international: "የአውሮፓ (24 ሰዓት)", ethiopian: "የኢትዮጵያ (ከጠዋት ጀምሮ)" },
  ),
  saveDays: both("Save days", "አቆጣጠሩን አስቀምጥ"),
  daysHint: both(
    "Times on these pages, at tills, on the payment page and in mails, the days of filters and the months of Home.",
    "በእነዚህ ገጾች፣ በመሸጫ ቦታ፣ በክፍያ ገጹና በኢሜይል ያሉ ሰዓቶች፣ የማጣሪያዎች ቀናትና የመነሻ ገጹ ወራት።",
  ),
  oldPayments: both("Old payments", "የቆዩ ክፍያዎች"),
  oldPaymentsHint: both(
    "At tills and on these pages, an older payment waits for a decision of an owner or a manager.",
    "በመሸጫ ቦታና በእነዚህ ገጾች፣ ከዚህ የቆየ ክፍያ የባለቤት ወይም የሥራ አስኪያጅ ውሳኔ ይጠብቃል።",
  ),
  lastEvening: both(
    (time: string) => `Made before ${time} of the day before`,
    (time) => `ከትናንት ${time} በፊት የተፈጸመ`,
  ),
  hoursOld: both(
    (hours: number) =>
      hours % 24 === 0 && hours > 24
        ? `Made more than ${hours / 24} days ago`
        : `Made more than ${hours} hours ago`,
    (hours) => (hours % 24 === 0 && hours > 24 ? `ከ${hours / 24} ቀናት በፊት የተፈጸመ` : `ከ${hours} ሰዓታት በፊት የተፈጸመ`),
  ),
  neverOld: both("No payment is old", "የቆየ የሚባል ክፍያ የለም"),
  summaryMail: both("Daily summary by mail", "የቀኑ ማጠቃለያ በኢሜይል"),
  summaryMailHint: both(
    (email: string) => `The payments of the last 24 hours, each day to ${email}. Only you get it.`,
    (email) => `ያለፉት 24 ሰዓታት ክፍያዎች፣ በየቀኑ ወደ ${email}። የሚደርሰው ለእርስዎ ብቻ ነው።`,
  ),
  noSummary: both("None", "አይላክ"),
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
    "One file has all data of the account, without secrets: requests, verdicts, deposits, saved accounts and the audit log.",
    "አንድ ፋይል የመለያውን መረጃ ሁሉ ከምስጢሮች በስተቀር ይዟል፦ ጥያቄዎች፣ ውጤቶች፣ የተጠየቁ ክፍያዎች፣ የተቀመጡ ሒሳቦችና የክንውን መዝገብ።",
  ),
  download: both("Download your data", "መረጃዎን ያውርዱ"),
  close: both("Close the account", "መለያውን ይዝጉ"),
  closeText: both(
    "All access ends at once: keys, sessions and tills. The data is erased after 30 days; records of money stay without names. Until then the operator can open the account again.",
    "ቁልፎች፣ ክፍት መግቢያዎችና የሽያጭ መሣሪያዎች ወዲያውኑ ይዘጋሉ። መረጃው ከ30 ቀናት በኋላ ይደመሰሳል፤ የገንዘብ መዝገቦች ግን ያለ ስም ይቆያሉ። እስከዚያ ድረስ የአገልግሎቱ አስተዳዳሪ መለያውን እንደገና መክፈት ይችላል።",
  ),
  closeEmail: both("Email of the account, to confirm", "ለማረጋገጥ የመለያው ኢሜይል"),
  toPrivacy: both("Privacy: the stored data", "ግላዊነት፦ የሚቀመጠው መረጃ"),
  toAudit: both("Audit log", "የክንውን መዝገብ"),
});
