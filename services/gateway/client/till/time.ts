/** Times as the account's people read them. */
import { type Precision, type ShownDays, shownTime, usualDays } from "@receipts/web-pages/shown-time";
import { language, stored } from "./api.ts";

/** The counter opens without the server too. */
let days: ShownDays = { ...usualDays, ...stored.read<Partial<ShownDays>>("days") };

/** A gateway of before the choice sends none of them. */
export function showDaysOf(view: Partial<ShownDays>): void {
  const { timeZone = usualDays.timeZone, calendar = usualDays.calendar, clock = usualDays.clock } = view;
  days = { timeZone, calendar, clock };
  stored.write("days", days);
}

const textOf = (iso: string, zoned: ShownDays, precision: Precision) =>
  shownTime(new Date(iso), language === "am" ? "am" : "en", zoned, precision);

export const timeText = (iso: string, precision: Precision = "minute") => textOf(iso, days, precision);

/** The day on a receipt is one in Ethiopia, in any zone of the account. */
export const receiptDay = (iso: string) => textOf(iso, { ...days, timeZone: usualDays.timeZone }, "day");
