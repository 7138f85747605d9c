import { both, textsOf } from "@receipts/web-pages/texts";
import { apiKeysPlace } from "../../keys/key-places.ts";

export const apiKeysTexts = textsOf({
  title: apiKeysPlace.title,
  intro: both(
    "Your servers send an API key with every call to the verification API.",
    "ሰርቨሮችዎ ወደ ማረጋገጫ ኤፒአይ በሚልኩት እያንዳንዱ ጥያቄ ከእነዚህ አንዱን ይልካሉ።",
  ),
  docs: both("How to store keys", "ቁልፎች እንዴት እንደሚጠበቁ"),
  none: both("No API key yet", "እስካሁን የኤፒአይ ቁልፍ የለም"),
  noneTodo: both(
    "Create one for each program that verifies receipts. Grant only what it needs.",
    "ደረሰኝ ለሚያረጋግጥ ለእያንዳንዱ ፕሮግራም አንድ ቁልፍ ይፍጠሩ፤ ከሚያስፈልገው በላይ ፈቃድ አይስጡት።",
  ),
  grants: both("Permissions", "ፈቃዶች"),
  grantNames: {
    "verification:write": both(
      "Verify receipts and resend webhooks (verification:write)",
      "ደረሰኝ ማረጋገጥና ዌብሁክ እንደገና መላክ (verification:write)",
    ),
    "verification:read": both(
      "Read requests and saved accounts (verification:read)",
      "ጥያቄዎችንና የተቀመጡ ሒሳቦችን ማንበብ (verification:read)",
    ),
    "metrics:read": both("Read metrics and reports (metrics:read)", "መለኪያዎችንና ሪፖርቶችን ማንበብ (metrics:read)"),
    "uptime:read": both("Read bank uptime (uptime:read)", "የባንኮችን ሁኔታ ማንበብ (uptime:read)"),
    "webhooks:write": both(
      "Manage webhook endpoints, test and resend (webhooks:write)",
      "የዌብሁክ አድራሻዎችን ማስተዳደር፣ መሞከርና እንደገና መላክ (webhooks:write)",
    ),
    "webhooks:read": both(
      "Read webhook endpoints and deliveries (webhooks:read)",
      "የዌብሁክ አድራሻዎችንና የተላኩትን ማንበብ (webhooks:read)",
    ),
  },
});
