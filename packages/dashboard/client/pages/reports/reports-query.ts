import type { MetricsWindow } from "@receipts/contracts";
import { withQuery } from "../../app/routes.ts";

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
  return withQuery(REPORTS_PATH, query);
}
