import type { PageLanguage } from "@receipts/web-pages/texts";

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counted = new Intl.NumberFormat("en-US");

/** As `ETB 1,250.00` or `1,250.00 ብር`. */
export function money(amount: number, currency: string | null, language: PageLanguage): string {
  const figure = grouped.format(amount);
  if (language === "am" && (currency ?? "ETB") === "ETB") return `${figure} ብር`;
  return `${currency ?? "ETB"} ${figure}`;
}

/** `10,000` */
export function count(number: number): string {
  return counted.format(number);
}
