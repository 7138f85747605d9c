import { both, textsOf } from "../../language/language.ts";

export const apiKeysTexts = textsOf({
  title: both("API keys", "የኤፒአይ ቁልፎች"),
  intro: both(
    "Your servers send one of these with every call of the verification API.",
    "ሰርቨሮችዎ ወደ ማረጋገጫ ኤፒአይ በሚልኩት እያንዳንዱ ጥያቄ ከእነዚህ አንዱን ይልካሉ።",
  ),
  docs: both("How to keep keys", "ቁልፎች እንዴት እንደሚጠበቁ"),
  none: both("No API key yet", "እስካሁን የኤፒአይ ቁልፍ የለም"),
  noneTodo: both(
    "Make one for each program that verifies receipts, with no more permissions than it needs.",
    "ደረሰኝ ለሚያረጋግጥ ለእያንዳንዱ ፕሮግራም አንድ ቁልፍ ይፍጠሩ፤ ከሚያስፈልገው በላይ ፈቃድ አይስጡት።",
  ),
  grants: both("Permissions", "ፈቃዶች"),
  grantNames: {
    "verification:write": both(
      "Verify receipts and send webhooks again (verification:write)",
      "ደረሰኝ ማረጋገጥና ዌብሁክ እንደገና መላክ (verification:write)",
    ),
    "verification:read": both(
      "Read requests and saved accounts (verification:read)",
      "ጥያቄዎችንና የተቀመጡ ሂሳቦችን ማንበብ (verification:read)",
    ),
    "metrics:read": both("Read metrics and reports (metrics:read)", "መለኪያዎችንና ሪፖርቶችን ማንበብ (metrics:read)"),
    "uptime:read": both("Read the uptime of the banks (uptime:read)", "የባንኮችን ሁኔታ ማንበብ (uptime:read)"),
  },
});
