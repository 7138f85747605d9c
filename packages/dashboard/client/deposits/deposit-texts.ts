import type { DepositEventType, ReceiptRejection } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

/** Deposit texts that several pages share. */
export const depositTexts = textsOf({
  deposit: both("Deposit", "የክፍያ ጥያቄ"),
  orderReference: both("Order reference", "የእርስዎ መለያ ቁጥር"),
  requested: both("Requested", "የተጠየቀው"),
  received: both("Received", "የተከፈለው"),
  paidSoFar: both("Paid so far", "እስካሁን የተከፈለው"),
  created: both("Created", "የተጠየቀበት ጊዜ"),
  expires: both("Expires", "የሚያበቃው"),
  events: {
    "deposit.created": both("Created", "ክፍያ ተጠይቋል"),
    "deposit.receipt_submitted": both("Receipt submitted", "ከፋዩ ደረሰኝ ልኳል"),
    "deposit.receipt_rejected": both("Receipt rejected", "ደረሰኙ ተቀባይነት አላገኘም"),
    "deposit.review_required": both("Review required", "ደረሰኙን መመልከት አለብዎት"),
    "deposit.partially_paid": both("Partially paid", "በከፊል ተከፍሏል"),
    "deposit.confirmed": both("Confirmed", "ክፍያው ተረጋግጧል"),
    "deposit.expired": both("Expired", "ጊዜው አልፏል"),
    "deposit.canceled": both("Canceled", "ተሰርዟል"),
    "deposit.late_receipt": both("Receipt arrived after expiry", "ጊዜው ካለፈ በኋላ ገንዘብ ደርሷል"),
  } satisfies Record<DepositEventType, Texts<string>>,
  rejections: {
    receipt_not_found: both("The bank did not find the receipt.", "ባንኩ ደረሰኙን አላገኘውም።"),
    receipt_already_used: both("The receipt was already used.", "ደረሰኙ ከዚህ በፊት ጥቅም ላይ ውሏል።"),
    wrong_receiver: both("The receiver is not one of your bank accounts.", "ደረሰኙ ከእርስዎ ሒሳቦች አንዱን አያሳይም።"),
    amount_too_low: both("The payment is less than the requested amount.", "የተከፈለው ከተጠየቀው መጠን ያነሰ ነው።"),
    paid_before_created: both("The payment is older than the deposit.", "ክፍያው ከጥያቄው በፊት የተፈጸመ ነው።"),
    bank_unavailable: both("We could not reach the bank.", "ባንኩን መጠየቅ አልተቻለም።"),
    not_a_payment_to_merchant: both(
      "The receipt is about airtime, a package, cash, savings or a loan.",
      "ደረሰኙ ስለ አየር ሰዓት፣ ጥቅል፣ ጥሬ ገንዘብ፣ ቁጠባ ወይም ብድር ነው።",
    ),
    receipt_rejected: both("A person rejected the receipt.", "ደረሰኙ ታይቶ ተቀባይነት አላገኘም።"),
  } satisfies Record<ReceiptRejection, Texts<string>>,
});
