import { html, type TemplateResult } from "lit-html";
import type { Language } from "../language/language.ts";

/** The calendar and clock of receipts and phones. */
const local = {
  timeZone: "Africa/Addis_Ababa",
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
} as const;
const locales = { en: "en-GB", am: "am-ET" } as const;

const formatters = (options: Intl.DateTimeFormatOptions) => ({
  en: new Intl.DateTimeFormat(locales.en, { ...local, ...options }),
  am: new Intl.DateTimeFormat(locales.am, { ...local, ...options }),
});

const day = { day: "numeric", month: "short", year: "numeric" } as const;
const toMinute = formatters({ ...day, hour: "2-digit", minute: "2-digit" });
const toSecond = formatters({ ...day, hour: "2-digit", minute: "2-digit", second: "2-digit" });
const days = formatters(day);
const clock = formatters({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

type Precision = "second" | "minute" | "day" | "clock";
const formats = { second: toSecond, minute: toMinute, day: days, clock } as const;

export function timeText(iso: string, language: Language, precision: Precision = "minute"): string {
  return formats[precision][language].format(new Date(iso));
}

/** Ethiopian time, with UTC as in the API in the tooltip. */
export function time(iso: string, language: Language, precision: Precision = "minute"): TemplateResult {
  return html`<time datetime=${iso} title=${iso}>${timeText(iso, language, precision)}</time>`;
}

const durations = {
  en: { ms: "ms", s: "s", min: "min" },
  am: { ms: "ሚሴ", s: "ሰከንድ", min: "ደቂቃ" },
} as const;

/** A duration, rounded by its size. */
export function duration(milliseconds: number, language: Language): string {
  const units = durations[language];
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ${units.ms}`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} ${units.s}`;
  return `${Math.floor(milliseconds / 60_000)} ${units.min} ${Math.round((milliseconds % 60_000) / 1_000)} ${units.s}`;
}

const DAY_MS = 86_400_000;

/** The last `count` days in ISO format up to today (UTC), oldest first. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
