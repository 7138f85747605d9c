import type { CheckoutScope } from "@receipts/contracts";
import { textsOf } from "../../language/language.ts";

export const checkoutKeysTexts = textsOf({
  en: {
    title: "Checkout keys",
    intro: "Your shop's server sends one of these to ask for deposits and to read what became of them.",
    docs: "How deposits work",
    none: "No checkout key yet",
    noneTodo: "Make one for each shop. It never belongs in a browser, an app or a checkout link.",
    grants: "Scopes",
    grantsHint: "Give no more than what the key is for.",
    scopes: {
      "deposits:write": "Make and cancel deposits (deposits:write)",
      "deposits:read": "Read deposits (deposits:read)",
      "events:read": "Read events (events:read)",
    } satisfies Record<CheckoutScope, string>,
  },
  am: {
    title: "የክፍያ ገጽ ቁልፎች",
    intro: "የሱቅዎ ሰርቨር ክፍያ ለመጠየቅና ውጤቱን ለማንበብ ከእነዚህ አንዱን ይልካል።",
    docs: "የተጠየቁ ክፍያዎች እንዴት እንደሚሠሩ",
    none: "እስካሁን የክፍያ ገጽ ቁልፍ የለም",
    noneTodo: "ለእያንዳንዱ ሱቅ አንድ ይፍጠሩ። በብራውዘር፣ በመተግበሪያ ወይም በክፍያ ሊንክ ውስጥ በፍጹም መግባት የለበትም።",
    grants: "ፈቃዶች",
    grantsHint: "ቁልፉ ከሚያስፈልገው በላይ ፈቃድ አይስጡ።",
    scopes: {
      "deposits:write": "ክፍያ መጠየቅና መሰረዝ (deposits:write)",
      "deposits:read": "የተጠየቁ ክፍያዎችን ማንበብ (deposits:read)",
      "events:read": "ሁነቶችን ማንበብ (events:read)",
    },
  },
});
