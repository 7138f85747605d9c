import type { LoggedDelivery } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

/** Texts about webhook deliveries that several pages share. */
export const deliveryTexts = textsOf({
  event: both("Event", "ሁነት"),
  about: both("About", "ስለ"),
  to: both("Sent to", "የተላከበት አድራሻ"),
  created: both("Created", "የተፈጠረው"),
  states: {
    pending: both("In progress", "በመላክ ላይ"),
    delivered: both("Delivered", "ደርሷል"),
    exhausted: both("All attempts failed", "ሁሉም ሙከራዎች አልተሳኩም"),
    given_up: both("Given up", "ቀርቷል"),
  } satisfies Record<LoggedDelivery["state"], Texts<string>>,
  test: both("Test", "ሙከራ"),
  response: both(
    (code: number) => `Response ${code}`,
    (code) => `ምላሽ ${code}`,
  ),
  noResponse: both("No response", "ምላሽ የለም"),
  nextAttempt: both(
    (time: string) => `Next attempt ${time}`,
    (time) => `ቀጣይ ሙከራ ${time}`,
  ),
  resend: both("Resend", "እንደገና ላክ"),
  resent: both("The webhook is being resent.", "እንደገና በመላክ ላይ ነው።"),
  resendAll: both("Resend everything", "ሁሉንም እንደገና ላክ"),
  resentAll: both(
    (count: number) => (count === 1 ? "1 webhook is being resent." : `${count} webhooks are being resent.`),
    (count) => `${count} ዌብሁኮች እንደገና በመላክ ላይ ናቸው።`,
  ),
  newest: both("Newest", "የቅርቦቹ"),
  older: both("Older", "የቆዩት"),
  inLog: both("Show in log", "በመዝገቡ አሳይ"),
  ownUrl: both("URL of a request or deposit", "በጥያቄው የተገለጸ አድራሻ"),
});
