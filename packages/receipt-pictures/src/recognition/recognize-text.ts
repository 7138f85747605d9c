import { likeliestText, type TextRow } from "../candidates/read-letter.ts";
import { type GrayPicture, shrink } from "../pixels/gray-picture.ts";
import { capitalInk } from "./capital-ink.ts";
import { findLines } from "./find-lines.ts";
import { lineHeight, type Models } from "./models.ts";
import { cutOut, readLine, stretches } from "./read-line.ts";
import type { TextBox } from "./text-boxes.ts";
import { middleAngle, type ReadBox, rowsOf } from "./text-rows.ts";

/** Lines that are read between two checks, by their width at 48 pixels of height. One pixel takes 0.1 ms. */
const widthPerRound = 600;
/** A whole receipt has about 16,000, and its reference is hardly ever in the last quarter. */
const maxWidth = 12_000;
/** The bank's name is at the top. */
const titleLines = 7;
const minTitleAspect = 1.5;
/** A line that is this much longer than high can hold a reference. */
const minAspect = 3.5;
/** The mean of a line that is not on its head; such a line has a letter for each square at least. */
const goodProbability = 0.9;
/** So many are read both ways if none is good. */
const linesCompared = 3;

/** If nothing is sure, so many lines with such a word are read again. */
const linesAgain = 4;
const longCode = /\d[A-Za-z0-9]{7}/;

interface Line extends FoundLine {
  readonly pixels: Float32Array;
}

interface ReadLine extends ReadBox {
  /** Read with wide letters. */
  readonly isCareful: boolean;
}

/**
 * Reads the lines that look most like references first, and stops when `isEnough` accepts the rows read so far. Returns
 * the rows from top to bottom.
 */
export async function recognizeText(
  picture: GrayPicture,
  models: Models,
  isEnough: (rows: readonly TextRow[]) => boolean,
): Promise<readonly TextRow[]> {
  const cut = cutter(picture);
  const found = await upright(await findLines(picture, models), cut, models);
  const read: ReadLine[] = [];
  let width = 0;
  let checkedAt = 0;
  const lines = found.map((each) => ({ ...each, pixels: cut(each.box) }));
  for (const { box, row, pixels } of likeliestFirst(lines)) {
    read.push({ box, row: row ?? (await readLine(pixels, models)), isCareful: row !== undefined });
    width += row === undefined ? pixels.length / lineHeight : 0;
    if (width - checkedAt < widthPerRound) continue;
    checkedAt = width;
    if (isEnough(rowsOf(read))) return rowsOf(read);
    if (width > maxWidth) break;
  }
  return isEnough(rowsOf(read)) ? rowsOf(read) : rowsOf(await readAgain(read, cut, models));
}

/** Reads lines that may hold a reference a second time, with wider letters. */
async function readAgain(
  read: readonly ReadLine[],
  cut: (box: TextBox, stretch?: number) => Float32Array,
  models: Models,
): Promise<readonly ReadBox[]> {
  const chosen = read
    .filter(({ row, isCareful }) => !isCareful && longCode.test(likeliestText(row)))
    .slice(0, linesAgain);
  const again: ReadBox[] = [];
  for (const each of read) {
    const isChosen = chosen.includes(each);
    const row = isChosen ? await readLine(cut(each.box, stretches.careful), models) : each.row;
    again.push({ box: each.box, row });
  }
  return again;
}

/** Cuts lines out of the picture, shrunk to about their height, so that no pixel is skipped. */
function cutter(picture: GrayPicture): (box: TextBox, stretch?: number) => Float32Array {
  const levels = [picture];
  return (box, stretch = stretches.quick) => {
    const halvings = Math.max(0, Math.floor(Math.log2(box.thickness / lineHeight)));
    while (levels.length <= halvings) levels.push(shrink(levels.at(-1) ?? picture, 0.5));
    const level = levels[halvings] ?? picture;
    const scale = level.width / picture.width;
    const { angle } = box;
    const [centerX, centerY] = [box.centerX * scale, box.centerY * scale];
    const [length, thickness] = [box.length * scale, box.thickness * scale];
    return cutOut(level, { centerX, centerY, length, thickness, angle }, stretch);
  };
}

interface FoundLine {
  readonly box: TextBox;
  /** If it was read to find out which way is up. */
  readonly row: TextRow | undefined;
}

/** Turns the boxes so that their text is not on its head. */
async function upright(
  boxes: readonly TextBox[],
  cut: (box: TextBox, stretch: number) => Float32Array,
  models: Models,
): Promise<readonly FoundLine[]> {
  const along = middleAngle(boxes.filter(isLine));
  const turned = boxes.map((box) => ({ ...box, angle: nearest(box.angle, along) }));
  const samples = turned
    .filter(isLine)
    .sort((a, b) => b.length * b.thickness - a.length * a.thickness)
    .slice(0, linesCompared);
  const asIs = new Map<TextBox, TextRow>();
  const onHead = new Map<TextBox, TextRow>();
  let lead = 0;
  for (const box of samples) {
    const row = await readLine(cut(box, stretches.careful), models);
    asIs.set(box, row);
    const isGood =
      row.length >= box.length / box.thickness && sumOfProbabilities(row) >= goodProbability * row.length;
    if (isGood && lead >= 0) break;
    const other = await readLine(cut(onItsHead(box), stretches.careful), models);
    onHead.set(box, other);
    lead += sumOfProbabilities(row) - sumOfProbabilities(other);
  }
  return turned.map((box) =>
    lead >= 0 ? { box, row: asIs.get(box) } : { box: onItsHead(box), row: onHead.get(box) },
  );
}

function onItsHead(box: TextBox): TextBox {
  return { ...box, angle: box.angle + Math.PI };
}

function isLine({ length, thickness }: TextBox): boolean {
  return length >= minAspect * thickness;
}

/** The same line at one of its two directions. */
function nearest(angle: number, wanted: number): number {
  const turns = Math.round((wanted - angle) / Math.PI);
  return angle + turns * Math.PI;
}

/** Text on its head gives fewer letters, and less likely ones. */
function sumOfProbabilities(row: TextRow): number {
  return row.reduce((total, [likeliest]) => total + (likeliest?.probability ?? 0), 0);
}

/** Longer lines take longer to read; a reference alone is six times as long as high. */
function rankOf({ box, pixels }: Line): number {
  const aspect = box.length / box.thickness;
  return capitalInk(pixels) - 0.03 * aspect + (isLine(box) ? 10 : 0);
}

function likeliestFirst(lines: readonly Line[]): readonly Line[] {
  const angle = middleAngle(lines.map(({ box }) => box));
  const depth = ({ box }: Line) => box.centerY * Math.cos(angle) - box.centerX * Math.sin(angle);
  const titles = lines
    .filter(({ box }) => box.length >= minTitleAspect * box.thickness)
    .sort((a, b) => depth(a) - depth(b))
    .slice(0, titleLines);
  const others = lines
    .filter((line) => !titles.includes(line))
    .map((line) => ({ line, rank: rankOf(line) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ line }) => line);
  return [...titles, ...others];
}
