import type { Reading, ReadLetter, TextRow } from "../candidates/read-letter.ts";
import { type GrayPicture, sampleAt } from "../pixels/gray-picture.ts";
import { lineHeight, type Models } from "./models.ts";
import type { TextBox } from "./text-boxes.ts";

const minWidth = 48;
const maxWidth = 1_600;
/** Narrower letters save time, but some of small text are lost; wider ones are read best. */
export const stretches = { quick: 0.8, careful: 1.2 } as const;
/** The model looks at eight columns at a time. */
const step = 8;
const maxReadings = 5;
const minProbability = 0.001;
/** The model is surer than it can be. */
const maxProbability = 0.999;

/** Of a line that is 48 pixels high. */
function lineWidth({ length, thickness }: TextBox, stretch: number): number {
  const wide = Math.ceil(((length / thickness) * lineHeight * stretch) / step) * step;
  return Math.min(maxWidth, Math.max(minWidth, wide));
}

/** The box as a line of 48 rows, from -1 (black) to 1. */
export function cutOut(picture: GrayPicture, box: TextBox, stretch: number): Float32Array {
  const width = lineWidth(box, stretch);
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const line = new Float32Array(lineHeight * width);
  for (let row = 0; row < lineHeight; row += 1) {
    const across = ((row + 0.5) / lineHeight - 0.5) * box.thickness;
    for (let column = 0; column < width; column += 1) {
      const along = ((column + 0.5) / width - 0.5) * box.length;
      const x = box.centerX + along * cos - across * sin - 0.5;
      const y = box.centerY + along * sin + across * cos - 0.5;
      line[row * width + column] = sampleAt(picture, x, y) / 127.5 - 1;
    }
  }
  return line;
}

export async function readLine(line: Float32Array, models: Models): Promise<TextRow> {
  const input = new Float32Array(3 * line.length);
  for (const channel of [0, 1, 2]) input.set(line, channel * line.length);
  return lettersOf(await models.recognize(input, line.length / lineHeight), models.letters);
}

/** Repetitions of a letter without a gap are one letter. */
function lettersOf(probabilities: Float32Array, letters: readonly string[]): TextRow {
  const found: ReadLetter[] = [];
  let previous = 0;
  for (let start = 0; start < probabilities.length; start += letters.length) {
    const place = probabilities.subarray(start, start + letters.length);
    let best = 0;
    for (let each = 1; each < place.length; each += 1) {
      if ((place[each] ?? 0) > (place[best] ?? 0)) best = each;
    }
    if (best !== 0 && best !== previous) found.push(readingsOf(place, letters));
    previous = best;
  }
  return found;
}

function readingsOf(place: Float32Array, letters: readonly string[]): ReadLetter {
  const readings: Reading[] = [];
  for (let each = 1; each < place.length; each += 1) {
    const probability = Math.min(maxProbability, place[each] ?? 0);
    if (probability >= minProbability) readings.push({ letter: letters[each] ?? "", probability });
  }
  return readings.sort((a, b) => b.probability - a.probability).slice(0, maxReadings);
}
