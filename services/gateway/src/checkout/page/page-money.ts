import { formatSantim } from "@receipts/contracts";
import { santimOf } from "../deposits/deposit-row.ts";
import type { PageTexts } from "./page-texts.ts";

const grouped = new Intl.NumberFormat("en-US");

/** With currency and thousands separators, such as `ETB 1,250.00`. */
export function birrOf(texts: Pick<PageTexts, "birr">, santim: number): string {
  const [birr = "", cents = ""] = plainAmount(santim).split(".");
  return texts.birr(`${grouped.format(BigInt(birr))}.${cents}`);
}

/** As banking apps accept it. */
export function plainAmount(santim: number): string {
  return formatSantim(santimOf(santim));
}
