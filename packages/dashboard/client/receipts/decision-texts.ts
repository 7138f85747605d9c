import type { DecisionReason } from "@receipts/contracts";
import { textsOf } from "../language/language.ts";

/** The one question of a shop, and why it is answered so. */
export const decisionTexts = textsOf({
  en: {
    decisions: { accept: "Hand over", review: "Look first", reject: "Do not hand over" },
    /** After a colon, so in small letters. */
    reasons: {
      not_verified: "the bank does not confirm this payment",
      wrong_receiver: "the money went to another account",
      amount_too_low: "less was paid than expected",
      paid_too_early: "the payment is too old",
      already_confirmed: "already used before",
      receiver_not_proven: "the receipt does not prove that the money went to you",
      receiver_not_checked: "there is no account to compare the receiver with",
      receiver_ambiguous: "several of your accounts fit the receiver",
      amount_unknown: "the receipt does not show the amount",
    } satisfies Record<DecisionReason, string>,
    /** `already_confirmed` where it is known how often. */
    usedBefore: (times: number, first: string) =>
      `already used ${times === 1 ? "once" : `${times} times`}, first on ${first}`,
    also: "Also",
  },
  am: {
    decisions: { accept: "ያስረክቡ", review: "መጀመሪያ ይመልከቱ", reject: "አያስረክቡ" },
    reasons: {
      not_verified: "ባንኩ ይህን ክፍያ አላረጋገጠም",
      wrong_receiver: "ገንዘቡ የተላከው ወደ ሌላ ሂሳብ ነው",
      amount_too_low: "የተከፈለው ከሚጠበቀው ያነሰ ነው",
      paid_too_early: "ክፍያው የቆየ ነው",
      already_confirmed: "ከዚህ በፊት ጥቅም ላይ ውሏል",
      receiver_not_proven: "ገንዘቡ ለእርስዎ መድረሱ ከደረሰኙ በእርግጠኝነት አይታወቅም",
      receiver_not_checked: "ተቀባዩን የሚያመሳክሩበት ሂሳብ የለም",
      receiver_ambiguous: "ተቀባዩ ከአንድ በላይ ከሆኑ ሂሳቦችዎ ጋር ይጣጣማል",
      amount_unknown: "ደረሰኙ የገንዘቡን መጠን አያሳይም",
    },
    usedBefore: (times, first) => `ከዚህ በፊት ${times} ጊዜ ጥቅም ላይ ውሏል፤ መጀመሪያ ${first}`,
    also: "በተጨማሪም",
  },
});

export type DecisionTexts = (typeof decisionTexts)["en"];
