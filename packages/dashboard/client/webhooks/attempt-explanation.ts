import type { PageLanguage } from "@receipts/web-pages/texts";
import { attemptTexts } from "./attempt-texts.ts";

type Status = keyof (typeof attemptTexts)["en"]["statuses"];

const special: Readonly<Record<number, Status>> = {
  401: "refused",
  403: "refused",
  404: "notFound",
  405: "notFound",
  410: "gone",
  429: "limited",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};
const byHundred: readonly Status[] = ["unusual", "unusual", "delivered", "redirect", "rejected", "failed"];

/** Explains the result of an attempt, and how to correct it. */
export function explanationOf(
  { statusCode, errorClass }: { readonly statusCode: number | null; readonly errorClass: string | null },
  language: PageLanguage,
): string {
  const { statuses, classes, unknown } = attemptTexts[language];
  if (statusCode !== null)
    return statuses[special[statusCode] ?? byHundred[Math.floor(statusCode / 100)] ?? "unusual"];
  return Object.entries(classes).find(([name]) => name === errorClass)?.[1] ?? unknown;
}
