import type { DecisionReason, ResultDecision } from "@receipts/contracts";
import { both, type PageLanguage, type Texts } from "./texts.ts";

/** Whether a shop should deliver. */
export const decisionWords = {
  accept: both("Deliver", "ያስረክቡ"),
  wait: both("Wait", "ይጠብቁ"),
  review: both("Review first", "መጀመሪያ ይመልከቱ"),
  reject: both("Do not deliver", "አያስረክቡ"),
} satisfies Record<NonNullable<ResultDecision["decision"]>, Texts<string>>;

/** Why, as a clause that follows a colon. The till says instead what its cashier does next. */
export const reasonTexts = {
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
  receiver_ambiguous: both("several of your accounts match the receiver", "ተቀባዩ ከአንድ በላይ ከሆኑ ሒሳቦችዎ ጋር ይጣጣማል"),
  amount_unknown: both("the receipt does not show the amount", "ደረሰኙ የገንዘቡን መጠን አያሳይም"),
  bank_unavailable: both("the bank does not respond", "ባንኩ መልስ አይሰጥም"),
  document_not_recognized: both("the bank's answer could not be read", "የባንኩ መልስ ሊነበብ አልቻለም"),
  deadline_exceeded: both("the bank did not respond in time", "ባንኩ በጊዜው አልመለሰም"),
  not_booked_yet: both("the bank does not have this payment yet", "ባንኩ ይህን ክፍያ ገና አልመዘገበውም"),
  paid_long_ago: both("the payment was made long ago", "ክፍያው ከተፈጸመ ቆይቷል"),
  rejected_by_person: both("a person rejected it", "ሰው አይቶ ውድቅ አድርጎታል"),
} satisfies Record<DecisionReason, Texts<string>>;

/** The reason on its own. */
export function reasonSentence(reason: DecisionReason, language: PageLanguage): string {
  const clause = reasonTexts[reason][language];
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${sentenceEnd[language]}`;
}

const sentenceEnd = both(".", "።");
