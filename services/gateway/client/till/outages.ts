/** Names the banks that fail at the moment, before a cashier asks one of them. */
import type { Outage } from "@receipts/contracts";
import { element, made, nameBank, texts } from "./api.ts";

let known: readonly Outage[] = [];

export function showOutages(outages: readonly Outage[]): void {
  known = outages;
  const lines = outages.map((outage) => made("p", textOf(outage)));
  const notice = element("outages");
  notice.hidden = lines.length === 0;
  // A screen reader reads it again when it changes.
  if (notice.textContent !== lines.map((line) => line.textContent).join("")) notice.replaceChildren(...lines);
}

/** Nothing for a bank that is not known to fail. */
export function outageOf(bank: string): string[] {
  return known.filter((outage) => outage.bank === bank).map(textOf);
}

const textOf = ({ bank, state }: Outage) => nameBank(texts.outages[state], bank);
