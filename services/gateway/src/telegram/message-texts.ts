import type { DecisionReason, ResultDecision } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages";

export type MessageKind =
  | "linked"
  | "unlinked"
  | "not_linked"
  | "already_linked"
  | "help"
  | "checking"
  | "verdict"
  | "refused"
  | "may_not_verify"
  | "no_credits"
  | "not_readable"
  | "bank_not_supported"
  | "busy"
  | "review_needed"
  | "receipt_reused"
  | "credits_low"
  | "daily_summary";

/** Messages that are the same for everyone. */
export type FixedKind = Exclude<
  MessageKind,
  "verdict" | "review_needed" | "receipt_reused" | "credits_low" | "daily_summary"
>;

export interface Summary {
  readonly accepted: number;
  /** In birr, such as `1,250.00`. */
  readonly amount: string;
  readonly review: number;
  readonly rejected: number;
  readonly balance: number;
}

interface Texts {
  readonly fixed: Readonly<Record<FixedKind, string>>;
  /** On a button. */
  readonly decide: string;
  readonly reviewNeeded: string;
  readonly receiptReused: string;
  readonly creditsLow: (balance: number) => string;
  readonly summary: (summary: Summary) => string;
  readonly decisions: Readonly<Record<NonNullable<ResultDecision["decision"]>, string>>;
  readonly reasons: Readonly<Record<DecisionReason, string>>;
  readonly notFound: string;
  readonly noVerdict: string;
  readonly payer: string;
  readonly reference: string;
  readonly checkAmount: string;
}

export const messageTexts: Readonly<Record<PageLanguage, Texts>> = {
  en: {
    fixed: {
      linked:
        "This chat is linked to your account. Send a payment SMS or a receipt link to verify it. Choose messages on the profile page of the dashboard. /stop ends the link.",
      unlinked: "This chat is not linked any more.",
      not_linked:
        "This chat is not linked, or the code has expired. Create a code on the profile page of the dashboard, and send it here. A chat has few attempts an hour.",
      already_linked: "This chat is linked already. Send /stop first to link it to another account.",
      help: "Send a payment SMS or a receipt link to verify it. /stop ends the link of this chat.",
      checking: "Checking with the bank…",
      refused: "This could not be verified. Try again later.",
      may_not_verify: "This chat may not verify receipts. The owner can allow it on the profile page.",
      no_credits: "The account has no credits left.",
      not_readable: "No receipt could be recognized. Send the whole SMS, or the receipt's link.",
      bank_not_supported: "Receipts of this bank cannot be verified.",
      busy: "Too many receipts at the moment. Send it again in a minute.",
    },
    decide: "Look and decide",
    reviewNeeded: "⚠️ A payment needs your review.",
    receiptReused: "⛔ A receipt was used twice.",
    creditsLow: (balance) => `⚠️ Credits are low: ${balance} left.`,
    summary: ({ accepted, amount, review, rejected, balance }) =>
      `Last 24 hours\nAccepted: ${accepted}, ${amount} ETB\nTo review: ${review}\nNot accepted: ${rejected}\nCredits left: ${balance}`,
    decisions: {
      accept: "✅ Deliver",
      wait: "⏳ Wait",
      review: "⚠️ Review first",
      reject: "⛔ Do not deliver",
    },
    reasons: {
      not_verified: "The bank does not confirm this payment.",
      not_a_payment_to_merchant: "This is no payment to a shop.",
      wrong_receiver: "The money went to another account.",
      amount_too_low: "The payment is less than expected.",
      paid_too_early: "The payment is too old.",
      already_confirmed: "Already used.",
      held_for_deposit: "A deposit holds this receipt until a person decides.",
      receiver_not_proven: "The receipt does not prove that the money went to you.",
      receiver_not_checked: "No account to compare the receiver with.",
      receiver_ambiguous: "Several of your accounts match the receiver.",
      amount_unknown: "The receipt does not show the amount.",
      bank_unavailable: "The bank does not respond.",
      document_not_recognized: "The bank's answer could not be read.",
      deadline_exceeded: "The bank did not respond in time.",
      not_booked_yet: "The bank does not have this payment yet.",
      paid_long_ago: "The payment is old: a person must check.",
      rejected_by_person: "A manager looked at it and rejected it.",
    },
    notFound: "The bank did not find this receipt.",
    noVerdict: "⏳ No verdict: the bank did not respond. The credit was refunded. Try again later.",
    payer: "Payer",
    reference: "Reference",
    checkAmount: "Compare the amount with the price.",
  },
  am: {
    fixed: {
      linked:
        "ይህ ውይይት ከመለያዎ ጋር ተገናኝቷል። ክፍያን ለማረጋገጥ የክፍያውን SMS ወይም የደረሰኙን አገናኝ ይላኩ። የሚደርስዎትን መልእክት በዳሽቦርዱ የመገለጫ ገጽ ይምረጡ። ለማቋረጥ /stop ይላኩ።",
      unlinked: "ይህ ውይይት ከእንግዲህ አልተገናኘም።",
      not_linked:
        "ይህ ውይይት አልተገናኘም፣ ወይም የኮዱ ጊዜ አልፏል። በዳሽቦርዱ የመገለጫ ገጽ ኮድ ይፍጠሩና እዚህ ይላኩ። በሰዓት ጥቂት ሙከራ ብቻ ይፈቀዳል።",
      already_linked: "ይህ ውይይት አስቀድሞ ተገናኝቷል። ከሌላ መለያ ጋር ለማገናኘት መጀመሪያ /stop ይላኩ።",
      help: "ክፍያን ለማረጋገጥ የክፍያውን SMS ወይም የደረሰኙን አገናኝ ይላኩ። ለማቋረጥ /stop ይላኩ።",
      checking: "ከባንኩ ጋር እየተጣራ ነው…",
      refused: "ማረጋገጥ አልተቻለም። ቆይተው እንደገና ይሞክሩ።",
      may_not_verify: "ይህ ውይይት ደረሰኝ ማረጋገጥ አይችልም። የመለያው ባለቤት በመገለጫ ገጹ ሊፈቅድ ይችላል።",
      no_credits: "መለያው ክሬዲት አልቆበታል።",
      not_readable: "ደረሰኝ አልተገኘበትም። ሙሉውን SMS ወይም የደረሰኙን አገናኝ ይላኩ።",
      bank_not_supported: "የዚህ ባንክ ደረሰኝ ሊረጋገጥ አይችልም።",
      busy: "አሁን ብዙ ደረሰኝ አለ። ከአንድ ደቂቃ በኋላ እንደገና ይላኩ።",
    },
    decide: "ተመልክተው ይወስኑ",
    reviewNeeded: "⚠️ ሊመለከቱት የሚገባ ክፍያ አለ።",
    receiptReused: "⛔ አንድ ደረሰኝ ሁለት ጊዜ ጥቅም ላይ ውሏል።",
    creditsLow: (balance) => `⚠️ ክሬዲት እያለቀ ነው፤ የቀረው ${balance} ነው።`,
    summary: ({ accepted, amount, review, rejected, balance }) =>
      `ባለፉት 24 ሰዓታት\nተቀባይነት ያገኙ፦ ${accepted}፣ ${amount} ብር\nሊታዩ የሚገባቸው፦ ${review}\nተቀባይነት ያላገኙ፦ ${rejected}\nቀሪ ክሬዲት፦ ${balance}`,
    decisions: { accept: "✅ ያስረክቡ", wait: "⏳ ይጠብቁ", review: "⚠️ መጀመሪያ ይመልከቱ", reject: "⛔ አያስረክቡ" },
    reasons: {
      not_verified: "ባንኩ ይህን ክፍያ አላረጋገጠም።",
      not_a_payment_to_merchant: "ይህ ለሱቅ የተከፈለ ክፍያ አይደለም።",
      wrong_receiver: "ገንዘቡ የተላከው ወደ ሌላ ሒሳብ ነው።",
      amount_too_low: "የተከፈለው ከሚጠበቀው ያነሰ ነው።",
      paid_too_early: "ክፍያው የቆየ ነው።",
      already_confirmed: "ከዚህ በፊት ጥቅም ላይ ውሏል።",
      held_for_deposit: "ደረሰኙ ለአንድ የክፍያ ጥያቄ ተይዞ የሰው ውሳኔ ይጠብቃል።",
      receiver_not_proven: "ገንዘቡ ለእርስዎ መድረሱ ከደረሰኙ በእርግጠኝነት አይታወቅም።",
      receiver_not_checked: "ተቀባዩን የሚያመሳክሩበት ሒሳብ የለም።",
      receiver_ambiguous: "ተቀባዩ ከአንድ በላይ ከሆኑ ሒሳቦችዎ ጋር ይጣጣማል።",
      amount_unknown: "ደረሰኙ የገንዘቡን መጠን አያሳይም።",
      bank_unavailable: "ባንኩ መልስ አይሰጥም።",
      document_not_recognized: "የባንኩ መልስ ሊነበብ አልቻለም።",
      deadline_exceeded: "ባንኩ በጊዜው አልመለሰም።",
      not_booked_yet: "ባንኩ ይህን ክፍያ ገና አልመዘገበውም።",
      paid_long_ago: "ክፍያው የቆየ ነው፤ ሰው ማየት አለበት።",
      rejected_by_person: "ሥራ አስኪያጅ አይቶ ውድቅ አድርጎታል።",
    },
    notFound: "ባንኩ ይህን ደረሰኝ አላገኘውም።",
    noVerdict: "⏳ ባንኩ ስላልመለሰ ውጤት የለም። ክሬዲቱ ተመልሷል። ቆይተው እንደገና ይሞክሩ።",
    payer: "ከፋይ",
    reference: "የግብይት ቁጥር",
    checkAmount: "መጠኑን ከዋጋው ጋር ያመሳክሩ።",
  },
};
