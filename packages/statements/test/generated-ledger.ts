import type { LineClass, LineNote, Santim } from "@receipts/contracts";
import { writeXlsx } from "hucre/xlsx";
import type { OurPayment } from "../src/index.ts";

/** A seeded source of whole numbers below `most` (mulberry32). */
export function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}

const DAY_MS = 86_400_000;
const ADDIS_MS = 3 * 3_600_000;
/** 1 March 2026 in Addis Ababa. */
const START = Date.UTC(2026, 2, 1) - ADDIS_MS;
const DAYS = 31;
export const ledgerPeriod = { from: new Date(START), before: new Date(START + DAYS * DAY_MS) };

export interface PrintedLine {
  readonly reference: string;
  /** In santim; negative if money left the account. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly time: Date;
}

export interface Expected {
  readonly class: LineClass;
  readonly note: LineNote | null;
  readonly reference: string;
  readonly difference: bigint | null;
}

export interface Ledger {
  readonly printed: readonly PrintedLine[];
  readonly payments: readonly OurPayment[];
  /** In any order. */
  readonly expected: readonly Expected[];
}

/**
 * A month of a shop: about `size` lines, of which each knows its result. Among them are fees, duplicates on both sides,
 * reversals, and payments within minutes of midnight in Addis Ababa and in UTC.
 */
export function generateLedger(size: number, seed: number): Ledger {
  const random = randomFrom(seed);
  const printed: PrintedLine[] = [];
  const payments: OurPayment[] = [];
  const expected: Expected[] = [];
  for (let number = 0; printed.length < size; number += 1) {
    const event = eventOf(number, random);
    printed.push(...event.printed);
    payments.push(...event.payments);
    expected.push(...event.expected);
  }
  return {
    printed: printed.sort((left, right) => left.time.getTime() - right.time.getTime()),
    payments,
    expected,
  };
}

function eventOf(number: number, random: (most: number) => number): Ledger {
  const reference = `DC${"123456789ABCDEFGHIJKLMNOPQRSTUV"[number % DAYS]}${number.toString(36).toUpperCase().padStart(7, "0")}`;
  // No two are equal, so that no suggestion is expected.
  const amount = BigInt(number) * 7n + 10_003n;
  const time = timeOf(number, random);
  const fee = BigInt(random(500) + 1);
  const line = (change: Partial<PrintedLine> = {}): PrintedLine => ({
    reference,
    amount,
    fee: 0n,
    time,
    ...change,
  });
  const ours = (repeat = 0, paid = amount): OurPayment => ({
    ...{ id: `ver_${number}_${repeat}`, reference, amount: paid as Santim, time, depositId: null },
  });
  const result = (name: LineClass, note: LineNote | null, difference: bigint | null): Expected => ({
    ...{ class: name, note, reference, difference },
  });
  const matched = result("matched", null, 0n);
  switch (random(12)) {
    case 0:
      return { printed: [line()], payments: [], expected: [result("statement_only", null, null)] };
    case 1:
      return { printed: [line()], payments: [ours(0), ours(1), ours(2)], expected: [matched] };
    case 2:
      return {
        ...{ printed: [line(), line()], payments: [ours()] },
        expected: [matched, result("ignored", "repeated", null)],
      };
    case 3:
      return {
        ...{ printed: [line({ amount: amount - fee, fee })], payments: [ours()] },
        expected: [result("matched", "net", -fee)],
      };
    case 4:
      return {
        ...{ printed: [line({ amount: amount + fee, fee })], payments: [ours()] },
        expected: [result("matched", "gross", fee)],
      };
    case 5:
      return {
        ...{ printed: [line(), line({ amount: -amount })], payments: [ours()] },
        expected: [result("differing", "reversed", -amount), result("ignored", "outgoing", null)],
      };
    case 6:
      return {
        ...{ printed: [line()], payments: [ours(0, amount + 1n)] },
        expected: [result("differing", "other_amount", -1n)],
      };
    case 7:
      return {
        ...{ printed: [line({ reference: `OUT${number}`, amount: -amount })], payments: [] },
        expected: [{ ...result("ignored", "outgoing", null), reference: `OUT${number}` }],
      };
    case 8: {
      const isNearEdge = time.getTime() < START + DAY_MS || time.getTime() >= START + (DAYS - 1) * DAY_MS;
      return {
        ...{ printed: [], payments: [ours()] },
        expected: [result("ours_only", isNearEdge ? "near_edge" : null, null)],
      };
    }
    default:
      return { printed: [line()], payments: [ours()], expected: [matched] };
  }
}

/** Half of them within two minutes of a midnight, in whole seconds. */
function timeOf(number: number, random: (most: number) => number): Date {
  const day = START + (number % DAYS) * DAY_MS;
  const seconds = [
    random(86_400),
    random(86_400),
    random(120),
    86_399 - random(120),
    10_800 + random(120) - 60,
  ];
  return new Date(day + (seconds[random(seconds.length)] ?? 0) * 1_000);
}

const birr = (santim: bigint) => `${santim / 100n}.${String(santim % 100n).padStart(2, "0")}`;

/** As telebirr's transactions, with the times of clocks that are ahead of UTC by so many hours. */
export function transactionRows(printed: readonly PrintedLine[], hoursAhead: number): (string | number)[][] {
  const clock = (time: Date) =>
    new Date(time.getTime() + hoursAhead * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  return [
    ["Transaction No", "Transaction Time", "Amount", "Fee", "Status"],
    ...printed.map(({ reference, amount, fee, time }) => [
      reference,
      clock(time),
      amount < 0n ? `-${birr(-amount)}` : birr(amount),
      birr(fee),
      "Completed",
    ]),
  ];
}

/** The rows as a workbook, written by another library than the one that reads it. */
export const workbookOf = (rows: (string | number)[][]): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: "Statement", rows }] });
