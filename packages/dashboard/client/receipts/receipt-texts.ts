import type { VerificationResult } from "@receipts/contracts";
import { textsOf } from "../language/language.ts";

type Match = VerificationResult["settlementAccountMatch"];

/** What is said of a verdict, wherever one is shown. */
export const receiptTexts = textsOf({
  en: {
    title: "Verdict",
    meaning: {
      success: "The receipt is genuine and the payment was completed.",
      failed: "The payment failed or was reversed, or the suffix or phone does not belong to it.",
      not_found: "The bank knows no such receipt.",
      pending: "The bank has not answered yet.",
    } satisfies Record<VerificationResult["status"], string>,
    noVerdict: "No verdict could be had. The credit has been given back.",
    from: "From",
    to: "To",
    toAccount: "To account",
    paidAt: "Paid",
    reference: "Transaction number",
    match: "Settlement account",
    words: { good: "Matches", warn: "Not certain", bad: "Does not match" },
    proofs: {
      account: "The receipt shows the whole number.",
      opened: "The last digits of your account open the receipt at the bank.",
      mask_and_name: "The receiver's name fits too.",
      mask_only: "The receiver's name does not, and another account can end in the same digits.",
      none: "",
    } satisfies Record<NonNullable<Match["proof"]>, string>,
    reasons: {
      receiver_account_exact_match: "The receiver's account is one of yours.",
      receiver_mask_matches_visible_digits: "The visible digits of the receiver's account fit one of yours.",
      receiver_suffix_matches: "The receiver's account ends one of yours.",
      no_registered_accounts: "You have saved no account at this bank, and none was sent with the request.",
      missing_receiver_account: "The receipt names no account of the receiver.",
      candidate_account_mismatch: "The receiver's account is none of yours.",
      ambiguous_registered_accounts: "The visible digits fit several of your accounts.",
      verification_not_successful: "Compared only when the receipt is verified.",
    } satisfies Record<Match["reason"], string>,
    confirmation: "Confirmation",
    first: "First time: your account has not confirmed this receipt before.",
    before: (count: number, time: string) =>
      `Confirmed ${count} ${count === 1 ? "time" : "times"} by your account, first on ${time}. Do not deliver twice for one payment.`,
    neverConfirmed: "Never confirmed by your account.",
    unknown: "not told",
    took: "Took",
  },
  am: {
    title: "ውጤት",
    meaning: {
      success: "ደረሰኙ ትክክለኛ ነው፤ ክፍያውም ተጠናቋል።",
      failed: "ክፍያው አልተሳካም ወይም ተመልሷል፤ ወይም የሂሳብ አሃዞቹ ወይም ስልክ ቁጥሩ የክፍያው አይደሉም።",
      not_found: "ባንኩ ይህን ደረሰኝ አላገኘውም።",
      pending: "ባንኩ ገና አልመለሰም።",
    },
    noVerdict: "ውጤት ማግኘት አልተቻለም። ክሬዲቱ ተመልሷል።",
    from: "ከፋይ",
    to: "ተቀባይ",
    toAccount: "የተቀባይ ሂሳብ",
    paidAt: "የተከፈለበት ጊዜ",
    reference: "የግብይት ቁጥር",
    match: "የመቀበያ ሂሳብ",
    words: { good: "ይጣጣማል", warn: "በእርግጠኝነት አይታወቅም", bad: "አይጣጣምም" },
    proofs: {
      account: "ደረሰኙ ሙሉውን ቁጥር ያሳያል።",
      opened: "የሂሳብዎ የመጨረሻ ቁጥሮች ደረሰኙን በባንኩ ይከፍቱታል።",
      mask_and_name: "የተቀባዩ ስምም ይጣጣማል።",
      mask_only: "የተቀባዩ ስም ግን አይጣጣምም፤ በተመሳሳይ አሃዞች የሚያልቅ ሌላ ሂሳብ ሊኖር ይችላል።",
      none: "",
    },
    reasons: {
      receiver_account_exact_match: "የተቀባዩ ሂሳብ ከእርስዎ ሂሳቦች አንዱ ነው።",
      receiver_mask_matches_visible_digits: "የሚታዩት የተቀባዩ ሂሳብ አሃዞች ከእርስዎ ሂሳቦች ከአንዱ ጋር ይጣጣማሉ።",
      receiver_suffix_matches: "የተቀባዩ ሂሳብ አሃዞች ከእርስዎ ሂሳቦች የአንዱ መጨረሻ ናቸው።",
      no_registered_accounts: "በዚህ ባንክ ያስቀመጡት ሂሳብ የለም፤ ከጥያቄውም ጋር አልተላከም።",
      missing_receiver_account: "ደረሰኙ የተቀባዩን ሂሳብ አይገልጽም።",
      candidate_account_mismatch: "የተቀባዩ ሂሳብ ከእርስዎ ሂሳቦች አንዱ አይደለም።",
      ambiguous_registered_accounts: "የሚታዩት አሃዞች ከአንድ በላይ ከሆኑ ሂሳቦችዎ ጋር ይጣጣማሉ።",
      verification_not_successful: "የሚመሳከረው ደረሰኙ ሲረጋገጥ ብቻ ነው።",
    },
    confirmation: "ማረጋገጫ",
    first: "ለመጀመሪያ ጊዜ፦ መለያዎ ይህን ደረሰኝ ከዚህ በፊት አላረጋገጠም።",
    before: (count, time) => `በመለያዎ ${count} ጊዜ ተረጋግጧል፤ መጀመሪያ ${time}። ለአንድ ክፍያ ሁለት ጊዜ አያስረክቡ።`,
    neverConfirmed: "በመለያዎ ተረጋግጦ አያውቅም።",
    unknown: "አልተገለጸም",
    took: "የፈጀው ጊዜ",
  },
});

export type ReceiptTexts = (typeof receiptTexts)["en"];
