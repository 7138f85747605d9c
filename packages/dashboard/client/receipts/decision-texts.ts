import { decisionWords, reasonTexts } from "@receipts/web-pages/decision-texts";
import { both, textsOf } from "@receipts/web-pages/texts";

/** Whether a shop should deliver, with the reasons. */
export const decisionTexts = textsOf({
  decisions: decisionWords,
  reasons: reasonTexts,
  /** For `already_confirmed` with a known count. */
  usedBefore: both(
    (times: number, first: string) =>
      `already used ${times === 1 ? "once" : `${times} times`}, first on ${first}`,
    (times, first) => `ከዚህ በፊት ${times} ጊዜ ጥቅም ላይ ውሏል፤ መጀመሪያ ${first}`,
  ),
  /** `time` is of the day, or with the day. */
  resolved: both(
    {
      accept: (by: string, time: string) => `Accepted by ${by}, ${time}`,
      reject: (by: string, time: string) => `Rejected by ${by}, ${time}`,
    },
    {
      accept: (by, time) => `በ${by} ተቀባይነት አግኝቷል፣ ${time}`,
      reject: (by, time) => `በ${by} ውድቅ ተደርጓል፣ ${time}`,
    },
  ),
  paid: both(
    (at: string, age: string) => `Paid on ${at} (${age})`,
    (at, age) => `የተከፈለው ${at} (${age})`,
  ),
  aPerson: both("a person", "ሰው"),
  also: both("Also", "በተጨማሪም"),
});
