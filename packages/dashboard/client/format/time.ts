import {
  locales,
  type Precision,
  type ShownDays,
  shownTime,
  usualDays,
} from "@receipts/web-pages/shown-time";
import { both, type PageLanguage } from "@receipts/web-pages/texts";
import { html, type TemplateResult } from "lit-html";

let shown = usualDays;

/** All times from now on are shown in these days: a browser shows one account at a time. */
export function showDaysOf(days: ShownDays = usualDays): void {
  shown = days;
}

export function timeText(iso: string, language: PageLanguage, precision: Precision = "minute"): string {
  return shownTime(new Date(iso), language, shown, precision);
}

/** A date such as `2026-11-24` of a report, which is a day and no moment. */
export function dateText(date: string, language: PageLanguage): string {
  return shownTime(new Date(date), language, { ...shown, timeZone: "UTC" }, "day");
}

/** A full hour of a day. */
export function hourText(hour: number, language: PageLanguage): string {
  return shownTime(
    new Date(Date.UTC(2026, 0, 1, hour)),
    language,
    { ...shown, timeZone: "UTC" },
    "clockMinute",
  );
}

/** Time in the account's zone, with UTC as in the API in the tooltip. */
export function time(iso: string, language: PageLanguage, precision: Precision = "minute"): TemplateResult {
  return html`<time datetime=${iso} title=${iso}>${timeText(iso, language, precision)}</time>`;
}

const DAY_MS = 86_400_000;
/** Ethiopia has had this zone since 1936. */
const MIDNIGHT_IN_ETHIOPIA_MS = 75_600_000;

/** The time of a payment. For midnight in Ethiopia the day alone: a receipt without a time has that. */
export function paymentTime(iso: string, language: PageLanguage): TemplateResult {
  const isDay = Date.parse(iso) % DAY_MS === MIDNIGHT_IN_ETHIOPIA_MS;
  if (!isDay) return time(iso, language);
  const day = shownTime(new Date(iso), language, { ...shown, timeZone: usualDays.timeZone }, "day");
  return html`<time datetime=${iso} title=${iso}>${day}</time>`;
}

const ages = [
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const AHEAD_MS = 600_000;
const aheadTexts = both("in the future", "ገና ያልደረሰ ጊዜ");

/** How long ago: `12 days ago`. `isDay`: the beginning of a day without a time, which is `today` as long as it lasts. */
export function ageText(
  iso: string,
  language: PageLanguage,
  { isDay = false, now = Date.now() }: { readonly isDay?: boolean; readonly now?: number } = {},
): string {
  const passed = now - Date.parse(iso);
  // Another clock may be minutes ahead; hours ahead are strange, and a person should see it.
  if (!isDay && passed < -AHEAD_MS) return aheadTexts[language];
  const [unit, size] = isDay ? ages[0] : (ages.find(([, most]) => passed >= most) ?? ages[2]);
  const relative = new Intl.RelativeTimeFormat(locales[language], { numeric: isDay ? "auto" : "always" });
  return relative.format(-Math.floor(Math.max(0, passed) / size), unit);
}

const durations = both({ ms: "ms", s: "s", min: "min" }, { ms: "ሚሴ", s: "ሰከንድ", min: "ደቂቃ" });

/** A duration, rounded by its size. */
export function duration(milliseconds: number, language: PageLanguage): string {
  const units = durations[language];
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ${units.ms}`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} ${units.s}`;
  return `${Math.floor(milliseconds / 60_000)} ${units.min} ${Math.round((milliseconds % 60_000) / 1_000)} ${units.s}`;
}

/** The last `count` days of the zone in ISO format up to today, oldest first. */
export function lastDays(count: number, now: Date, timeZone: string): string[] {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(now);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(today) - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
