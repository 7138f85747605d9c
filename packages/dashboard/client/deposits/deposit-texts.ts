import type { DepositEventType, ReceiptRejection } from "@receipts/contracts";
import { textsOf } from "../language/language.ts";

/** What is said of deposits on more than one page. */
export const depositTexts = textsOf({
  en: {
    deposit: "Deposit",
    orderReference: "Your reference",
    asked: "Asked for",
    received: "Received",
    made: "Made",
    expires: "Expires",
    events: {
      "deposit.created": "Made",
      "deposit.receipt_submitted": "The payer sent a receipt",
      "deposit.receipt_rejected": "The receipt does not fit",
      "deposit.review_required": "You have to look at the receipt",
      "deposit.confirmed": "Confirmed",
      "deposit.expired": "Expired",
      "deposit.canceled": "Canceled",
      "deposit.late_receipt": "Money came after the time was over",
    } satisfies Record<DepositEventType, string>,
    rejections: {
      receipt_not_found: "The bank does not know the receipt.",
      receipt_already_used: "The receipt was used before.",
      wrong_receiver: "The receipt does not show one of your accounts.",
      amount_too_low: "The payment is less than the amount.",
      paid_before_created: "The payment is older than the deposit.",
      bank_unavailable: "The bank could not be asked.",
      receipt_rejected: "A person did not accept the receipt.",
    } satisfies Record<ReceiptRejection, string>,
  },
  am: {
    deposit: "የክፍያ ጥያቄ",
    orderReference: "የእርስዎ መለያ ቁጥር",
    asked: "የተጠየቀው",
    received: "የተከፈለው",
    made: "የተጠየቀበት ጊዜ",
    expires: "የሚያበቃው",
    events: {
      "deposit.created": "ክፍያ ተጠይቋል",
      "deposit.receipt_submitted": "ከፋዩ ደረሰኝ ልኳል",
      "deposit.receipt_rejected": "ደረሰኙ አልተጣጣመም",
      "deposit.review_required": "ደረሰኙን መመልከት አለብዎት",
      "deposit.confirmed": "ክፍያው ተረጋግጧል",
      "deposit.expired": "ጊዜው አልፏል",
      "deposit.canceled": "ተሰርዟል",
      "deposit.late_receipt": "ጊዜው ካለፈ በኋላ ገንዘብ ደርሷል",
    },
    rejections: {
      receipt_not_found: "ባንኩ ደረሰኙን አላገኘውም።",
      receipt_already_used: "ደረሰኙ ከዚህ በፊት ጥቅም ላይ ውሏል።",
      wrong_receiver: "ደረሰኙ ከእርስዎ ሂሳቦች አንዱን አያሳይም።",
      amount_too_low: "የተከፈለው ከተጠየቀው መጠን ያነሰ ነው።",
      paid_before_created: "ክፍያው ከጥያቄው በፊት የተፈጸመ ነው።",
      bank_unavailable: "ባንኩን መጠየቅ አልተቻለም።",
      receipt_rejected: "ደረሰኙ ታይቶ ተቀባይነት አላገኘም።",
    },
  },
});

export type DepositTexts = (typeof depositTexts)["en"];
