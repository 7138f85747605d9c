import { lineHeight } from "./models.ts";

/** Letters of the shortest reference, at about half a line's height each. */
const windowWidth = 4 * lineHeight;
const leastInk = 0.15;

/**
 * How much a line looks like capitals and digits: the ink of their upper quarter compared with the ink below it, in the
 * best stretch as long as a reference. Small letters leave the upper quarter nearly empty. `line` has 48 rows.
 */
export function capitalInk(line: Float32Array): number {
  const width = line.length / lineHeight;
  const paper = paperOf(line);
  const ink = new Float32Array(line.length);
  const rows = new Float32Array(lineHeight);
  for (let row = 0; row < lineHeight; row += 1) {
    let sum = 0;
    for (let at = row * width; at < (row + 1) * width; at += 1) {
      const value = Math.abs((line[at] ?? 0) - paper);
      ink[at] = value;
      sum += value;
    }
    rows[row] = sum;
  }
  const least = leastInk * Math.max(...rows);
  const top = rows.findIndex((row) => row > least);
  const bottom = rows.findLastIndex((row) => row > least);
  const quarter = (bottom - top + 1) / 4;
  const [upperEnd, middleEnd] = [Math.round(top + quarter), Math.round(top + 2.5 * quarter)];
  const upper = inkOfColumns(ink, width, top, upperEnd);
  const middle = inkOfColumns(ink, width, upperEnd, middleEnd);
  let best = 0;
  for (let start = 0; start === 0 || start + windowWidth <= width; start += lineHeight / 2) {
    const below = sumOf(middle, start);
    if (below > 0) best = Math.max(best, sumOf(upper, start) / below);
  }
  return best;
}

/** The middle of all values: most of a line is paper. */
function paperOf(line: Float32Array): number {
  const levels = new Uint32Array(256);
  for (const value of line) {
    const level = Math.round((value + 1) * 127.5);
    levels[level] = (levels[level] ?? 0) + 1;
  }
  let passed = 0;
  const middle = levels.findIndex((count) => {
    passed += count;
    return passed > line.length / 2;
  });
  return middle / 127.5 - 1;
}

/** The mean of each column from one row to another. */
function inkOfColumns(ink: Float32Array, width: number, from: number, to: number): Float32Array {
  const columns = new Float32Array(width);
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < width; column += 1)
      columns[column] = (columns[column] ?? 0) + (ink[row * width + column] ?? 0);
  }
  return columns.map((sum) => sum / (to - from));
}

function sumOf(columns: Float32Array, start: number): number {
  return columns.subarray(start, start + windowWidth).reduce((total, value) => total + value, 0);
}
