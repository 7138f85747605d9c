import { addisEpochDay, addisInstant, addisInstantOf, numberGroups } from "../addis-time.ts";

/** `2026-05-19 03:17:45 PM`, in Addis Ababa. */
export function readHalfDayClock(text: string): Date | undefined {
  const [clock, half] = withoutHalf(text);
  const parts = numberGroups(/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/, clock);
  const [year = 0, month = 0, day = 0, hour = 0, minute, second] = parts;
  return addisInstant({ year, month, day, hour: hour24(hour, half), minute, second });
}

/** `2026-06-07 11:22:03` */
export function readClock24(text: string): Date | undefined {
  return addisInstantOf(/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/, text);
}

/** `2026-07-12`. The time is that of the Transaction ID if it is of the same day, else local midnight. */
export function readDateAlone(text: string, idTime: Date | undefined): Date | undefined {
  const midnight = addisInstantOf(/^(\d{4})-(\d\d)-(\d\d)$/, text);
  if (midnight === undefined || idTime === undefined) return midnight;
  return addisEpochDay(idTime) === addisEpochDay(midnight) ? idTime : midnight;
}

/**
 * `01/02/2026 10:00:00 AM`. It is unknown whether day or month comes first, so the reading within a day of the
 * Transaction ID counts; both never are. Without that time, only a date with one possible reading is accepted.
 */
export function readSlashedDate(text: string, idTime: Date | undefined): Date | undefined {
  const [clock, half] = withoutHalf(text);
  const parts = numberGroups(/^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)$/, clock);
  const [first = 0, second = 0, year = 0, hour = 0, minute, seconds] = parts;
  const time = { year, hour: hour24(hour, half), minute, second: seconds };
  const readings = [
    addisInstant({ ...time, day: first, month: second }),
    addisInstant({ ...time, day: second, month: first }),
  ].filter((reading) => reading !== undefined);
  const near = readings.filter(
    (reading) => idTime === undefined || Math.abs(addisEpochDay(reading) - addisEpochDay(idTime)) <= 1,
  );
  const [reading, other] = near;
  return other === undefined || other.getTime() === reading?.getTime() ? reading : undefined;
}

function withoutHalf(text: string): readonly [clock: string, half: string] {
  return [text.slice(0, -3), text.slice(-3)];
}

/** Returns an invalid hour for one that a 12-hour clock does not show. */
function hour24(hour: number, half: string): number {
  if (!(half === " AM" || half === " PM") || hour < 1 || hour > 12) return Number.POSITIVE_INFINITY;
  return (hour % 12) + (half === " PM" ? 12 : 0);
}
