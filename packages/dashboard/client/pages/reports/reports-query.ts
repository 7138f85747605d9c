import type { MetricsWindow } from "@receipts/contracts";
import { withQuery } from "../../app/routes.ts";

export const REPORTS_PATH = "/reports";
export const windows: readonly MetricsWindow[] = ["1h", "24h", "7d", "30d"];
/** In days; the API's maximum is 400. */
export const reportPeriods = [7, 30, 90, 365] as const;

export interface ReportChoice {
  readonly window: MetricsWindow;
  readonly days: number;
  /** Default: all banks. */
  readonly bank: string | undefined;
}

/** Reads the choices of the address; unknown values become the defaults. */
export function choiceOf(query: URLSearchParams): ReportChoice {
  const [window, days, bank] = [query.get("window"), Number(query.get("days")), query.get("bank") ?? ""];
  return {
    window: windows.find((each) => each === window) ?? "24h",
    days: reportPeriods.find((each) => each === days) ?? 30,
    bank: /^[a-z]{3,20}$/.test(bank) ? bank : undefined,
  };
}

/** Address of a choice, without default values. */
export function pathOfChoice({ window, days, bank }: ReportChoice): string {
  const query = new URLSearchParams();
  if (window !== "24h") query.set("window", window);
  if (days !== 30) query.set("days", String(days));
  if (bank !== undefined) query.set("bank", bank);
  return withQuery(REPORTS_PATH, query);
}
