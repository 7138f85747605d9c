import { isoDateOrTime } from "./iso-time.ts";

/** `startDate` and `endDate` of whatever is asked for by time. */
export const periodQuery = {
  startDate: isoDateOrTime.optional().meta({ description: "ISO date or date-time, UTC" }),
  endDate: isoDateOrTime.optional().meta({ description: "ISO date (that day included) or date-time" }),
};

export interface PeriodQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}
