import { isoDateOrTime } from "./iso-time.ts";

/** `startDate` and `endDate` of queries by time. */
export const periodQuery = {
  startDate: isoDateOrTime
    .optional()
    .meta({ description: "Start of the period. ISO 8601 date or date-time, UTC if it has no offset." }),
  endDate: isoDateOrTime.optional().meta({
    description:
      "End of the period. ISO 8601 date, which includes that day, or date-time. UTC if it has no offset.",
  }),
};

export interface PeriodQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}
