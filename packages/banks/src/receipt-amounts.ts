import { parseSantim, type Santim } from "@receipts/contracts";
import { ReceiptUnreadable } from "./bank-failure.ts";

/** Throws `ReceiptUnreadable` unless the text is a plain number of birr; some banks print 72 santim as `.72`. */
export function readSantim(label: string, text: string | undefined): Santim {
  const amount = text === undefined ? undefined : parseSantim(text.replace(/^\./, "0."));
  if (amount === undefined) throw new ReceiptUnreadable(`"${label}" is not an amount`);
  return amount;
}

/** `ETB 20,475.00` → `20,475.00` */
export function withoutEtb(text: string): string | undefined {
  return /^ETB ?([\d.,]+)$/.exec(text)?.[1];
}

/** As `readSantim`, but rejects an amount of zero. */
export function readPaidSantim(label: string, text: string | undefined): Santim {
  const amount = readSantim(label, text);
  if (amount === 0n) throw new ReceiptUnreadable(`"${label}" is zero`);
  return amount;
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Banks round fee, VAT and levy one by one, up or to the nearest. */
const ROUNDING_SANTIM = 2n;

type Charges =
  | {
      readonly fee: bigint;
      readonly vat: bigint;
      /** Left out if documents of this kind have no row for it: the total may then hold it all the same. */
      readonly levy?: bigint;
    }
  /** All of them in one sum. */
  | { readonly charged: bigint };

/**
 * Whether amount and charges add up to the total, within two santim if there are charges. The levy is 5 % of the fee
 * since 23 February 2026 (Regulation 576/2018; "Disaster Recovery", EDRRF, DRRF).
 */
export function addsUp(total: bigint, amount: bigint, charges: Charges): boolean {
  const { fee, vat, levy } =
    "charged" in charges ? { fee: 0n, vat: charges.charged, levy: 0n } : { levy: undefined, ...charges };
  const charged = sum([fee, vat, levy ?? 0n]);
  const rest = total - amount - charged;
  const rounding = charged === 0n ? 0n : ROUNDING_SANTIM;
  const isRounded = (hundredths: bigint) => hundredths <= 100n * rounding && hundredths >= -100n * rounding;
  return isRounded(100n * rest) || (levy === undefined && isRounded(100n * rest - 5n * fee));
}
