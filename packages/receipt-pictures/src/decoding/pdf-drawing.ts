import type { GrayPicture } from "../pixels/gray-picture.ts";

/** `[a, b, c, d, e, f]`: x′ = ax + cy + e, y′ = bx + dy + f. */
type Matrix = readonly number[];

/** The longer side of the picture. A code of 1.5 cm has 100 of its pixels or more. */
const LONGER_SIDE = 2_400;
/** A code has more corners, a letterhead or a table fewer. */
const FEWEST_CORNERS = 400;
/** More are no receipt. */
const MOST_CORNERS = 400_000;

/** Numbers behind each operator in a path of pdf.js; the last two are where it ends. */
const argumentsOf: readonly number[] = [2, 2, 6, 4, 0];
const MOVE = 0;

/** Paints the filled shapes of a page as a picture, white where nothing is. Curves become straight. */
export function createDrawing(page: {
  readonly width: number;
  readonly height: number;
  readonly transform: Matrix;
}) {
  const scale = LONGER_SIDE / Math.max(page.width, page.height, 1);
  const [width, height] = [Math.ceil(page.width * scale), Math.ceil(page.height * scale)];
  let state = { matrix: times([scale, 0, 0, scale, 0, 0], page.transform), colour: 0 };
  const saved: (typeof state)[] = [];
  let corners = 0;
  let pixels: Uint8Array | undefined;

  return {
    save: () => void saved.push(state),
    restore() {
      state = saved.pop() ?? state;
    },
    transform(matrix: Matrix) {
      state = { ...state, matrix: times(state.matrix, matrix) };
    },
    /** `#rrggbb` */
    setColour(text: unknown) {
      const [red = 0, green = 0, blue = 0] = (String(text).match(/[0-9a-f]{2}/gi) ?? []).map((part) =>
        Number.parseInt(part, 16),
      );
      state = { ...state, colour: (77 * red + 150 * green + 29 * blue) >> 8 };
    },
    fill(path: ArrayLike<number> | null | undefined) {
      if (path == null || corners > MOST_CORNERS) return;
      const shapes = shapesOf(path, state.matrix);
      corners += shapes.reduce((sum, shape) => sum + shape.length, 0);
      pixels ??= new Uint8Array(width * height).fill(255);
      fillShapes({ width, height, pixels }, shapes, state.colour);
    },
    picture: (): GrayPicture | undefined =>
      pixels === undefined || corners < FEWEST_CORNERS ? undefined : { width, height, pixels },
  };
}

function times([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, by: Matrix): Matrix {
  const [a2 = 1, b2 = 0, c2 = 0, d2 = 1, e2 = 0, f2 = 0] = by;
  return [
    ...[a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2],
    ...[b * c2 + d * d2, a * e2 + c * f2 + e, b * e2 + d * f2 + f],
  ];
}

type Corner = readonly [x: number, y: number];

function shapesOf(path: ArrayLike<number>, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Corner[][] {
  const shapes: Corner[][] = [];
  for (let at = 0; at < path.length; ) {
    const operator = path[at] ?? 0;
    const count = argumentsOf[operator] ?? 0;
    if (operator === MOVE) shapes.push([]);
    if (count > 0) {
      const [x, y] = [path[at + count - 1] ?? 0, path[at + count] ?? 0];
      shapes.at(-1)?.push([a * x + c * y + e, b * x + d * y + f]);
    }
    at += 1 + count;
  }
  return shapes;
}

/** Paints what an odd number of outlines surrounds: modules of one path touch, but do not overlap. */
function fillShapes({ width, height, pixels }: GrayPicture, shapes: Corner[][], colour: number): void {
  const heights = shapes.flatMap((shape) => shape.map(([, y]) => y));
  const clamped = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)));
  const [top, bottom] = [
    heights.reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY),
    heights.reduce((most, y) => Math.max(most, y), Number.NEGATIVE_INFINITY),
  ];
  const crossings = crossingsOf(shapes, clamped(top, height), clamped(bottom, height));
  for (const [y, xs] of crossings) {
    xs.sort((one, other) => one - other);
    for (let at = 0; at + 1 < xs.length; at += 2) {
      const [from, to] = [clamped(xs[at] ?? 0, width), clamped(xs[at + 1] ?? 0, width)];
      pixels.fill(colour, y * width + from, y * width + to);
    }
  }
}

/** The crossings of the outlines with the middle of each row. */
function crossingsOf(shapes: Corner[][], top: number, bottom: number): ReadonlyMap<number, number[]> {
  const crossings = new Map<number, number[]>();
  for (const shape of shapes) {
    for (const [index, [x, y]] of shape.entries()) {
      const [nextX, nextY] = shape[(index + 1) % shape.length] ?? [x, y];
      const [from, to] = [Math.min(y, nextY), Math.max(y, nextY)];
      const first = Math.max(top, Math.ceil(from - 0.5));
      for (let row = first; row < bottom && row + 0.5 < to; row += 1) {
        const found = crossings.get(row) ?? [];
        crossings.set(row, found);
        found.push(x + ((nextX - x) * (row + 0.5 - y)) / (nextY - y));
      }
    }
  }
  return crossings;
}
