import { type PageLanguage, shownTime, usualDays } from "@receipts/web-pages";
import type { Duration } from "./status-texts.ts";

/** Formats a date such as `2026-01-31`. */
export function dayText(date: string, language: PageLanguage): string {
  return shownTime(new Date(date), language, { ...usualDays, timeZone: "UTC" }, "day");
}

export function timeText(time: string | Date, language: PageLanguage): string {
  return shownTime(new Date(time), language);
}

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1_440;

/** Rounded up to whole minutes. */
export function durationBetween(from: string, to: string): Duration {
  const minutes = Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
  return {
    days: Math.floor(minutes / MINUTES_OF_DAY),
    hours: Math.floor((minutes % MINUTES_OF_DAY) / MINUTES_OF_HOUR),
    minutes: minutes % MINUTES_OF_HOUR,
  };
}

/** Exact: shares have four decimals, rounded down. */
export function percentText(share: number): string {
  return share === 1 ? "100 %" : `${(share * 100).toFixed(2)} %`;
}
