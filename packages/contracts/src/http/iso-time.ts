import { z } from "zod";

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+ -]\d\d:\d\d)?)?$/i;
const message = "must be an ISO 8601 date or date-time such as 2026-11-01T08:00:00Z";

/** UTC if there is no offset. Reads a space as `+`, as query strings deliver it. Undefined outside of the years 1 to 9999. */
function parseIsoTime(text: string): Date | undefined {
  const [, day = "", clock = "00:00", offset = "Z"] = TIME.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  // The Date constructor reads 31 February as a day in March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  const moment = new Date(`${day}T${clock}${offset.toUpperCase().replace(" ", "+")}`);
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9_999 ? moment : undefined;
}

const isDay = (text: string) => text.length === "2026-11-01".length;

/** Reads a date or date-time of this century as a `Date`. */
export const isoTimeInput = z.string(message).transform((text, context) => {
  const moment = parseIsoTime(text.trim());
  const isOfCentury =
    moment !== undefined && moment.getUTCFullYear() >= 2000 && moment.getUTCFullYear() < 2100;
  if (isOfCentury) return moment;
  const outside = "must be in the years 2000 to 2099";
  context.addIssue({ code: "custom", message: moment === undefined ? message : outside });
  return z.NEVER;
});

/** Reads a date or date-time as text. A date stays one, because it can mean a whole day. A date-time becomes UTC. */
export const isoDateOrTime = z.string(message).transform((text, context) => {
  const given = text.trim();
  const moment = parseIsoTime(given);
  if (moment !== undefined) return isDay(given) ? given : moment.toISOString();
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** A date of the account's or the bank's calendar days, since `from`: PostgreSQL has no year 0. */
export const isoDay = (from = "0001-01-01") =>
  z.iso
    .date("must be an ISO 8601 date such as 2026-11-01")
    .refine((day) => day >= from, `must be ${from} or later`);
