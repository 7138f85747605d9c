import { both, textsOf } from "@receipts/web-pages/texts";
import { reviewsPlace } from "./reviews-place.ts";

export const reviewsTexts = textsOf({
  title: reviewsPlace.title,
  intro: both(
    "Genuine receipts that the service cannot decide about. Look into your account at the bank, then accept or reject.",
    "አገልግሎቱ ሊወስንባቸው የማይችል እውነተኛ ደረሰኞች። በባንክ ያለዎትን ሒሳብ ተመልክተው ይቀበሉ ወይም ውድቅ ያድርጉ።",
  ),
  none: both("Nothing to decide", "ውሳኔ የሚጠብቅ የለም"),
  noneTodo: both(
    "Receipts that a person must look at come here, from tills, your servers and checkout pages.",
    "ሰው ሊያያቸው የሚገቡ ደረሰኞች ከመሸጫ ቦታ፣ ከሰርቨሮችዎ እና ከክፍያ ገጾች ወደዚህ ይመጣሉ።",
  ),
  payer: both("Payer", "ከፋይ"),
  why: both("Why", "ምክንያት"),
  since: both("Waiting since", "የሚጠብቀው ከ"),
  decide: both("Decide", "ወስን"),
  order: both(
    (reference: string) => `Order ${reference}`,
    (reference) => `ትዕዛዝ ${reference}`,
  ),
});
