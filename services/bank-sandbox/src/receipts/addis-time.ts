/** Addis Ababa is UTC+3 all year. */
const offsetMs = 3 * 60 * 60 * 1000;

export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface LocalTime extends CalendarDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export function localTimeOf(instant: Date): LocalTime {
  const local = new Date(instant.getTime() + offsetMs);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  };
}

export function instantAt({ year, month, day }: CalendarDay, secondOfDay: number): Date {
  return new Date(Date.UTC(year, month - 1, day, 0, 0, secondOfDay) - offsetMs);
}

/** Undefined for the 31st of June and the like. */
export function calendarDay(year: number, month: number, day: number): CalendarDay | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { year, month, day } : undefined;
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** `08:05:09` */
export function clockOf({ hour, minute, second }: LocalTime): string {
  return [hour, minute, second].map(twoDigits).join(":");
}

/** `20260905` */
export function compactDate({ year, month, day }: CalendarDay): string {
  return `${year}${twoDigits(month)}${twoDigits(day)}`;
}

/** `05/09/2026`, as the banks' SMS write it. */
export function slashedDate({ year, month, day }: CalendarDay): string {
  return `${twoDigits(day)}/${twoDigits(month)}/${year}`;
}

/** `2026-09-05` */
export function dashedDate({ year, month, day }: CalendarDay): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `12:17:45 PM` */
export function halfDayClockOf(local: LocalTime): string {
  const clock = clockOf({ ...local, hour: local.hour % 12 || 12 });
  return `${clock} ${local.hour < 12 ? "AM" : "PM"}`;
}
