import type { VerificationResult } from "@receipts/contracts";
import { both, type Texts, textsOf } from "../language/language.ts";

type Match = VerificationResult["settlementAccountMatch"];

/** What is said of a verdict, wherever one is shown. */
export const receiptTexts = textsOf({
  title: both("Verdict", "ውጤት"),
  meaning: {
    success: both("The receipt is genuine and the payment was completed.", "ደረሰኙ ትክክለኛ ነው፤ ክፍያውም ተጠናቋል።"),
    failed: both(
      "The payment failed or was reversed, or the suffix or phone does not belong to it.",
      "ክፍያው አልተሳካም ወይም ተመልሷል፤ ወይም የሂሳብ አሃዞቹ ወይም ስልክ ቁጥሩ የክፍያው አይደሉም።",
    ),
    not_found: both("The bank knows no such receipt.", "ባንኩ ይህን ደረሰኝ አላገኘውም።"),
    pending: both("The bank has not answered yet.", "ባንኩ ገና አልመለሰም።"),
  } satisfies Record<VerificationResult["status"], Texts<string>>,
  noVerdict: both("No verdict could be had. The credit has been given back.", "ውጤት ማግኘት አልተቻለም። ክሬዲቱ ተመልሷል።"),
  from: both("From", "ከፋይ"),
  to: both("To", "ተቀባይ"),
  toAccount: both("To account", "የተቀባይ ሂሳብ"),
  reference: both("Transaction number", "የግብይት ቁጥር"),
  match: both("Settlement account", "የመቀበያ ሂሳብ"),
  words: both(
    { good: "Matches", warn: "Not certain", bad: "Does not match" },
    { good: "ይጣጣማል", warn: "በእርግጠኝነት አይታወቅም", bad: "አይጣጣምም" },
  ),
  proofs: {
    account: both("The receipt shows the whole number.", "ደረሰኙ ሙሉውን ቁጥር ያሳያል።"),
    opened: both(
      "The last digits of your account open the receipt at the bank.",
      "የሂሳብዎ የመጨረሻ ቁጥሮች ደረሰኙን በባንኩ ይከፍቱታል።",
    ),
    mask_and_name: both("The receiver's name fits too.", "የተቀባዩ ስምም ይጣጣማል።"),
    mask_only: both(
      "The receiver's name does not, and another account can end in the same digits.",
      "የተቀባዩ ስም ግን አይጣጣምም፤ በተመሳሳይ አሃዞች የሚያልቅ ሌላ ሂሳብ ሊኖር ይችላል።",
    ),
    none: both("", ""),
  } satisfies Record<NonNullable<Match["proof"]>, Texts<string>>,
  reasons: {
    receiver_account_exact_match: both(
      "The receiver's account is one of yours.",
      "የተቀባዩ ሂሳብ ከእርስዎ ሂሳቦች አንዱ ነው።",
    ),
    receiver_mask_matches_visible_digits: both(
      "The visible digits of the receiver's account fit one of yours.",
      "የሚታዩት የተቀባዩ ሂሳብ አሃዞች ከእርስዎ ሂሳቦች ከአንዱ ጋር ይጣጣማሉ።",
    ),
    receiver_suffix_matches: both(
      "The receiver's account ends one of yours.",
      "የተቀባዩ ሂሳብ አሃዞች ከእርስዎ ሂሳቦች የአንዱ መጨረሻ ናቸው።",
    ),
    no_registered_accounts: both(
      "You have saved no account at this bank, and none was sent with the request.",
      "በዚህ ባንክ ያስቀመጡት ሂሳብ የለም፤ ከጥያቄውም ጋር አልተላከም።",
    ),
    missing_receiver_account: both(
      "The receipt names no account of the receiver.",
      "ደረሰኙ የተቀባዩን ሂሳብ አይገልጽም።",
    ),
    candidate_account_mismatch: both(
      "The receiver's account is none of yours.",
      "የተቀባዩ ሂሳብ ከእርስዎ ሂሳቦች አንዱ አይደለም።",
    ),
    ambiguous_registered_accounts: both(
      "The visible digits fit several of your accounts.",
      "የሚታዩት አሃዞች ከአንድ በላይ ከሆኑ ሂሳቦችዎ ጋር ይጣጣማሉ።",
    ),
    verification_not_successful: both(
      "Compared only when the receipt is verified.",
      "የሚመሳከረው ደረሰኙ ሲረጋገጥ ብቻ ነው።",
    ),
  } satisfies Record<Match["reason"], Texts<string>>,
  confirmation: both("Confirmation", "ማረጋገጫ"),
  first: both(
    "First time: your account has not confirmed this receipt before.",
    "ለመጀመሪያ ጊዜ፦ መለያዎ ይህን ደረሰኝ ከዚህ በፊት አላረጋገጠም።",
  ),
  before: both(
    (count: number, time: string) =>
      `Confirmed ${count} ${count === 1 ? "time" : "times"} by your account, first on ${time}. Do not deliver twice for one payment.`,
    (count, time) => `በመለያዎ ${count} ጊዜ ተረጋግጧል፤ መጀመሪያ ${time}። ለአንድ ክፍያ ሁለት ጊዜ አያስረክቡ።`,
  ),
  neverConfirmed: both("Never confirmed by your account.", "በመለያዎ ተረጋግጦ አያውቅም።"),
  unknown: both("not told", "አልተገለጸም"),
});
