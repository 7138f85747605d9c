import { type Option, optionsAt } from "./look-alikes.ts";
import { likeliestText, type TextRow } from "./read-letter.ts";

/** A text that may have been printed, and how unlikely that is. */
export interface FormMatch {
  readonly text: string;
  /** As recognized. */
  readonly read: string;
  readonly cost: number;
  /** Where it starts in the row. */
  readonly at: number;
}

const marks: Readonly<Record<string, RegExp>> = {
  "#": /^\d$/,
  "@": /^[A-Z]$/,
  "*": /^[A-Z0-9]$/,
  "~": /^[A-Za-z0-9_-]$/,
  "%": /^[A-L]$/,
  "+": /^[1-9A-V]$/,
};

/** Recognition may see a space inside a reference. */
const maxSpaces = 2;
const spaceCost = 1;
const lineBreakCost = 1;
/** Another letter directly before or after it: a space was overlooked, or it is part of something longer. */
const joinedCost = 3;
/** Above it, the text is something else. */
const maxCost = 12;
const maxSwaps = 5;

/** Finds all places where the row, continued on the next one, may hold a text of this form. */
export function matchForm(row: TextRow, next: TextRow, form: string): readonly FormMatch[] {
  const classes = Array.from(
    form,
    (mark) => (letter: string) => marks[mark]?.test(letter) ?? letter === mark,
  );
  return row.flatMap((_letter, at) => matchAt(row, next, classes, at));
}

function matchAt(
  row: TextRow,
  next: TextRow,
  classes: readonly ((letter: string) => boolean)[],
  start: number,
): readonly FormMatch[] {
  if (isSpace(row, start)) return [];
  const places: (readonly Option[])[] = [];
  const used: TextRow[number][] = [];
  let cost = 0;
  let spaces = 0;
  let source = row;
  let at = start;
  for (const isAllowed of classes) {
    while (at < source.length && isSpace(source, at)) {
      at += 1;
      spaces += 1;
      cost += spaceCost;
    }
    if (at === source.length && source === row) {
      source = next;
      at = 0;
      cost += lineBreakCost;
    }
    const place = source[at];
    if (place === undefined || spaces > maxSpaces) return [];
    const options = optionsAt(place, isAllowed);
    cost += options[0]?.cost ?? Number.POSITIVE_INFINITY;
    if (cost > maxCost) return [];
    places.push(options);
    used.push(place);
    at += 1;
  }
  const isJoinedBefore = start > 0 && isAlphanumeric(row, start - 1);
  const isJoinedAfter = at < source.length && isAlphanumeric(source, at) && !startsDate(source, at);
  const isPieced = spaces > 0 || source !== row;
  if (isJoinedBefore && (isJoinedAfter || isPieced)) return [];
  if (isJoinedAfter && isPieced) return [];
  if (isJoinedBefore || isJoinedAfter) cost += joinedCost;
  const read = likeliestText(used);
  // Ordinary words have no digits.
  if (!/\d/.test(read) || cost > maxCost) return [];
  return swapped(places).map(({ text, extra }) => ({ text, read, cost: cost + extra, at: start }));
}

/** The likeliest text, and those with one or two of the least certain letters replaced. */
function swapped(places: readonly (readonly Option[])[]): readonly { text: string; extra: number }[] {
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
  }));
}

function isSpace(row: TextRow, at: number): boolean {
  return row[at]?.[0]?.letter === " ";
}

/** Some banks print the time directly after the reference. */
function startsDate(row: TextRow, at: number): boolean {
  return /^20\d\d-\d\d-/.test(likeliestText(row.slice(at, at + 8)));
}

function isAlphanumeric(row: TextRow, at: number): boolean {
  return /^[A-Za-z0-9]$/.test(row[at]?.[0]?.letter ?? "");
}
