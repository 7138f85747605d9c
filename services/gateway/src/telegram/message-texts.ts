import { both, type Texts, textsOf } from "@receipts/web-pages";

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

export const messageTexts = textsOf({
  fixed: {
    linked: both(
      "This chat is linked to your account. Send a payment SMS or a receipt link to verify it. Choose messages on the profile page of the dashboard. /stop ends the link.",
      "ይህ ውይይት ከመለያዎ ጋር ተገናኝቷል። ክፍያን ለማረጋገጥ የክፍያውን SMS ወይም የደረሰኙን አገናኝ ይላኩ። የሚደርስዎትን መልእክት በዳሽቦርዱ የመገለጫ ገጽ ይምረጡ። ለማቋረጥ /stop ይላኩ።",
    ),
    unlinked: both("This chat is not linked any more.", "ይህ ውይይት ከእንግዲህ አልተገናኘም።"),
    not_linked: both(
      "This chat is not linked, or the code has expired. Create a code on the profile page of the dashboard, and send it here. A chat has few attempts an hour.",
      "ይህ ውይይት አልተገናኘም፣ ወይም የኮዱ ጊዜ አልፏል። በዳሽቦርዱ የመገለጫ ገጽ ኮድ ይፍጠሩና እዚህ ይላኩ። በሰዓት ጥቂት ሙከራ ብቻ ይፈቀዳል።",
    ),
    already_linked: both(
      "This chat is linked already. Send /stop first to link it to another account.",
      "ይህ ውይይት አስቀድሞ ተገናኝቷል። ከሌላ መለያ ጋር ለማገናኘት መጀመሪያ /stop ይላኩ።",
    ),
    help: both(
      "Send a payment SMS or a receipt link to verify it. /stop ends the link of this chat.",
      "ክፍያን ለማረጋገጥ የክፍያውን SMS ወይም የደረሰኙን አገናኝ ይላኩ። ለማቋረጥ /stop ይላኩ።",
    ),
    checking: both("Checking with the bank…", "ከባንኩ ጋር እየተጣራ ነው…"),
    refused: both("This could not be verified. Try again later.", "ማረጋገጥ አልተቻለም። ቆይተው እንደገና ይሞክሩ።"),
    may_not_verify: both(
      "This chat may not verify receipts. The owner can allow it on the profile page.",
      "ይህ ውይይት ደረሰኝ ማረጋገጥ አይችልም። የመለያው ባለቤት በመገለጫ ገጹ ሊፈቅድ ይችላል።",
    ),
    no_credits: both("The account has no credits left.", "መለያው ክሬዲት አልቆበታል።"),
    not_readable: both(
      "No receipt could be recognized. Send the whole SMS, or the receipt's link.",
      "ደረሰኝ አልተገኘበትም። ሙሉውን SMS ወይም የደረሰኙን አገናኝ ይላኩ።",
    ),
    bank_not_supported: both("Receipts of this bank cannot be verified.", "የዚህ ባንክ ደረሰኝ ሊረጋገጥ አይችልም።"),
    busy: both(
      "Too many receipts at the moment. Send it again in a minute.",
      "አሁን ብዙ ደረሰኝ አለ። ከአንድ ደቂቃ በኋላ እንደገና ይላኩ።",
    ),
  } satisfies Record<FixedKind, Texts<string>>,
  /** On a button. */
  decide: both("Look and decide", "ተመልክተው ይወስኑ"),
  reviewNeeded: both("⚠️ A payment needs your review.", "⚠️ ሊመለከቱት የሚገባ ክፍያ አለ።"),
  receiptReused: both("⛔ A receipt was used twice.", "⛔ አንድ ደረሰኝ ሁለት ጊዜ ጥቅም ላይ ውሏል።"),
  creditsLow: both(
    (balance: number) => `⚠️ Credits are low: ${balance} left.`,
    (balance) => `⚠️ ክሬዲት እያለቀ ነው፤ የቀረው ${balance} ነው።`,
  ),
  summary: both(
    ({ accepted, amount, review, rejected, balance }: Summary) =>
      `Last 24 hours\nAccepted: ${accepted}, ${amount} ETB\nTo review: ${review}\nNot accepted: ${rejected}\nCredits left: ${balance}`,
    ({ accepted, amount, review, rejected, balance }) =>
      `ባለፉት 24 ሰዓታት\nተቀባይነት ያገኙ፦ ${accepted}፣ ${amount} ብር\nሊታዩ የሚገባቸው፦ ${review}\nተቀባይነት ያላገኙ፦ ${rejected}\nቀሪ ክሬዲት፦ ${balance}`,
  ),
  notFound: both("The bank did not find this receipt.", "ባንኩ ይህን ደረሰኝ አላገኘውም።"),
  noVerdict: both(
    "⏳ No verdict: the bank did not respond. The credit was refunded. Try again later.",
    "⏳ ባንኩ ስላልመለሰ ውጤት የለም። ክሬዲቱ ተመልሷል። ቆይተው እንደገና ይሞክሩ።",
  ),
  payer: both("Payer", "ከፋይ"),
  reference: both("Reference", "የግብይት ቁጥር"),
  checkAmount: both("Compare the amount with the price.", "መጠኑን ከዋጋው ጋር ያመሳክሩ።"),
});
