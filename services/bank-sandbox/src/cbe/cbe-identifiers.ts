import type { CalendarDay } from "../receipts/addis-time.ts";
import { coreBankingDay } from "../receipts/core-banking-reference.ts";
import { drawnDay } from "../receipts/drawn-day.ts";
import { writeYearDay } from "../receipts/reference-day.ts";
import { capitalsAndDigits, createSeededDraw } from "../receipts/seeded-draw.ts";

/** Today's share tokens, and the older ones that links of early 2026 still carry. */
const tokenShapes = [/^v2-[A-Za-z0-9]{16,24}$/, /^fHC[A-Za-z0-9]{8,15}$/];

export function isShareToken(text: string): boolean {
  return tokenShapes.some((shape) => shape.test(text));
}

/** The booking day of an `FT…` reference; cbe gives out no other kind. */
export function cbeTransferDay(reference: string): CalendarDay | undefined {
  return reference.startsWith("FT") ? coreBankingDay(reference) : undefined;
}

/** The reference that a token nobody ordered stands for: a transfer made in March to September 2026. */
export function transferOfToken(token: string): string {
  const draw = createSeededDraw(token);
  const yearDay = writeYearDay(drawnDay(token));
  if (yearDay === undefined) throw new Error("a day of 2026 has no number");
  return `FT${yearDay}${draw.text("letters", 4, capitalsAndDigits)}${draw.digits("last", 1)}`;
}
