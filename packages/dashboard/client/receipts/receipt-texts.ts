import type { VerificationResult } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

type Match = VerificationResult["settlementAccountMatch"];

/** Texts for verdicts, on all pages. */
export const receiptTexts = textsOf({
  title: both("Verdict", "ውጤት"),
  meaning: {
    success: both("The receipt is genuine and the payment was completed.", "ደረሰኙ ትክክለኛ ነው፤ ክፍያውም ተጠናቋል።"),
    failed: both(
      "The payment failed or was reversed, or the suffix or phone does not match it.",
      "ክፍያው አልተሳካም ወይም ተመልሷል፤ ወይም የሒሳብ አሃዞቹ ወይም ስልክ ቁጥሩ የክፍያው አይደሉም።",
    ),
    not_found: both("The bank did not find this receipt.", "ባንኩ ይህን ደረሰኝ አላገኘውም።"),
    pending: both("The bank has not responded yet.", "ባንኩ ገና አልመለሰም።"),
  } satisfies Record<VerificationResult["status"], Texts<string>>,
  checkLetters: both("Check the marked letters:", "ምልክት ያላቸውን ፊደላት ያረጋግጡ፦"),
  noVerdict: both("No verdict. Your credit was refunded.", "ውጤት ማግኘት አልተቻለም። ክሬዲቱ ተመልሷል።"),
  from: both("Payer", "ከፋይ"),
  to: both("Receiver", "ተቀባይ"),
  toAccount: both("Receiver account", "የተቀባይ ሒሳብ"),
  reference: both("Reference", "የግብይት ቁጥር"),
  match: both("Your bank account", "የእርስዎ የባንክ ሒሳብ"),
  words: both(
    { good: "Matches", warn: "Uncertain", bad: "Does not match" },
    { good: "ይጣጣማል", warn: "በእርግጠኝነት አይታወቅም", bad: "አይጣጣምም" },
  ),
  proofs: {
    account: both("The receipt shows the full number.", "ደረሰኙ ሙሉውን ቁጥር ያሳያል።"),
    opened: both(
      "The last digits of your account open the receipt at the bank.",
      "የሒሳብዎ የመጨረሻ ቁጥሮች ደረሰኙን በባንኩ ይከፍቱታል።",
    ),
    mask_and_name: both("The receiver's name matches too.", "የተቀባዩ ስምም ይጣጣማል።"),
    mask_only: both(
      "The receiver's name does not match, and another account can end in the same digits.",
      "የተቀባዩ ስም ግን አይጣጣምም፤ በተመሳሳይ አሃዞች የሚያልቅ ሌላ ሒሳብ ሊኖር ይችላል።",
    ),
    none: both("", ""),
  } satisfies Record<NonNullable<Match["proof"]>, Texts<string>>,
  reasons: {
    receiver_account_exact_match: both(
      "The receiver is one of your bank accounts.",
      "የተቀባዩ ሒሳብ ከእርስዎ ሒሳቦች አንዱ ነው።",
    ),
    receiver_mask_matches_visible_digits: both(
      "The visible digits match one of your bank accounts.",
      "የሚታዩት የተቀባዩ ሒሳብ አሃዞች ከእርስዎ ሒሳቦች ከአንዱ ጋር ይጣጣማሉ።",
    ),
    receiver_suffix_matches: both(
      "The receipt shows the last digits of one of your bank accounts.",
      "የተቀባዩ ሒሳብ አሃዞች ከእርስዎ ሒሳቦች የአንዱ መጨረሻ ናቸው።",
    ),
    no_registered_accounts: both(
      "You have saved no account at this bank, and the request sent none.",
      "በዚህ ባንክ ያስቀመጡት ሒሳብ የለም፤ ከጥያቄውም ጋር አልተላከም።",
    ),
    missing_receiver_account: both("The receipt shows no receiver account.", "ደረሰኙ የተቀባዩን ሒሳብ አይገልጽም።"),
    candidate_account_mismatch: both(
      "The receiver is not one of your bank accounts.",
      "የተቀባዩ ሒሳብ ከእርስዎ ሒሳቦች አንዱ አይደለም።",
    ),
    ambiguous_registered_accounts: both(
      "The visible digits match several of your accounts.",
      "የሚታዩት አሃዞች ከአንድ በላይ ከሆኑ ሒሳቦችዎ ጋር ይጣጣማሉ።",
    ),
    verification_not_successful: both("Compared only for verified receipts.", "የሚመሳከረው ደረሰኙ ሲረጋገጥ ብቻ ነው።"),
  } satisfies Record<Match["reason"], Texts<string>>,
  confirmation: both("Confirmation", "ማረጋገጫ"),
  first: both(
    "First confirmation of this receipt by your account.",
    "ለመጀመሪያ ጊዜ፦ መለያዎ ይህን ደረሰኝ ከዚህ በፊት አላረጋገጠም።",
  ),
  before: both(
    (count: number, time: string) =>
      `Confirmed ${count} ${count === 1 ? "time" : "times"} by your account, first on ${time}. Do not deliver twice for one payment.`,
    (count, time) => `በመለያዎ ${count} ጊዜ ተረጋግጧል፤ መጀመሪያ ${time}። ለአንድ ክፍያ ሁለት ጊዜ አያስረክቡ።`,
  ),
  neverConfirmed: both("Never confirmed by your account.", "በመለያዎ ተረጋግጦ አያውቅም።"),
  unknown: both("not provided", "አልተገለጸም"),
});
