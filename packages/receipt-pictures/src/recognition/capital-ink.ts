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
  const paper = line.toSorted()[Math.floor(line.length / 2)] ?? 0;
  const ink = line.map((value) => Math.abs(value - paper));
  const rows = Array.from({ length: lineHeight }, (_, row) =>
    sum(ink.subarray(row * width, (row + 1) * width)),
  );
  const least = leastInk * Math.max(...rows);
  const top = rows.findIndex((row) => row > least);
  const bottom = rows.findLastIndex((row) => row > least);
  const quarter = (bottom - top + 1) / 4;
  const [upperEnd, middleEnd] = [Math.round(top + quarter), Math.round(top + 2.5 * quarter)];
  const columns = Array.from({ length: width }, (_, column) => {
    let upper = 0;
    let middle = 0;
    for (let row = top; row < upperEnd; row += 1) upper += ink[row * width + column] ?? 0;
    for (let row = upperEnd; row < middleEnd; row += 1) middle += ink[row * width + column] ?? 0;
    return { upper: upper / (upperEnd - top), middle: middle / (middleEnd - upperEnd) };
  });
  let best = 0;
  for (let start = 0; start === 0 || start + windowWidth <= width; start += lineHeight / 2) {
    const window = columns.slice(start, start + windowWidth);
    const upper = window.reduce((total, each) => total + each.upper, 0);
    const middle = window.reduce((total, each) => total + each.middle, 0);
    if (middle > 0) best = Math.max(best, upper / middle);
  }
  return best;
}

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0);
}
