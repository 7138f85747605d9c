/**
 * Words that lead to a section although its text lacks them. The guides are in English, so a row lists the Amharic words
 * that integrators type. To add a word, put it into the row of the section that explains it, or add a row with the page and
 * anchor of a link. Letters that sound alike, such as ሰ and ሠ, are the same to search, and the prefixes የ, በ, ለ and ከ are ignored.
 */
export const searchWords: Readonly<Record<string, string>> = {
  index: "መመሪያ ሰነድ ማብራሪያ",
  "index#banks": "ባንክ ባንኮች suffix",
  "quick-start": "ጅምር መጀመሪያ install setup",
  "quick-start#2-take-the-keys": "ቁልፍ",
  "quick-start#4-see-it-in-the-dashboard": "ዳሽቦርድ",
  "verify-and-wait": "ደረሰኝ ማረጋገጥ ማረጋገጫ ክፍያ",
  "verify-and-wait#what-to-send": "suffix መለያ",
  "verify-and-wait#how-long-to-wait": "መጠበቅ timeout",
  "verify-and-wait#how-to-read-the-verdict": "ውጤት ውሳኔ",
  "poll-stream-webhook": "ሁኔታ መከታተል",
  "sms-and-links": "መልእክት ኤስኤምኤስ ሊንክ",
  "settlement-match": "ሒሳብ ተቀባይ አካውንት",
  "settlement-match#decide-about-delivery": "ማስረከብ ውሳኔ",
  "confirmation-history": "ድጋሚ ታሪክ duplicate",
  idempotency: "መድገም ሙከራ retry",
  webhooks: "ዌብሁክ ማሳወቂያ",
  "webhooks#signatures": "ፊርማ signature HMAC",
  "webhooks#rotate-the-secret": "ሚስጥር",
  deposits: "ተቀማጭ ክፍያ መቀበል checkout",
  "deposits#states": "ሁኔታ",
  "deposits#decide-about-a-doubtful-receipt": "ጥርጣሬ ግምገማ review",
  sandbox: "ሙከራ መሞከሪያ ማጠሪያ",
  keys: "ቁልፍ ቁልፎች ፈቃድ",
  errors: "ስህተት ስህተቶች",
  "errors#idempotency_conflict": "409 conflict",
  "errors#credits_exhausted": "ክሬዲት",
  limits: "ገደብ ገደቦች quota",
  versions: "ስሪት ለውጥ deprecation",
};
