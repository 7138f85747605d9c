import type { DecisionReason } from "@receipts/contracts";
import { both, type Texts, textsOf } from "../language/language.ts";

/** Whether a shop should deliver, with the reasons. */
export const decisionTexts = textsOf({
  decisions: both(
    { accept: "Deliver", wait: "Wait", review: "Review first", reject: "Do not deliver" },
    { accept: "ያስረክቡ", wait: "ይጠብቁ", review: "መጀመሪያ ይመልከቱ", reject: "አያስረክቡ" },
  ),
  /** Lower case: they follow a colon. */
  reasons: {
    not_verified: both("the bank does not confirm this payment", "ባንኩ ይህን ክፍያ አላረጋገጠም"),
    not_a_payment_to_merchant: both("this is no payment to a shop", "ይህ ለሱቅ የተከፈለ ክፍያ አይደለም"),
    wrong_receiver: both("the money went to another account", "ገንዘቡ የተላከው ወደ ሌላ ሒሳብ ነው"),
    amount_too_low: both("the payment is less than expected", "የተከፈለው ከሚጠበቀው ያነሰ ነው"),
    paid_too_early: both("the payment is too old", "ክፍያው የቆየ ነው"),
    already_confirmed: both("already used", "ከዚህ በፊት ጥቅም ላይ ውሏል"),
    held_for_deposit: both(
      "a deposit holds this receipt until a person decides",
      "ደረሰኙ ለአንድ የክፍያ ጥያቄ ተይዞ የሰው ውሳኔ ይጠብቃል",
    ),
    receiver_not_proven: both(
      "the receipt does not prove that the money went to you",
      "ገንዘቡ ለእርስዎ መድረሱ ከደረሰኙ በእርግጠኝነት አይታወቅም",
    ),
    receiver_not_checked: both("no account to compare the receiver with", "ተቀባዩን የሚያመሳክሩበት ሒሳብ የለም"),
    receiver_ambiguous: both(
      "several of your accounts match the receiver",
      "ተቀባዩ ከአንድ በላይ ከሆኑ ሒሳቦችዎ ጋር ይጣጣማል",
    ),
    amount_unknown: both("the receipt does not show the amount", "ደረሰኙ የገንዘቡን መጠን አያሳይም"),
    bank_unavailable: both("the bank does not respond", "ባንኩ መልስ አይሰጥም"),
    document_not_recognized: both("the bank's answer could not be read", "የባንኩ መልስ ሊነበብ አልቻለም"),
    deadline_exceeded: both("the bank did not respond in time", "ባንኩ በጊዜው አልመለሰም"),
    not_booked_yet: both("the bank does not have it yet", "ባንኩ ገና አልመዘገበውም"),
    paid_long_ago: both("the payment was made long ago", "ክፍያው ከተፈጸመ ቆይቷል"),
    rejected_by_person: both("a person rejected it", "ሰው አይቶ ውድቅ አድርጎታል"),
  } satisfies Record<DecisionReason, Texts<string>>,
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
