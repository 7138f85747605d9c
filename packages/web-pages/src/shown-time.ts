import type { Calendar, Clock } from "@receipts/contracts";
import { both, type PageLanguage } from "./texts.ts";

/** How an account's people read days and hours. */
export interface ShownDays {
  /** IANA name. */
  readonly timeZone: string;
  readonly calendar: Calendar;
  readonly clock: Clock;
}

/** Those of receipts and phones. */
export const usualDays: ShownDays = {
  timeZone: "Africa/Addis_Ababa",
  calendar: "gregorian",
  clock: "international",
};

export const locales = both("en-GB", "am-ET");
const calendars = { gregorian: "gregory", ethiopian: "ethiopic" } as const;
const day = { day: "numeric", month: "short", year: "numeric" } as const;
const minute = { hour: "2-digit", minute: "2-digit" } as const;
const second = { ...minute, second: "2-digit" } as const;
const formats = {
  second: { ...day, ...second },
  minute: { ...day, ...minute },
  day,
  clock: second,
  clockMinute: minute,
} as const;

export type Precision = keyof typeof formats;

/** Making a formatter costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATTERS = 1_000;

function formatterOf(language: PageLanguage, { timeZone, calendar }: ShownDays, precision: Precision) {
  const key = `${language} ${calendar} ${precision} ${timeZone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const rest = {
    calendar: calendars[calendar],
    timeZone,
    numberingSystem: "latn",
    hourCycle: "h23",
  } as const;
  const formatter = new Intl.DateTimeFormat(locales[language], { ...rest, ...formats[precision] });
  if (formatters.size >= MOST_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

/** A moment on the calendar and clock of an account: `25 Nov 2026, 00:30`. */
export function shownTime(
  moment: Date,
  language: PageLanguage,
  days: ShownDays = usualDays,
  precision: Precision = "minute",
): string {
  if (days.clock !== "ethiopian" || precision === "day")
    return joined(formatterOf(language, days, precision).formatToParts(moment));
  const hasSeconds = precision === "second" || precision === "clock";
  const clock = ethiopianClock(
    formatterOf(language, days, hasSeconds ? "clock" : "clockMinute").formatToParts(moment),
    language,
  );
  if (precision === "clock" || precision === "clockMinute") return clock;
  return `${shownTime(moment, language, days, "day")}${between[language]}${clock}`;
}

const between = both(", ", " ");

/** English writes the Ethiopian era as AM, which reads as a time of day. The space before it goes too. */
function joined(parts: readonly Intl.DateTimeFormatPart[]): string {
  const isEra = (at: number) => parts[at]?.type === "era";
  return parts.map(({ value }, at) => (isEra(at) || isEra(at + 1) ? "" : value)).join("");
}

/** Quarters of the day from midnight. */
const quarters = both(
  [
    (time: string) => `${time} at night`,
    (time: string) => `${time} in the morning`,
    (time: string) => `${time} in the afternoon`,
    (time: string) => `${time} in the evening`,
  ],
  [(time) => `ሌሊት ${time}`, (time) => `ጠዋት ${time}`, (time) => `ቀን ${time}`, (time) => `ምሽት ${time}`],
);

/** Hours are counted from 6:00 and from 18:00, each to twelve. */
function ethiopianClock(parts: readonly Intl.DateTimeFormatPart[], language: PageLanguage): string {
  const hour = Number(parts.find(({ type }) => type === "hour")?.value);
  const counted = (hour + 6) % 12 || 12;
  const time = parts.map(({ type, value }) => (type === "hour" ? counted : value)).join("");
  return quarters[language][Math.floor(hour / 6)]?.(time) ?? time;
}
