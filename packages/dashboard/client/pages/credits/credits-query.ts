export const CREDITS_PATH = "/credits";
export const usagePeriods = [7, 30, 90] as const;

/** `days` of the address if it is an offered period, else 30. */
export function periodOf(query: URLSearchParams): number {
  const asked = Number(query.get("days"));
  return usagePeriods.find((days) => days === asked) ?? 30;
}
