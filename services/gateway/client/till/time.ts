/** Times as the account's people read them. */
import type { TillView } from "@receipts/contracts";
import { type Precision, type ShownDays, shownTime, usualDays } from "@receipts/web-pages/shown-time";
import { language, stored } from "./api.ts";

/** The counter opens without the server too. */
let days = stored.read<ShownDays>("days") ?? usualDays;

export function showDaysOf({ timeZone, calendar, clock }: TillView): void {
  days = { timeZone, calendar, clock };
  stored.write("days", days);
}

export const timeText = (iso: string, precision: Precision = "minute") =>
  shownTime(new Date(iso), language === "am" ? "am" : "en", days, precision);
