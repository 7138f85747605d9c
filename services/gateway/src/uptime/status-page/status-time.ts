import { both, type PageLanguage } from "@receipts/web-pages";
import type { Duration } from "./status-texts.ts";

/** The calendar and clock of receipts and phones. */
const locales = both("en-GB", "am-ET-u-ca-gregory");

function formatsOf(locale: string) {
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  return {
    day: new Intl.DateTimeFormat(locale, { ...day, timeZone: "UTC" }),
    time: new Intl.DateTimeFormat(locale, {
      ...day,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: "Africa/Addis_Ababa",
    }),
  };
}

const formats = both(formatsOf(locales.en), formatsOf(locales.am));

/** Formats a date such as `2026-01-31`. */
export function dayText(date: string, language: PageLanguage): string {
  return formats[language].day.format(new Date(date));
}

export function timeText(time: string | Date, language: PageLanguage): string {
  return formats[language].time.format(new Date(time));
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
