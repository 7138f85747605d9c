import { type CalendarDay, calendarDay } from "./addis-time.ts";
import { createSeededDraw } from "./seeded-draw.ts";

/** For references that contain no day: a day of March to September 2026. */
export function drawnDay(seed: string): CalendarDay {
  const draw = createSeededDraw(seed);
  const day = calendarDay(2026, 3 + draw.number("month", 7), 1 + draw.number("day", 30));
  if (day === undefined) throw new Error("each of these months has 30 days");
  return day;
}
