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

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Addis_Ababa",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Addis_Ababa",
  hour: "2-digit",
  minute: "2-digit",
});
const clockAndDay = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Addis_Ababa",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** The time of a payment. For midnight the day alone: a receipt without a time has that. */
export function paymentTime(time: Date): string {
  return clock.format(time) === "00:00" ? dayFormat.format(time) : clockAndDay.format(time);
}

/** Ethiopian time on the clock and calendar of receipts and phones, with the date if it is not near. */
export function timeInEthiopia(from: Date, time: Date): string {
  const isNear = time.getTime() - from.getTime() < 12 * MINUTES_OF_HOUR * MINUTE_MS;
  return (isNear ? clock : clockAndDay).format(time);
}
