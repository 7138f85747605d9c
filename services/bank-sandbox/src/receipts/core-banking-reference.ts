import { type CalendarDay, localTimeOf } from "./addis-time.ts";
import { randomEnding } from "./random-text.ts";
import { readYearDay, writeYearDay } from "./reference-day.ts";

/**
 * `FT` (a transfer) or `TT` (at a teller), `YYDDD`, five characters: the format of T24, the core system of cbe and boa.
 */
const shape = /^[FT]T(\d{5})[A-Z0-9]{5}$/;

/** The booking day; undefined for any other text. */
export function coreBankingDay(reference: string): CalendarDay | undefined {
  const match = shape.exec(reference);
  return match?.[1] === undefined ? undefined : readYearDay(match[1]);
}

/** Payments from 20:00 on are booked on the next day. */
const bookingLeadMs = 4 * 60 * 60 * 1000;

/** Undefined for a year that two digits cannot represent. */
export function newTransferReference(paidAt: Date): string | undefined {
  const yearDay = writeYearDay(localTimeOf(new Date(paidAt.getTime() + bookingLeadMs)));
  return yearDay === undefined ? undefined : `FT${yearDay}${randomEnding(5)}`;
}
