import type { BatchStatus } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

/** A list of receipts that is verified as one job. */
export const batchTexts = textsOf({
  statuses: {
    running: both("Running", "በመረጋገጥ ላይ"),
    canceling: both("Being canceled", "በመሰረዝ ላይ"),
    completed: both("Completed", "ተጠናቋል"),
    canceled: both("Canceled", "ተሰርዟል"),
  } satisfies Record<BatchStatus, Texts<string>>,
  list: both("List", "ዝርዝር"),
  receipts: both("Receipts", "ደረሰኞች"),
  created: both("Submitted", "የገባበት"),
  progress: both(
    (ended: string, total: string) => `${ended} of ${total} receipts have ended`,
    (ended, total) => `ከ${total} ደረሰኞች ${ended} ተጠናቀዋል`,
  ),
});
