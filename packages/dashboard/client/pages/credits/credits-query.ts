export const CREDITS_PATH = "/credits";
export const usagePeriods = [7, 30, 90] as const;

/** `days` of the address, where it is one that is offered. */
export function periodOf(query: URLSearchParams): number {
  const asked = Number(query.get("days"));
  return usagePeriods.find((days) => days === asked) ?? 30;
}
