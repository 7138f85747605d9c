import type { Calendar } from "@receipts/contracts";
import type { Period } from "../http/requested-period.ts";
import { addDays, dateIn, nextDate, startOfDate } from "../http/time-zone.ts";

/** Totals are kept by quarter of an hour. */
const QUARTER_MS = 900_000;

export interface ComparedPeriod {
  readonly current: Period;
  readonly before: Period;
}

const dayOfMonth = {
  gregorian: new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", { day: "numeric", timeZone: "UTC" }),
  ethiopian: new Intl.DateTimeFormat("en-u-ca-ethiopic-nu-latn", { day: "numeric", timeZone: "UTC" }),
} as const satisfies Record<Calendar, Intl.DateTimeFormat>;

function startOfMonth(date: string, calendar: Calendar): string {
  return nextDate(date, 1 - Number(dayOfMonth[calendar].format(new Date(date))));
}

function startOfWeek(date: string): string {
  return nextDate(date, -((new Date(date).getUTCDay() + 6) % 7));
}

/** Today, this week and this month until now, each with the period before until the same time in it. */
export function comparedPeriods(now: Date, timeZone: string, calendar: Calendar) {
  const end = new Date((Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS);
  const today = dateIn(now, timeZone);
  const compare = (start: string, startBefore: string): ComparedPeriod => {
    const from = startOfDate(start, timeZone);
    const days = (Date.parse(start) - Date.parse(startBefore)) / 86_400_000;
    const endBefore = addDays(end, -days, timeZone);
    return {
      current: { from, before: end },
      before: { from: startOfDate(startBefore, timeZone), before: endBefore < from ? endBefore : from },
    };
  };
  const week = startOfWeek(today);
  const month = startOfMonth(today, calendar);
  return {
    today: compare(today, nextDate(today, -1)),
    week: compare(week, nextDate(week, -7)),
    month: compare(month, startOfMonth(nextDate(month, -1), calendar)),
  };
}
