import type { CalendarDay } from "../receipts/addis-time.ts";
import { coreBankingDay } from "../receipts/core-banking-reference.ts";
import { drawnDay } from "../receipts/drawn-day.ts";
import { writeYearDay } from "../receipts/reference-day.ts";
import { capitalsAndDigits, createSeededDraw } from "../receipts/seeded-draw.ts";

/** Current share tokens, and the older ones in links of early 2026. */
const tokenShapes = [/^v2-[A-Za-z0-9]{16,24}$/, /^fHC[A-Za-z0-9]{8,15}$/];

export function isShareToken(text: string): boolean {
  return tokenShapes.some((shape) => shape.test(text));
}

/** The booking day of an `FT…` reference; cbe issues no other kind. */
export function cbeTransferDay(reference: string): CalendarDay | undefined {
  return reference.startsWith("FT") ? coreBankingDay(reference) : undefined;
}

/** The reference of a token without an order: a transfer made in March to September 2026. */
export function transferOfToken(token: string): string {
  const draw = createSeededDraw(token);
  const yearDay = writeYearDay(drawnDay(token));
  if (yearDay === undefined) throw new Error("a day of 2026 has no number");
  return `FT${yearDay}${draw.text("letters", 4, capitalsAndDigits)}${draw.digits("last", 1)}`;
}
