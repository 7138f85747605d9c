/** One byte per pixel, row by row: 0 is black. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

interface RgbaPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Transparent pixels become white: receipts are printed on paper. */
export function toGray({ width, height, data }: RgbaPixels): GrayPicture {
  const pixels = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < pixels.length; at += 1, from += 4) {
    // The weights of ITU-R BT.601, in 256ths.
    const luma = 77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0);
    const alpha = data[from + 3] ?? 255;
    pixels[at] = alpha === 255 ? luma >> 8 : (((luma * alpha) / 255) >> 8) + 255 - alpha;
  }
  return { width, height, pixels };
}

/** Scales with the mean of all covered pixels, so that thin strokes survive. Never enlarges. */
export function shrink(picture: GrayPicture, scale: number): GrayPicture {
  if (scale >= 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  return meanOfRows(meanOfColumns(picture, width), height);
}

/** For each target pixel, the source pixels that it covers: the first one and the weights, from `offsets` on. */
interface Shares {
  readonly firsts: Int32Array;
  readonly offsets: Int32Array;
  readonly weights: Float32Array;
}

function sharesOf(from: number, to: number): Shares {
  const step = from / to;
  const firsts = new Int32Array(to);
  const offsets = new Int32Array(to + 1);
  const weights = new Float32Array(to * (Math.ceil(step) + 1));
  let used = 0;
  for (let index = 0; index < to; index += 1) {
    const start = index * step;
    const end = Math.min(from, start + step);
    const first = Math.floor(start);
    const last = Math.max(first, Math.min(from - 1, Math.ceil(end) - 1));
    firsts[index] = first;
    for (let pixel = first; pixel <= last; pixel += 1) {
      weights[used] = (Math.min(end, pixel + 1) - Math.max(start, pixel)) / (end - start);
      used += 1;
    }
    offsets[index + 1] = used;
  }
  return { firsts, offsets, weights };
}

function meanOfColumns({ width: wide, height, pixels: source }: GrayPicture, width: number): GrayPicture {
  const pixels = new Uint8Array(width * height);
  const { firsts, offsets, weights } = sharesOf(wide, width);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let from = row * wide + (firsts[column] ?? 0);
      let sum = 0.5;
      for (let each = offsets[column] ?? 0; each < (offsets[column + 1] ?? 0); each += 1) {
        sum += (source[from] ?? 0) * (weights[each] ?? 0);
        from += 1;
      }
      pixels[row * width + column] = sum;
    }
  }
  return { width, height, pixels };
}

function meanOfRows({ width, pixels: source }: GrayPicture, height: number): GrayPicture {
  const pixels = new Uint8Array(width * height);
  const { firsts, offsets, weights } = sharesOf(source.length / width, height);
  const sums = new Float32Array(width);
  for (let row = 0; row < height; row += 1) {
    sums.fill(0.5);
    let from = (firsts[row] ?? 0) * width;
    for (let each = offsets[row] ?? 0; each < (offsets[row + 1] ?? 0); each += 1) {
      const weight = weights[each] ?? 0;
      for (let column = 0; column < width; column += 1) {
        sums[column] = (sums[column] ?? 0) + (source[from + column] ?? 0) * weight;
      }
      from += width;
    }
    pixels.set(sums, row * width);
  }
  return { width, height, pixels };
}

/** The part from `left` and `top`; it must lie within the picture. */
export function cropped(
  picture: GrayPicture,
  left: number,
  top: number,
  width: number,
  height: number,
): GrayPicture {
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const start = (top + row) * picture.width + left;
    pixels.set(picture.pixels.subarray(start, start + width), row * width);
  }
  return { width, height, pixels };
}

/** The value between four pixels; the nearest edge outside the picture. */
export function sampleAt({ width, height, pixels }: GrayPicture, x: number, y: number): number {
  const left = Math.min(Math.max(Math.floor(x), 0), width - 1);
  const top = Math.min(Math.max(Math.floor(y), 0), height - 1);
  const right = Math.min(left + 1, width - 1);
  const bottom = Math.min(top + 1, height - 1);
  const byX = Math.min(Math.max(x - left, 0), 1);
  const byY = Math.min(Math.max(y - top, 0), 1);
  const upper = (pixels[top * width + left] ?? 0) * (1 - byX) + (pixels[top * width + right] ?? 0) * byX;
  const lower =
    (pixels[bottom * width + left] ?? 0) * (1 - byX) + (pixels[bottom * width + right] ?? 0) * byX;
  return upper * (1 - byY) + lower * byY;
}

/** A smaller code in a PDF may have one pixel for each of its squares. */
const SMALL_SIDE = 200;

/** With a white margin, which a code needs; a small picture also enlarged. */
export function onWhite(picture: GrayPicture): GrayPicture {
  const times = Math.max(1, Math.ceil(SMALL_SIDE / Math.min(picture.width, picture.height)));
  const [wide, high] = [picture.width * times, picture.height * times];
  // A code needs four of its squares around it, and has at least 21 across.
  const margin = Math.ceil(Math.min(wide, high) / 5);
  const [width, height] = [wide + 2 * margin, high + 2 * margin];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let row = 0; row < high; row += 1) {
    const source = Math.floor(row / times) * picture.width;
    const target = (row + margin) * width + margin;
    for (let column = 0; column < wide; column += 1)
      pixels[target + column] = picture.pixels[source + Math.floor(column / times)] ?? 255;
  }
  return { width, height, pixels };
}

/** Whether most of it is dark, as a phone shows at night: light letters on black. */
export function isDark({ pixels }: GrayPicture): boolean {
  let dark = 0;
  for (const pixel of pixels) if (pixel < 100) dark += 1;
  return dark > pixels.length / 2;
}

export function inverted({ width, height, pixels }: GrayPicture): GrayPicture {
  return { width, height, pixels: pixels.map((pixel) => 255 - pixel) };
}
