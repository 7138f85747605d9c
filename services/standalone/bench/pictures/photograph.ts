import {
  type GrayPicture,
  sampleAt,
  shrink,
} from "../../../../packages/receipt-pictures/src/pixels/gray-picture.ts";
import type { SeededNumbers } from "./seeded-numbers.ts";

/** A phone's photo, shrunk by half. */
const [width, height] = [1_950, 2_600];

/** A bad photo of a screen or a sheet: tilted, in perspective, unsharp, with moiré, uneven light and noise. */
export function photograph(receipt: GrayPicture, numbers: SeededNumbers): GrayPicture {
  const sheet = shrink(receipt, Math.min((1.2 * width) / receipt.width, (1.2 * height) / receipt.height));
  const place = placeOf(sheet, numbers);
  const moire = moireOf(numbers);
  const light = { x: numbers.between(-0.25, 0.25), y: numbers.between(-0.25, 0.25) };
  const [table, bright] = [numbers.between(40, 110), numbers.between(0.75, 0.95)];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = place(x, y);
      const isOnSheet = u >= 0 && v >= 0 && u < sheet.width && v < sheet.height;
      const value = isOnSheet ? sampleAt(sheet, u, v) * bright + 12 : table;
      const shade = 1 + light.x * (x / width - 0.5) + light.y * (y / height - 0.5);
      pixels[y * width + x] = clamp(value * shade * moire(x, y));
    }
  }
  const unsharp = blur({ width, height, pixels }, numbers.between(0.6, 1.3));
  const noise = numbers.between(4, 11);
  return {
    width,
    height,
    pixels: Uint8Array.from(unsharp.pixels, (value) => clamp(value + noise * numbers.normal())),
  };
}

/** Maps a point of the photo to the sheet: a tilt of up to 7 degrees, and a perspective of up to 12 %. */
function placeOf(sheet: GrayPicture, numbers: SeededNumbers): (x: number, y: number) => [number, number] {
  const angle = numbers.between(-0.12, 0.12);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const fill = numbers.between(0.8, 0.92);
  const scale = Math.max(sheet.width / width, sheet.height / height) / fill;
  const [px, py] = [numbers.between(-0.06, 0.06), numbers.between(-0.06, 0.06)];
  return (x, y) => {
    const [fromX, fromY] = [x - width / 2, y - height / 2];
    const depth = 1 + (px * fromX) / (width / 2) + (py * fromY) / (height / 2);
    const [u, v] = [(fromX * cos + fromY * sin) / depth, (fromY * cos - fromX * sin) / depth];
    return [u * scale + sheet.width / 2, v * scale + sheet.height / 2];
  };
}

/** Two gratings, of the screen and the sensor. */
function moireOf(numbers: SeededNumbers): (x: number, y: number) => number {
  const strength = numbers.between(0.01, 0.06);
  const gratings = [0, 1].map(() => {
    const [period, angle] = [numbers.between(3, 9), numbers.between(0, Math.PI)];
    const frequency = (2 * Math.PI) / period;
    return { x: frequency * Math.cos(angle), y: frequency * Math.sin(angle) };
  });
  return (x, y) =>
    gratings.reduce(
      (product, grating) => product * (1 + strength * Math.sin(x * grating.x + y * grating.y)),
      1,
    );
}

/** A Gaussian blur in two passes. */
function blur(picture: GrayPicture, deviation: number): GrayPicture {
  const reach = Math.ceil(2.5 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const along = (from: Uint8Array, step: number) => {
    const to = new Uint8Array(from.length);
    for (let at = 0; at < to.length; at += 1) {
      let total = 0;
      for (let index = -reach; index <= reach; index += 1) {
        total += (from[at + index * step] ?? 0) * (weights[index + reach] ?? 0);
      }
      to[at] = clamp(total / sum);
    }
    return to;
  };
  return { ...picture, pixels: along(along(picture.pixels, 1), picture.width) };
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
