import type { Charges } from "./payment.ts";

const vatPercent = 15n;

function percentOf(amount: bigint, percent: bigint): bigint {
  return (amount * percent + 50n) / 100n;
}

export type Charge = (amount: bigint) => Charges;

/**
 * In santim: the first fee is for amounts up to `upTo`, each further one up to ten times more. The tariffs are
 * invented.
 */
export function chargesBy(upTo: bigint, fees: readonly bigint[], levyPercent = 0n): Charge {
  return (amount) => {
    const service = fees.find((_fee, row) => amount <= upTo * 10n ** BigInt(row)) ?? fees.at(-1) ?? 0n;
    return { service, vat: percentOf(service, vatPercent), levy: percentOf(service, levyPercent) };
  };
}

/** For incoming payments: the other bank has charged for them. */
export const noCharges: Charge = () => ({ service: 0n, vat: 0n, levy: 0n });
