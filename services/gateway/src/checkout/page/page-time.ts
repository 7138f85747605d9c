import { type PageLanguage, type ShownDays, shownTime, usualDays } from "@receipts/web-pages";
import type { PageTexts } from "./page-texts.ts";

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1_440;

/** Rounded up to whole minutes. */
export function timeLeft(texts: Pick<PageTexts, "duration">, from: Date, to: Date): string {
  const minutes = Math.max(0, Math.ceil((to.getTime() - from.getTime()) / MINUTE_MS));
  return texts.duration({
    days: Math.floor(minutes / MINUTES_OF_DAY),
    hours: Math.floor((minutes % MINUTES_OF_DAY) / MINUTES_OF_HOUR),
    minutes: minutes % MINUTES_OF_HOUR,
  });
}

const HALF_DAY_MS = 12 * MINUTES_OF_HOUR * MINUTE_MS;

/** The reader's language, and the merchant's calendar and clock. */
export interface PageDays extends Pick<ShownDays, "calendar" | "clock"> {
  readonly language: PageLanguage;
}

export const daysOf = (page: {
  readonly language: PageLanguage;
  readonly facts: Omit<PageDays, "language">;
}): PageDays => ({ ...page.facts, language: page.language });

const shown = (
  time: Date,
  { language, calendar, clock }: PageDays,
  precision: "minute" | "day" | "clockMinute",
) => shownTime(time, language, { ...usualDays, calendar, clock }, precision);

const isMidnight = (time: Date) => shownTime(time, "en", usualDays, "clockMinute") === "00:00";

/** The time of a payment. For midnight the day alone: a receipt without a time has that. */
export function paymentTime(time: Date, days: PageDays): string {
  return shown(time, days, isMidnight(time) ? "day" : "minute");
}

/** Time in Ethiopia, with the date if it is not near. */
export function timeInEthiopia(from: Date, time: Date, days: PageDays): string {
  return shown(time, days, time.getTime() - from.getTime() < HALF_DAY_MS ? "clockMinute" : "minute");
}
