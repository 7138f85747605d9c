/** A rectangle around a line of text; `angle` in radians, clockwise from the horizontal. */
export interface TextBox {
  readonly centerX: number;
  readonly centerY: number;
  /** Along the text. */
  readonly length: number;
  readonly thickness: number;
  readonly angle: number;
}

/** The probability of text at each pixel, as the detection model returns it. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  readonly probabilities: Float32Array;
}

const minProbability = 0.3;
const minMeanProbability = 0.5;
/** Pixels of the map. */
const minThickness = 3;
/** The model marks the core of a line. Its training shrinks lines by area and perimeter; this reverses it. */
const growth = 1.6;
/** A receipt has about 60 lines. */
const maxBoxes = 200;

/** Returns the lines of text, the largest first if there are too many. */
export function findTextBoxes(map: TextMap): readonly TextBox[] {
  const boxes = areasOf(map).flatMap((area) => boxAround(area) ?? []);
  if (boxes.length <= maxBoxes) return boxes;
  return boxes.sort((a, b) => b.length * b.thickness - a.length * a.thickness).slice(0, maxBoxes);
}

type Point = readonly [x: number, y: number];

/** The corners of each row of each connected area. */
function areasOf(map: TextMap): readonly (readonly Point[])[] {
  const isText = new Uint8Array(map.probabilities.length);
  for (let pixel = 0; pixel < isText.length; pixel += 1) {
    if ((map.probabilities[pixel] ?? 0) >= minProbability) isText[pixel] = 1;
  }
  const areas: (readonly Point[])[] = [];
  for (let start = 0; start < isText.length; start += 1) {
    if (isText[start] !== 1) continue;
    const area = takeArea(map, isText, start);
    if (area.length > 0) areas.push(area);
  }
  return areas;
}

/** Removes the area from `isText`. Returns nothing for an area that is hardly text. */
function takeArea({ width, probabilities }: TextMap, isText: Uint8Array, start: number): readonly Point[] {
  const rows = new Map<number, [left: number, right: number]>();
  const pending = [start];
  isText[start] = 0;
  let sum = 0;
  let count = 0;
  for (let pixel = pending.pop(); pixel !== undefined; pixel = pending.pop()) {
    sum += probabilities[pixel] ?? 0;
    count += 1;
    const x = pixel % width;
    const y = (pixel - x) / width;
    const [left, right] = rows.get(y) ?? [x, x];
    rows.set(y, [Math.min(left, x), Math.max(right, x)]);
    const beside = [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1];
    for (const next of [...beside, pixel - width, pixel + width]) {
      if (isText[next] !== 1) continue;
      isText[next] = 0;
      pending.push(next);
    }
  }
  if (sum / count < minMeanProbability) return [];
  return [...rows].flatMap(([y, [left, right]]) => cornersOf(left, right, y));
}

function cornersOf(left: number, right: number, y: number): Point[] {
  return [
    [left, y],
    [right + 1, y],
    [left, y + 1],
    [right + 1, y + 1],
  ];
}

/** The smallest rectangle around the points, grown to the whole height of the letters. */
function boxAround(points: readonly Point[]): TextBox | undefined {
  const hull = hullOf(points);
  let best: TextBox | undefined;
  for (const [index, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(index + 1) % hull.length] ?? [x, y];
    const box = alongAngle(hull, Math.atan2(nextY - y, nextX - x));
    if (best === undefined || box.length * box.thickness < best.length * best.thickness) best = box;
  }
  if (best === undefined || best.thickness < minThickness) return undefined;
  const grown = (best.length * best.thickness * growth) / (2 * (best.length + best.thickness));
  return { ...best, length: best.length + 2 * grown, thickness: best.thickness + 2 * grown };
}

function alongAngle(hull: readonly Point[], angle: number): TextBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = hull.map(([x, y]) => x * cos + y * sin);
  const across = hull.map(([x, y]) => y * cos - x * sin);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const [middle, depth] = [(left + right) / 2, (top + bottom) / 2];
  const box = {
    centerX: middle * cos - depth * sin,
    centerY: middle * sin + depth * cos,
    length: right - left,
    thickness: bottom - top,
    angle,
  };
  return upright(box);
}

/** Text runs along the longer side, to the right or downwards. */
function upright(box: TextBox): TextBox {
  const isAcross = box.thickness > box.length;
  const turned = isAcross
    ? { ...box, length: box.thickness, thickness: box.length, angle: box.angle + Math.PI / 2 }
    : box;
  const half = Math.PI;
  let angle = turned.angle % half;
  if (angle > half / 2 + 0.01) angle -= half;
  if (angle <= -half / 2 + 0.01) angle += half;
  return { ...turned, angle };
}

/** Andrew's monotone chain. */
function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turnsLeft(from: Point | undefined, over: Point | undefined, to: Point): boolean {
  if (from === undefined || over === undefined) return true;
  return (over[0] - from[0]) * (to[1] - from[1]) - (over[1] - from[1]) * (to[0] - from[0]) > 0;
}
