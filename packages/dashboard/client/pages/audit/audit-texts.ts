import type { AuditEntryView } from "@receipts/contracts";
import type { Texts } from "../../language/language.ts";

/** In the order of the list to choose from. One that is too new to be here is shown by its name. */
export const auditActions = [
  "account.registered",
  "account.created",
  "account.registration_attempted",
  "account.password_changed",
  "account.password_set",
  "account.disabled",
  "account.enabled",
  "account.exported",
  "session.opened",
  "session.ended",
  "session.all_ended",
  "api_key.created",
  "api_key.revoked",
  "api_key.listed",
  "checkout_key.created",
  "checkout_key.revoked",
  "bank_account.created",
  "bank_account.updated",
  "bank_account.deleted",
  "profile.updated",
  "logo.updated",
  "logo.deleted",
  "webhook_secret.created",
  "webhook_secret.replaced",
  "webhook_secret.activated",
  "webhook_secret.deleted",
  "webhook_delivery.redelivered",
  "webhook_recovery.started",
  "credit_purchase.created",
  "credit_purchase.credited",
  "credits.granted",
  "credits.refunded",
  "credits.balance_read",
  "deposit.created",
  "deposit.canceled",
] as const;
export type AuditAction = (typeof auditActions)[number];

interface AuditTexts {
  readonly title: string;
  readonly intro: string;
  readonly action: string;
  readonly all: string;
  readonly filter: string;
  readonly who: string;
  readonly actors: Readonly<Record<AuditEntryView["actor"]["kind"], string>>;
  readonly from: string;
  readonly change: string;
  readonly before: string;
  readonly after: string;
  readonly none: string;
  readonly noneTodo: string;
  readonly noMatch: string;
  readonly noMatchTodo: string;
  readonly clear: string;
  readonly actions: Readonly<Record<AuditAction, string>>;
}

export const auditTexts: Texts<AuditTexts> = {
  en: {
    title: "Audit log",
    intro:
      "What was done on the account, by whom and from where. Nothing of it can be changed or removed here.",
    action: "Action",
    all: "All actions",
    filter: "Filter",
    who: "By",
    actors: {
      session: "You, signed in",
      api_key: "API key",
      operator: "The operator",
      anonymous: "Nobody known",
      system: "The service",
    },
    from: "From",
    change: "Change",
    before: "Before",
    after: "After",
    none: "Nothing has been noted yet",
    noneTodo: "Keys, accounts and settings that you make or change are noted here.",
    noMatch: "Nothing of this kind has been noted",
    noMatchTodo: "Choose another action.",
    clear: "Show all",
    actions: {
      "account.registered": "Account registered",
      "account.created": "Account made by the operator",
      "account.registration_attempted": "Somebody tried to register with your email",
      "account.password_changed": "Password changed",
      "account.password_set": "Password set by the operator",
      "account.disabled": "Account disabled",
      "account.enabled": "Account enabled",
      "account.exported": "Account exported",
      "session.opened": "Signed in",
      "session.ended": "Signed out",
      "session.all_ended": "Signed out everywhere",
      "api_key.created": "API key made",
      "api_key.revoked": "API key revoked",
      "api_key.listed": "API keys listed by the operator",
      "checkout_key.created": "Checkout key made",
      "checkout_key.revoked": "Checkout key revoked",
      "bank_account.created": "Bank account added",
      "bank_account.updated": "Bank account changed",
      "bank_account.deleted": "Bank account removed",
      "profile.updated": "Profile changed",
      "logo.updated": "Logo changed",
      "logo.deleted": "Logo removed",
      "webhook_secret.created": "Signing secret made",
      "webhook_secret.replaced": "Signing secret rotated",
      "webhook_secret.activated": "Rotation of the signing secret ended",
      "webhook_secret.deleted": "Signing secret removed",
      "webhook_delivery.redelivered": "Webhook sent again",
      "webhook_recovery.started": "Recovery of webhooks begun",
      "credit_purchase.created": "Purchase of credits begun",
      "credit_purchase.credited": "Bought credits added",
      "credits.granted": "Credits given by the operator",
      "credits.refunded": "Credit given back: no verdict",
      "credits.balance_read": "Balance looked at by the operator",
      "deposit.created": "Deposit made",
      "deposit.canceled": "Deposit canceled",
    },
  },
  am: {
    title: "የክንውን መዝገብ",
    intro: "በመለያው ላይ ምን፣ በማን እና ከየት እንደተከናወነ። እዚህ ምንም መቀየርም ሆነ ማጥፋት አይቻልም።",
    action: "ክንውን",
    all: "ሁሉም ክንውኖች",
    filter: "አጣራ",
    who: "የፈጸመው",
    actors: {
      session: "እርስዎ፣ ገብተው",
      api_key: "የኤፒአይ ቁልፍ",
      operator: "የአገልግሎቱ አስተዳዳሪ",
      anonymous: "ያልታወቀ ሰው",
      system: "አገልግሎቱ ራሱ",
    },
    from: "ከየት",
    change: "ለውጥ",
    before: "በፊት",
    after: "በኋላ",
    none: "እስካሁን የተመዘገበ የለም",
    noneTodo: "የሚፈጥሯቸውና የሚቀይሯቸው ቁልፎች፣ ሂሳቦችና ቅንብሮች እዚህ ይመዘገባሉ።",
    noMatch: "የዚህ ዓይነት ክንውን አልተመዘገበም",
    noMatchTodo: "ሌላ ክንውን ይምረጡ።",
    clear: "ሁሉንም አሳይ",
    actions: {
      "account.registered": "መለያ ተመዝግቧል",
      "account.created": "መለያው በአስተዳዳሪው ተፈጥሯል",
      "account.registration_attempted": "በእርስዎ ኢሜይል ለመመዝገብ ተሞክሯል",
      "account.password_changed": "የይለፍ ቃል ተቀይሯል",
      "account.password_set": "የይለፍ ቃል በአስተዳዳሪው ተቀይሯል",
      "account.disabled": "መለያው ታግዷል",
      "account.enabled": "መለያው ተከፍቷል",
      "account.exported": "የመለያው መረጃ ወጥቷል",
      "session.opened": "ተገብቷል",
      "session.ended": "ተወጥቷል",
      "session.all_ended": "ከሁሉም መሣሪያዎች ተወጥቷል",
      "api_key.created": "የኤፒአይ ቁልፍ ተፈጥሯል",
      "api_key.revoked": "የኤፒአይ ቁልፍ ተሰርዟል",
      "api_key.listed": "የኤፒአይ ቁልፎች ዝርዝር በአስተዳዳሪው ታይቷል",
      "checkout_key.created": "የክፍያ ገጽ ቁልፍ ተፈጥሯል",
      "checkout_key.revoked": "የክፍያ ገጽ ቁልፍ ተሰርዟል",
      "bank_account.created": "የባንክ ሂሳብ ተጨምሯል",
      "bank_account.updated": "የባንክ ሂሳብ ተስተካክሏል",
      "bank_account.deleted": "የባንክ ሂሳብ ተወግዷል",
      "profile.updated": "መገለጫው ተስተካክሏል",
      "logo.updated": "አርማው ተቀይሯል",
      "logo.deleted": "አርማው ተወግዷል",
      "webhook_secret.created": "የመፈረሚያ ሚስጥር ተፈጥሯል",
      "webhook_secret.replaced": "የመፈረሚያ ሚስጥር ተተክቷል",
      "webhook_secret.activated": "የመፈረሚያ ሚስጥር መተካት አብቅቷል",
      "webhook_secret.deleted": "የመፈረሚያ ሚስጥር ተወግዷል",
      "webhook_delivery.redelivered": "ዌብሁክ እንደገና ተልኳል",
      "webhook_recovery.started": "ያልደረሱ ዌብሁኮችን እንደገና መላክ ተጀምሯል",
      "credit_purchase.created": "የክሬዲት ግዢ ተጀምሯል",
      "credit_purchase.credited": "የተገዛ ክሬዲት ተጨምሯል",
      "credits.granted": "ክሬዲት በአስተዳዳሪው ተሰጥቷል",
      "credits.refunded": "ውጤት ስላልተገኘ ክሬዲት ተመልሷል",
      "credits.balance_read": "ቀሪ ክሬዲት በአስተዳዳሪው ታይቷል",
      "deposit.created": "ክፍያ ተጠይቋል",
      "deposit.canceled": "የክፍያ ጥያቄ ተሰርዟል",
    },
  },
};
