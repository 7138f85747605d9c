import type { EventType } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";
import { depositTexts } from "../deposits/deposit-texts.ts";

const ofDeposit = (type: keyof (typeof depositTexts)["en"]["events"]) =>
  both(depositTexts.en.events[type], depositTexts.am.events[type]);

/** Every event type, in the order of the documentation. */
export const eventTypeTexts = textsOf({
  "verification.completed": both("A verification request has ended", "የማረጋገጫ ጥያቄ ተጠናቋል"),
  "verification.resolved": both(
    "A person has decided about a request in review",
    "በግምገማ ላይ ስለነበረ ጥያቄ ሰው ወስኗል",
  ),
  "batch.completed": both("A list of receipts has ended", "የደረሰኞች ዝርዝር ተጠናቋል"),
  "deposit.created": ofDeposit("deposit.created"),
  "deposit.receipt_submitted": ofDeposit("deposit.receipt_submitted"),
  "deposit.receipt_rejected": ofDeposit("deposit.receipt_rejected"),
  "deposit.review_required": ofDeposit("deposit.review_required"),
  "deposit.partially_paid": ofDeposit("deposit.partially_paid"),
  "deposit.confirmed": ofDeposit("deposit.confirmed"),
  "deposit.expired": ofDeposit("deposit.expired"),
  "deposit.canceled": ofDeposit("deposit.canceled"),
  "deposit.late_receipt": ofDeposit("deposit.late_receipt"),
  "bank_account.created": both("A bank account was added", "የባንክ ሒሳብ ተጨምሯል"),
  "bank_account.updated": both("A bank account was changed", "የባንክ ሒሳብ ተቀይሯል"),
  "bank_account.deleted": both("A bank account was removed", "የባንክ ሒሳብ ተወግዷል"),
  "profile.updated": both("The profile was changed", "መገለጫው ተቀይሯል"),
  "account.registration_attempted": both("Another registration used your email", "በኢሜይልዎ ሌላ ምዝገባ ተሞክሯል"),
  "credits.low": both("Few credits are left", "ክሬዲት ሊያልቅ ነው"),
  "webhook.test": both("A test that you send", "እርስዎ የሚልኩት ሙከራ"),
} satisfies Record<EventType, Texts<string>>);

export const eventTypeNames = Object.keys(eventTypeTexts.en) as readonly EventType[]; // Object.keys forgets the keys
