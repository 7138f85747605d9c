import type { BankHistory } from "@receipts/contracts";

/** As on the public status page. */
export type DayLevel = "good" | "faults" | "down" | "unasked";

const GOOD = 0.99;
const HALF = 0.5;

export function levelOf(availability: number | null): DayLevel {
  if (availability === null) return "unasked";
  if (availability >= GOOD) return "good";
  return availability >= HALF ? "faults" : "down";
}

export function countLevels(days: BankHistory["days"]): Readonly<Record<DayLevel, number>> {
  const counts = { good: 0, faults: 0, down: 0, unasked: 0 };
  for (const { availability } of days) counts[levelOf(availability)] += 1;
  return counts;
}

/** As `99.85 %`. Shares have four decimals, rounded down, so that 100 % means all. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 ? 0 : 2)} %`;
}
