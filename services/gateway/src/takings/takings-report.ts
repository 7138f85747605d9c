import {
  type BankCode,
  bankCodes,
  type DayClose,
  formatSantim,
  type Santim,
  type TakingsReport,
  type TakingsSum,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { daysOf, type Period } from "../http/requested-period.ts";
import { addDays } from "../http/time-zone.ts";
import { listCloses } from "./day-close-repository.ts";
import { findTakingsNames, type TakingsNames } from "./takings-names.ts";
import { type TakingsRow, takingsQuery } from "./takings-query.ts";

export interface TakingsPeriod extends Period {
  readonly timeZone: string;
}

/** The rows of the period, by the day's number from 1. */
export async function readTakings(
  database: Queryable,
  userId: string,
  { from, before, timeZone }: TakingsPeriod,
  branchId: string | null = null,
): Promise<TakingsRow[]> {
  const starts = daysOf({ from, before, timeZone }).map(({ startsAt }) => startsAt);
  const { rows } = await database.query<TakingsRow>({
    ...takingsQuery,
    values: [userId, from, before, starts, branchId],
  });
  return rows;
}

export async function takingsReport(
  database: Queryable,
  userId: string,
  period: TakingsPeriod,
  branchId: string | null,
): Promise<TakingsReport> {
  const { timeZone, from, before } = period;
  const days = daysOf(period);
  const periodBefore = { timeZone, from: addDays(from, -days.length, timeZone), before: from };
  // Before the rows: what comes between the two is after the close.
  const closes = await listCloses(database, userId, {
    dates: days.map(({ date }) => date),
    branchId,
  });
  const rows = await readTakings(database, userId, period, branchId);
  const rowsBefore = await readTakings(database, userId, periodBefore, branchId);
  const names = await findTakingsNames(database, userId, [...rows, ...rowsBefore]);
  const groupsBy = <Key extends string | null>(keyOf: (row: TakingsRow) => Key) =>
    groupsOf(rows, rowsBefore, keyOf);
  return {
    timeZone,
    from: from.toISOString(),
    to: before.toISOString(),
    total: sumOf(rows),
    before: sumOf(rowsBefore),
    days: days.map(({ date }, at) => {
      const ofDay = rows.filter(({ day }) => day === at + 1);
      const close = closes.get(date) ?? null;
      return {
        date,
        ...sumOf(ofDay),
        fromEarlierDays: sumOf(ofDay.filter(({ isFromEarlierDay }) => isFromEarlierDay)),
        close,
        afterClose: close && sumAfter(ofDay, close),
      };
    }),
    banks: inOrder(groupsBy(({ bank }) => bank)).map(({ key, ...sums }) => ({ bank: key, ...sums })),
    ...namedGroups(groupsBy, names),
  };
}

function namedGroups(
  groupsBy: (keyOf: (row: TakingsRow) => string | null) => Group<string | null>[],
  names: TakingsNames,
): Pick<TakingsReport, "branches" | "tills" | "members"> {
  const named = (keyOf: (row: TakingsRow) => string | null) =>
    groupsBy(keyOf).map(({ key, ...sums }) => ({
      id: key,
      name: key === null ? null : (names.get(key) ?? null),
      ...sums,
    }));
  return {
    branches: named(({ branchId }) => branchId),
    tills: named(({ tillId }) => tillId),
    members: named(({ memberId }) => memberId),
  };
}

interface Group<Key> extends TakingsSum {
  readonly key: Key;
  readonly before: TakingsSum;
}

/** The largest first. */
function groupsOf<Key extends string | null>(
  rows: readonly TakingsRow[],
  rowsBefore: readonly TakingsRow[],
  keyOf: (row: TakingsRow) => Key,
): Group<Key>[] {
  const now = Map.groupBy(rows, keyOf);
  const before = Map.groupBy(rowsBefore, keyOf);
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((key) => ({ key, ...sumOf(now.get(key) ?? []), before: sumOf(before.get(key) ?? []) }))
    .toSorted((a, b) => Number(b.amount) - Number(a.amount));
}

function inOrder(groups: Group<BankCode>[]): Group<BankCode>[] {
  return groups.toSorted((a, b) => bankCodes.indexOf(a.key) - bankCodes.indexOf(b.key));
}

export function sumOf(rows: readonly Pick<TakingsRow, "payments" | "cents">[]): TakingsSum {
  const cents = rows.reduce((sum, row) => sum + BigInt(row.cents), 0n) as Santim;
  return { payments: rows.reduce((sum, row) => sum + row.payments, 0), amount: formatSantim(cents) };
}

/** The day without its close, so that both together are always the day. */
function sumAfter(rows: readonly TakingsRow[], close: DayClose): TakingsSum {
  const closed = { payments: -close.payments, cents: -centsOf(close.amount) };
  return sumOf([...rows, closed]);
}

/** Reads an amount that `formatSantim` wrote. */
export const centsOf = (amount: string): number => Math.round(Number(amount) * 100);
