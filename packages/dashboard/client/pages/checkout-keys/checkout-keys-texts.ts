import type { CheckoutScope } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";
import { checkoutKeysPlace } from "../../keys/key-places.ts";

export const checkoutKeysTexts = textsOf({
  title: checkoutKeysPlace.title,
  intro: both(
    "Your shop's server sends a checkout key to create deposits and read their status.",
    "የሱቅዎ ሰርቨር ክፍያ ለመጠየቅና ውጤቱን ለማንበብ ከእነዚህ አንዱን ይልካል።",
  ),
  docs: both("How deposits work", "የተጠየቁ ክፍያዎች እንዴት እንደሚሠሩ"),
  none: both("No checkout key yet", "እስካሁን የክፍያ ገጽ ቁልፍ የለም"),
  noneTodo: both(
    "Create one for each shop. Never put it in a browser, an app or a checkout link.",
    "ለእያንዳንዱ ሱቅ አንድ ይፍጠሩ። በብራውዘር፣ በመተግበሪያ ወይም በክፍያ ሊንክ ውስጥ በፍጹም መግባት የለበትም።",
  ),
  grants: both("Scopes", "ፈቃዶች"),
  grantNames: {
    "deposits:write": both("Create and cancel deposits (deposits:write)", "ክፍያ መጠየቅና መሰረዝ (deposits:write)"),
    "deposits:read": both("Read deposits (deposits:read)", "የተጠየቁ ክፍያዎችን ማንበብ (deposits:read)"),
    "deposits:resolve": both(
      "Decide about receipts in review, as an owner or a manager (deposits:resolve)",
      "ስለሚመረመሩ ደረሰኞች መወሰን፣ ለባለቤትና ለሥራ አስኪያጅ (deposits:resolve)",
    ),
    "events:read": both("Read events (events:read)", "ሁነቶችን ማንበብ (events:read)"),
    "webhooks:write": both(
      "Manage webhook endpoints, test and resend (webhooks:write)",
      "የዌብሁክ አድራሻዎችን ማስተዳደር፣ መሞከርና እንደገና መላክ (webhooks:write)",
    ),
    "webhooks:read": both(
      "Read webhook endpoints and deliveries (webhooks:read)",
      "የዌብሁክ አድራሻዎችንና የተላኩትን ማንበብ (webhooks:read)",
    ),
  } satisfies Record<CheckoutScope, Texts<string>>,
});
