import type { Charges } from "./payment.ts";

/** In santim; the first row whose `upTo` holds the amount gives the fee. Tariffs here are invented. */
export type Tariff = readonly { readonly upTo: bigint; readonly fee: bigint }[];

const vatPercent = 15n;

function percentOf(amount: bigint, percent: bigint): bigint {
  return (amount * percent + 50n) / 100n;
}

export function chargesFor(amount: bigint, tariff: Tariff, levyPercent: bigint): Charges {
  const row = tariff.find(({ upTo }) => amount <= upTo) ?? tariff.at(-1);
  const service = row?.fee ?? 0n;
  return { service, vat: percentOf(service, vatPercent), levy: percentOf(service, levyPercent) };
}
