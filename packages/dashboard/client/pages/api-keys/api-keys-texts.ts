import { textsOf } from "../../language/language.ts";

export const permissionChoices = [
  "verification:write",
  "verification:read",
  "metrics:read",
  "uptime:read",
] as const;

export const apiKeysTexts = textsOf({
  en: {
    title: "API keys",
    intro: "Your servers send one of these with every call of the verification API.",
    docs: "How to keep keys",
    none: "No API key yet",
    noneTodo: "Make one for each program that verifies receipts, with no more permissions than it needs.",
    grants: "Permissions",
    grantsHint: "Give no more than what the key is for.",
    permissions: {
      "verification:write": "Verify receipts and send webhooks again (verification:write)",
      "verification:read": "Read requests and saved accounts (verification:read)",
      "metrics:read": "Read metrics and reports (metrics:read)",
      "uptime:read": "Read the uptime of the banks (uptime:read)",
    } satisfies Record<(typeof permissionChoices)[number], string>,
  },
  am: {
    title: "የኤፒአይ ቁልፎች",
    intro: "ሰርቨሮችዎ ወደ ማረጋገጫ ኤፒአይ በሚልኩት እያንዳንዱ ጥያቄ ከእነዚህ አንዱን ይልካሉ።",
    docs: "ቁልፎች እንዴት እንደሚጠበቁ",
    none: "እስካሁን የኤፒአይ ቁልፍ የለም",
    noneTodo: "ደረሰኝ ለሚያረጋግጥ ለእያንዳንዱ ፕሮግራም አንድ ቁልፍ ይፍጠሩ፤ ከሚያስፈልገው በላይ ፈቃድ አይስጡት።",
    grants: "ፈቃዶች",
    grantsHint: "ቁልፉ ከሚያስፈልገው በላይ ፈቃድ አይስጡ።",
    permissions: {
      "verification:write": "ደረሰኝ ማረጋገጥና ዌብሁክ እንደገና መላክ (verification:write)",
      "verification:read": "ጥያቄዎችንና የተቀመጡ ሂሳቦችን ማንበብ (verification:read)",
      "metrics:read": "መለኪያዎችንና ሪፖርቶችን ማንበብ (metrics:read)",
      "uptime:read": "የባንኮችን ሁኔታ ማንበብ (uptime:read)",
    },
  },
});
