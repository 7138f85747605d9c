import type { AuditEntryView } from "@receipts/contracts";
import { both, type Texts, textsOf } from "../../language/language.ts";

export const auditTexts = textsOf({
  title: both("Audit log", "የክንውን መዝገብ"),
  intro: both(
    "Every action on the account, with its actor and origin. Entries cannot be edited or deleted.",
    "በመለያው ላይ ምን፣ በማን እና ከየት እንደተከናወነ። እዚህ ምንም መቀየርም ሆነ ማጥፋት አይቻልም።",
  ),
  action: both("Action", "ክንውን"),
  all: both("All actions", "ሁሉም ክንውኖች"),
  who: both("By", "የፈጸመው"),
  actors: {
    session: both("You, signed in", "እርስዎ፣ ገብተው"),
    api_key: both("API key", "የኤፒአይ ቁልፍ"),
    operator: both("The operator", "የአገልግሎቱ አስተዳዳሪ"),
    anonymous: both("Unknown", "ያልታወቀ ሰው"),
    system: both("The service", "አገልግሎቱ ራሱ"),
  } satisfies Record<AuditEntryView["actor"]["kind"], Texts<string>>,
  from: both("From", "ከየት"),
  change: both("Change", "ለውጥ"),
  before: both("Before", "በፊት"),
  after: both("After", "በኋላ"),
  none: both("No entries yet", "እስካሁን የተመዘገበ የለም"),
  noneTodo: both(
    "Changes to keys, accounts and settings are listed here.",
    "የሚፈጥሯቸውና የሚቀይሯቸው ቁልፎች፣ ሒሳቦችና ቅንብሮች እዚህ ይመዘገባሉ።",
  ),
  noMatch: both("No entries of this kind", "የዚህ ዓይነት ክንውን አልተመዘገበም"),
  noMatchTodo: both("Choose another action.", "ሌላ ክንውን ይምረጡ።"),
  clear: both("Show all", "ሁሉንም አሳይ"),
  actions: {
    "account.registered": both("Account registered", "መለያ ተመዝግቧል"),
    "account.created": both("Account created by the operator", "መለያው በአስተዳዳሪው ተፈጥሯል"),
    "account.registration_attempted": both(
      "Registration attempted with your email",
      "በእርስዎ ኢሜይል ለመመዝገብ ተሞክሯል",
    ),
    "account.password_changed": both("Password changed", "የይለፍ ቃል ተቀይሯል"),
    "account.password_reset": both("Password reset", "የተረሳ የይለፍ ቃል ተተክቷል"),
    "account.password_set": both("Password set by the operator", "የይለፍ ቃል በአስተዳዳሪው ተቀይሯል"),
    "account.disabled": both("Account disabled", "መለያው ታግዷል"),
    "account.enabled": both("Account enabled", "መለያው ተከፍቷል"),
    "account.exported": both("Account exported", "የመለያው መረጃ ወጥቷል"),
    "session.opened": both("Signed in", "ተገብቷል"),
    "session.ended": both("Signed out", "ተወጥቷል"),
    "session.all_ended": both("Signed out everywhere", "ከሁሉም መሣሪያዎች ተወጥቷል"),
    "api_key.created": both("API key created", "የኤፒአይ ቁልፍ ተፈጥሯል"),
    "api_key.revoked": both("API key revoked", "የኤፒአይ ቁልፍ ተሰርዟል"),
    "api_key.listed": both("API keys listed by the operator", "የኤፒአይ ቁልፎች ዝርዝር በአስተዳዳሪው ታይቷል"),
    "checkout_key.created": both("Checkout key created", "የክፍያ ገጽ ቁልፍ ተፈጥሯል"),
    "checkout_key.revoked": both("Checkout key revoked", "የክፍያ ገጽ ቁልፍ ተሰርዟል"),
    "bank_account.created": both("Bank account added", "የባንክ ሒሳብ ተጨምሯል"),
    "bank_account.updated": both("Bank account changed", "የባንክ ሒሳብ ተስተካክሏል"),
    "bank_account.deleted": both("Bank account removed", "የባንክ ሒሳብ ተወግዷል"),
    "profile.updated": both("Profile changed", "መገለጫው ተስተካክሏል"),
    "logo.updated": both("Logo changed", "አርማው ተቀይሯል"),
    "logo.deleted": both("Logo removed", "አርማው ተወግዷል"),
    "webhook_secret.created": both("Signing secret created", "የመፈረሚያ ሚስጥር ተፈጥሯል"),
    "webhook_secret.replaced": both("Signing secret rotated", "የመፈረሚያ ሚስጥር ተተክቷል"),
    "webhook_secret.activated": both("Rotation of the signing secret ended", "የመፈረሚያ ሚስጥር መተካት አብቅቷል"),
    "webhook_secret.deleted": both("Signing secret removed", "የመፈረሚያ ሚስጥር ተወግዷል"),
    "webhook_delivery.redelivered": both("Webhook resent", "ዌብሁክ እንደገና ተልኳል"),
    "webhook_recovery.started": both("Webhook recovery started", "ያልደረሱ ዌብሁኮችን እንደገና መላክ ተጀምሯል"),
    "credit_purchase.created": both("Credit purchase started", "የክሬዲት ግዢ ተጀምሯል"),
    "credit_purchase.credited": both("Purchased credits added", "የተገዛ ክሬዲት ተጨምሯል"),
    "credits.granted": both("Credits granted by the operator", "ክሬዲት በአስተዳዳሪው ተሰጥቷል"),
    "credits.refunded": both("Credit refunded: no verdict", "ውጤት ስላልተገኘ ክሬዲት ተመልሷል"),
    "credits.balance_read": both("Balance viewed by the operator", "ቀሪ ክሬዲት በአስተዳዳሪው ታይቷል"),
    "deposit.created": both("Deposit created", "ክፍያ ተጠይቋል"),
    "deposit.canceled": both("Deposit canceled", "የክፍያ ጥያቄ ተሰርዟል"),
  },
});

export type AuditAction = keyof (typeof auditTexts)["en"]["actions"];

/** In the order of the filter. A newer action is shown by its name. */
export const auditActions = Object.keys(auditTexts.en.actions) as readonly AuditAction[]; // Object.keys forgets the keys
