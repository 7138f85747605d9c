import { z } from "zod";
import { isoDateOrTime } from "./iso-time.ts";

function isTimeZone(text: string): boolean {
  // Offsets such as `+03:00` pass the constructor too.
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

export const timeZoneInput = z
  .string()
  .trim()
  .refine(isTimeZone, "must be an IANA time zone such as Africa/Addis_Ababa");

/** A period whose days are those of a time zone. */
export const periodQuery = {
  startDate: isoDateOrTime
    .optional()
    .meta({ description: "Start of the period. ISO 8601 date or date-time, UTC if it has no offset." }),
  endDate: isoDateOrTime.optional().meta({
    description:
      "End of the period. ISO 8601 date, which includes that day, or date-time. UTC if it has no offset.",
  }),
  timeZone: timeZoneInput.optional().meta({
    description: "IANA time zone of the days, and of dates in `startDate` and `endDate`. `UTC` if absent.",
    examples: ["Africa/Addis_Ababa"],
  }),
};

export interface PeriodQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly timeZone?: string | undefined;
}
