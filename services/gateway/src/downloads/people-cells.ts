import { both, type PageLanguage } from "@receipts/web-pages";
import type { AccountDays } from "./account-days.ts";
import type { Cell, PeopleCell, TableColumn } from "./table-columns.ts";

export interface PeopleTable<Row> {
  readonly header: readonly string[];
  readonly cellsOf: (row: Row) => readonly PeopleCell[];
}

/** A table as people read it. Where the account's calendar is the Ethiopian one, its day follows each time. */
export function peopleTable<Row>(
  columns: readonly TableColumn<Row>[],
  { timeZone, calendar }: AccountDays,
  language: PageLanguage,
): PeopleTable<Row> {
  const ethiopianDay = ethiopianDays(timeZone, language);
  const hasDay = (column: TableColumn<Row>) => column.isTime === true && calendar === "ethiopian";
  return {
    header: columns.flatMap((column) => {
      const title = column.title[language];
      if (column.isTime !== true) return [title];
      const timed = `${title} (${timeZone})`;
      return hasDay(column) ? [timed, texts.ethiopianDay[language](title)] : [timed];
    }),
    cellsOf: (row) =>
      columns.flatMap((column) => {
        const cell = column.shown === undefined ? column.cell(row) : column.shown(row, language);
        if (!hasDay(column)) return [cell];
        return [cell, isMoment(cell) ? ethiopianDay(cell.at) : null];
      }),
  };
}

const texts = {
  ethiopianDay: both(
    (title: string) => `${title}, Ethiopian calendar`,
    (title) => `${title}፣ በኢትዮጵያ ዘመን አቆጣጠር`,
  ),
};

/** `21 Hedar 2019`: no spreadsheet takes it for another day. */
function ethiopianDays(timeZone: string, language: PageLanguage): (at: Date) => string {
  const format = new Intl.DateTimeFormat(language, {
    calendar: "ethiopic",
    timeZone,
    numberingSystem: "latn",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return (["day", "month", "year"] as const).map((part) => parts.get(part)).join(" ");
  };
}

/** Zones change their clocks at a quarter of an hour. */
const QUARTER_MS = 900_000;
const MOST_QUARTERS = 10_000;

/**
 * Gives each moment as a clock in the zone shows it, as if that were UTC: spreadsheets know no zones. Taking a moment apart
 * costs more than the rest of its row, so the zone's offset is kept for each quarter of an hour.
 */
export function clockOf(timeZone: string): (at: Date) => Date {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const offsets = new Map<number, number>();
  function offsetOf(quarter: number): number {
    const start = quarter * QUARTER_MS;
    const parts = new Map(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute")) - start;
  }
  return (at) => {
    const quarter = Math.floor(at.getTime() / QUARTER_MS);
    const offset = offsets.get(quarter) ?? offsetOf(quarter);
    if (offsets.size >= MOST_QUARTERS) offsets.clear();
    offsets.set(quarter, offset);
    return new Date(at.getTime() + offset);
  };
}

export const isMoment = (cell: PeopleCell): cell is { readonly at: Date } =>
  typeof cell === "object" && cell !== null && "at" in cell;
export const isBirr = (cell: PeopleCell): cell is { readonly birr: string } =>
  typeof cell === "object" && cell !== null && "birr" in cell;

/** A spreadsheet would round it, drop its zeros, or read an exponent. */
const MISREAD_NUMBER = /^(?:\d{12,}|0\d+|\d+[eE]\d+)$/;

/** Cells of CSV for people. The apostrophe is how spreadsheets mark text. */
export function csvCellOf(timeZone: string): (cell: PeopleCell) => Cell {
  const clock = clockOf(timeZone);
  return (cell) => {
    if (isMoment(cell)) return clock(cell.at).toISOString().slice(0, 19).replace("T", " ");
    if (isBirr(cell)) return cell.birr;
    return typeof cell === "string" && MISREAD_NUMBER.test(cell) ? `'${cell}` : cell;
  };
}
