import { formatSantim } from "@receipts/contracts";
import { santimOf } from "../deposits/deposit-row.ts";

const grouped = new Intl.NumberFormat("en-US");

/** With thousands separators, such as `1,250.00`. */
export function groupedAmount(santim: number): string {
  const [birr = "", cents = ""] = plainAmount(santim).split(".");
  return `${grouped.format(BigInt(birr))}.${cents}`;
}

/** As banking apps accept it. */
export function plainAmount(santim: number): string {
  return formatSantim(santimOf(santim));
}
