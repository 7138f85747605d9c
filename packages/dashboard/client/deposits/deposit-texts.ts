import type { DepositEventType, ReceiptRejection } from "@receipts/contracts";
import { both, type Texts, textsOf } from "../language/language.ts";

/** What is said of deposits on more than one page. */
export const depositTexts = textsOf({
  deposit: both("Deposit", "የክፍያ ጥያቄ"),
  orderReference: both("Your reference", "የእርስዎ መለያ ቁጥር"),
  asked: both("Asked for", "የተጠየቀው"),
  received: both("Received", "የተከፈለው"),
  made: both("Made", "የተጠየቀበት ጊዜ"),
  expires: both("Expires", "የሚያበቃው"),
  events: {
    "deposit.created": both("Made", "ክፍያ ተጠይቋል"),
    "deposit.receipt_submitted": both("The payer sent a receipt", "ከፋዩ ደረሰኝ ልኳል"),
    "deposit.receipt_rejected": both("The receipt does not fit", "ደረሰኙ አልተጣጣመም"),
    "deposit.review_required": both("You have to look at the receipt", "ደረሰኙን መመልከት አለብዎት"),
    "deposit.confirmed": both("Confirmed", "ክፍያው ተረጋግጧል"),
    "deposit.expired": both("Expired", "ጊዜው አልፏል"),
    "deposit.canceled": both("Canceled", "ተሰርዟል"),
    "deposit.late_receipt": both("Money came after the time was over", "ጊዜው ካለፈ በኋላ ገንዘብ ደርሷል"),
  } satisfies Record<DepositEventType, Texts<string>>,
  rejections: {
    receipt_not_found: both("The bank does not know the receipt.", "ባንኩ ደረሰኙን አላገኘውም።"),
    receipt_already_used: both("The receipt was used before.", "ደረሰኙ ከዚህ በፊት ጥቅም ላይ ውሏል።"),
    wrong_receiver: both("The receipt does not show one of your accounts.", "ደረሰኙ ከእርስዎ ሂሳቦች አንዱን አያሳይም።"),
    amount_too_low: both("The payment is less than the amount.", "የተከፈለው ከተጠየቀው መጠን ያነሰ ነው።"),
    paid_before_created: both("The payment is older than the deposit.", "ክፍያው ከጥያቄው በፊት የተፈጸመ ነው።"),
    bank_unavailable: both("The bank could not be asked.", "ባንኩን መጠየቅ አልተቻለም።"),
    receipt_rejected: both("A person did not accept the receipt.", "ደረሰኙ ታይቶ ተቀባይነት አላገኘም።"),
  } satisfies Record<ReceiptRejection, Texts<string>>,
});
