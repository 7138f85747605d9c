import type { MetricsWindow } from "@receipts/contracts";

export const REPORTS_PATH = "/reports";
export const windows: readonly MetricsWindow[] = ["1h", "24h", "7d", "30d"];
/** The longest that the API reports is 400. */
export const reportPeriods = [7, 30, 90, 365] as const;

export interface ReportChoice {
  readonly window: MetricsWindow;
  readonly days: number;
  /** All of them unless told. */
  readonly bank: string | undefined;
}

/** What the address asks for, as far as it is something that is offered. */
export function choiceOf(query: URLSearchParams): ReportChoice {
  const [window, days, bank] = [query.get("window"), Number(query.get("days")), query.get("bank") ?? ""];
  return {
    window: windows.find((each) => each === window) ?? "24h",
    days: reportPeriods.find((each) => each === days) ?? 30,
    bank: /^[a-z]{3,20}$/.test(bank) ? bank : undefined,
  };
}

/** The address of a choice; what is usual is not in it. */
export function pathOfChoice({ window, days, bank }: ReportChoice): string {
  const query = new URLSearchParams();
  if (window !== "24h") query.set("window", window);
  if (days !== 30) query.set("days", String(days));
  if (bank !== undefined) query.set("bank", bank);
  const text = query.toString();
  return text === "" ? REPORTS_PATH : `${REPORTS_PATH}?${text}`;
}

const DAY_MS = 86_400_000;

/** So many days (UTC), today included. */
export function periodOf(days: number, now: Date): { readonly startDate: string; readonly endDate: string } {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  return { startDate: dayOf(new Date(now.getTime() - (days - 1) * DAY_MS)), endDate: dayOf(now) };
}
