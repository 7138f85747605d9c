import { type IsAllowed, type Option, optionsAt } from "./look-alikes.ts";
import { likeliestText, type TextRow } from "./read-letter.ts";

/** A text that may have been printed, and how unlikely that is. */
export interface FormMatch {
  readonly text: string;
  /** As recognized. */
  readonly read: string;
  readonly cost: number;
  /** Where it starts in the row. */
  readonly at: number;
  /** Places of its letters that may as well be others. */
  readonly unsureAt: readonly number[];
}

/** Letters that each mark of a form allows. Any other character only allows itself. */
const classes = new Map<string, IsAllowed>(
  Object.entries({
    "#": /^\d$/,
    "@": /^[A-Z]$/,
    "*": /^[A-Z0-9]$/,
    "~": /^[A-Za-z0-9_-]$/,
    "%": /^[A-L]$/,
    "+": /^[1-9A-V]$/,
  }).map(([mark, pattern]) => [mark, (letter: string) => pattern.test(letter)]),
);

/** The same function each time, so that its options at a place are kept. */
function classOf(mark: string): IsAllowed {
  const known = classes.get(mark);
  if (known !== undefined) return known;
  const itself: IsAllowed = (letter) => letter === mark;
  classes.set(mark, itself);
  return itself;
}

/** Recognition may see a space inside a reference. */
const maxSpaces = 2;
const spaceCost = 1;
const lineBreakCost = 1;
/** A shorter number is not broken over two lines. */
const minBrokenLength = 11;
/** Another letter directly before or after it: a space was overlooked, or it is part of something longer. */
const joinedCost = 3;
/** Above it, the text is something else. */
const maxCost = 12;
/** A letter with an option that is hardly less likely is unsure: `O` and `0`, `B` and `8`. */
const unsureCost = 3.5;
const maxSwaps = 5;

/** Finds all places where the row, continued on the next one, may hold a text of this form. */
export function matchForm(row: TextRow, next: TextRow, form: string): readonly FormMatch[] {
  const allowed = Array.from(form, classOf);
  return row.flatMap((_letter, at) => matchAt(row, next, allowed, at));
}

function matchAt(
  row: TextRow,
  next: TextRow,
  allowed: readonly IsAllowed[],
  start: number,
): readonly FormMatch[] {
  const walked = isSpace(row, start) ? undefined : walk(row, next, allowed, start);
  if (walked === undefined) return [];
  const { places, read, isPieced, end, endRow } = walked;
  const isJoinedBefore = start > 0 && isAlphanumeric(row, start - 1);
  const isJoinedAfter = isAlphanumeric(endRow, end) && !startsDate(endRow, end);
  const flaws = [isJoinedBefore, isJoinedAfter, isPieced].filter(Boolean).length;
  const cost = walked.cost + (isJoinedBefore || isJoinedAfter ? joinedCost : 0);
  // Ordinary words have no digits.
  if (flaws > 1 || cost > maxCost || !/\d/.test(read)) return [];
  return swapped(places).map(({ text, extra, unsureAt }) => ({
    text,
    read,
    unsureAt,
    cost: cost + extra,
    at: start,
  }));
}

interface Walked {
  readonly places: readonly (readonly Option[])[];
  readonly read: string;
  readonly cost: number;
  /** With a space or the end of the row within. */
  readonly isPieced: boolean;
  /** The place after the last letter. */
  readonly end: number;
  readonly endRow: TextRow;
}

/** Goes through the form letter by letter, and gives up as soon as the text is too unlikely. */
function walk(row: TextRow, next: TextRow, allowed: readonly IsAllowed[], start: number): Walked | undefined {
  const places: (readonly Option[])[] = [];
  const used: TextRow[number][] = [];
  let cost = 0;
  let spaces = 0;
  let [source, at] = [row, start];
  for (const isAllowed of allowed) {
    for (; isSpace(source, at); at += 1) spaces += 1;
    if (at === source.length && source === row && allowed.length >= minBrokenLength) [source, at] = [next, 0];
    const place = source[at];
    if (place === undefined || spaces > maxSpaces || startsTime(source, at, row)) return undefined;
    const options = optionsAt(place, isAllowed);
    cost += options[0]?.cost ?? Number.POSITIVE_INFINITY;
    if (cost > maxCost) return undefined;
    places.push(options);
    used.push(place);
    at += 1;
  }
  const isBroken = source !== row;
  const pieces = spaces * spaceCost + (isBroken ? lineBreakCost : 0);
  const isPieced = spaces > 0 || isBroken;
  return { places, read: likeliestText(used), cost: cost + pieces, isPieced, end: at, endRow: source };
}

interface Swapped extends Pick<FormMatch, "text" | "unsureAt"> {
  readonly extra: number;
}

/** The likeliest text, and those with one or two of the least certain letters replaced. */
function swapped(places: readonly (readonly Option[])[]): readonly Swapped[] {
  const likeliest = places.map(([first]) => first?.letter ?? "");
  const swaps = places
    .flatMap(([first, ...others], place) =>
      others.map(({ letter, cost }) => ({ place, letter, extra: cost - (first?.cost ?? 0) })),
    )
    .sort((a, b) => a.extra - b.extra)
    .slice(0, maxSwaps);
  const pairs = swaps.flatMap((one, index) =>
    swaps.slice(index + 1).flatMap((other) => (one.place === other.place ? [] : [[one, other]])),
  );
  return [[], ...swaps.map((swap) => [swap]), ...pairs].map((chosen) => ({
    text: chosen.reduce((text, { place, letter }) => text.with(place, letter), likeliest).join(""),
    extra: chosen.reduce((sum, { extra }) => sum + extra, 0),
    unsureAt: [...places.keys()].filter(
      (at) => isUnsure(places[at] ?? []) || chosen.some(({ place }) => place === at),
    ),
  }));
}

function isUnsure([first, second]: readonly Option[]): boolean {
  return first !== undefined && second !== undefined && second.cost - first.cost < unsureCost;
}

function isSpace(row: TextRow, at: number): boolean {
  return row[at]?.[0]?.letter === " ";
}

/** Some banks print the time directly after the reference. */
function startsDate(row: TextRow, at: number): boolean {
  return /^20[2-9]\d/.test(likeliestText(row.slice(at, at + 4)));
}

const timeBeside =
  /^(?:20\d\d[-/.]|\d{1,2}(?:[-/.:]\d{1,2}|[ -]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mes|tik|hid|tah|tir|yek|meg|mia|gin|sen|ham|neh|pag|min|sec|hour|am\b|pm\b)))/i;

/** `03-11-2026`, `3 Nov 2026` or `5 min ago` beside a number that lost its last letter is no part of it. */
function startsTime(row: TextRow, at: number, first: TextRow): boolean {
  const isPieceStart = isSpace(row, at - 1) || (at === 0 && row !== first);
  return isPieceStart && timeBeside.test(likeliestText(row.slice(at, at + 8)));
}

function isAlphanumeric(row: TextRow, at: number): boolean {
  return /^[A-Za-z0-9]$/.test(row[at]?.[0]?.letter ?? "");
}
