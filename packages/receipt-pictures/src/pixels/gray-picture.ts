/** One byte per pixel, row by row: 0 is black. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

interface RgbaPixels {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Transparent pixels become white: receipts are printed on paper. */
export function toGray({ width, height, data }: RgbaPixels): GrayPicture {
  const pixels = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < pixels.length; at += 1, from += 4) {
    // The weights of ITU-R BT.601, in 256ths.
    const luma = 77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0);
    const alpha = data[from + 3] ?? 255;
    pixels[at] = (((luma * alpha) / 255) >> 8) + 255 - alpha;
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

interface Share {
  readonly first: number;
  readonly weights: readonly number[];
}

/** The source pixels that each target pixel covers, with their weights. */
function sharesOf(from: number, to: number): readonly Share[] {
  const step = from / to;
  return Array.from({ length: to }, (_, index) => {
    const start = index * step;
    const end = Math.min(from, start + step);
    const first = Math.floor(start);
    const last = Math.max(first, Math.min(from - 1, Math.ceil(end) - 1));
    const weights = Array.from({ length: last - first + 1 }, (_each, offset) => {
      const pixel = first + offset;
      return (Math.min(end, pixel + 1) - Math.max(start, pixel)) / (end - start);
    });
    return { first, weights };
  });
}

function meanOfColumns({ width: wide, height, pixels: source }: GrayPicture, width: number): GrayPicture {
  const pixels = new Uint8Array(width * height);
  for (const [column, { first, weights }] of sharesOf(wide, width).entries()) {
    for (let row = 0; row < height; row += 1) {
      let sum = 0.5;
      for (let each = 0; each < weights.length; each += 1) {
        sum += (source[row * wide + first + each] ?? 0) * (weights[each] ?? 0);
      }
      pixels[row * width + column] = sum;
    }
  }
  return { width, height, pixels };
}

function meanOfRows({ width, pixels: source }: GrayPicture, height: number): GrayPicture {
  const pixels = new Uint8Array(width * height);
  const high = source.length / width;
  for (const [row, { first, weights }] of sharesOf(high, height).entries()) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0.5;
      for (let each = 0; each < weights.length; each += 1) {
        sum += (source[(first + each) * width + column] ?? 0) * (weights[each] ?? 0);
      }
      pixels[row * width + column] = sum;
    }
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
