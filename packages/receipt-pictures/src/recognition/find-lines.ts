import { cropped, type GrayPicture, shrink } from "../pixels/gray-picture.ts";
import type { Models } from "./models.ts";
import { findTextBoxes, type TextBox } from "./text-boxes.ts";

/** Pixels that the detection sees; its time is proportional to them. */
const detectedPixels = 600_000;
/** For small text. */
const detectedPixelsClose = 1_500_000;
/** Lines that are seen with fewer pixels of height are small: letters of one line, and lines, run together. */
const smallThickness = 12;
/** With fewer lines, the text may be too small to be found. */
const fewLines = 5;
/** The model's sides are multiples of this: a strip of one pixel would become a large picture. */
const multiple = 32;
const minSide = 12;
const [mean, deviation] = [0.456, 0.224];
/** Input of the model for each of the 256 levels of gray. */
const levels = Float32Array.from({ length: 256 }, (_, level) => (level / 255 - mean) / deviation);

/** Finds the lines of text; the boxes are in pixels of the picture. Looks closer where the text is small. */
export async function findLines(picture: GrayPicture, models: Models): Promise<readonly TextBox[]> {
  const scale = scaleTo(picture, detectedPixels);
  const boxes = await linesAt(picture, scale, models);
  const thicknesses = boxes.map(({ thickness }) => thickness * scale).sort((a, b) => a - b);
  const middle = thicknesses[Math.floor(thicknesses.length / 2)];
  const isClear = boxes.length >= fewLines && (middle ?? 0) >= smallThickness;
  if (scale === 1 || boxes.length === 0 || isClear) return boxes;
  const { left, top, area } = areaOf(picture, boxes);
  const close = await linesAt(area, scaleTo(area, detectedPixelsClose), models);
  return close.map((box) => ({ ...box, centerX: box.centerX + left, centerY: box.centerY + top }));
}

function scaleTo({ width, height }: GrayPicture, pixels: number): number {
  return Math.min(1, Math.sqrt(pixels / (width * height)));
}

/** The part of the picture with text. */
function areaOf(picture: GrayPicture, boxes: readonly TextBox[]) {
  const reach = ({ length, thickness }: TextBox) => (length + thickness) / 2;
  const left = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.centerX - reach(box)))));
  const top = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.centerY - reach(box)))));
  const right = Math.min(picture.width, Math.max(...boxes.map((box) => box.centerX + reach(box))));
  const bottom = Math.min(picture.height, Math.max(...boxes.map((box) => box.centerY + reach(box))));
  const area = cropped(picture, left, top, Math.floor(right - left), Math.floor(bottom - top));
  return { left, top, area };
}

async function linesAt(picture: GrayPicture, scale: number, models: Models): Promise<readonly TextBox[]> {
  const small = shrink(picture, scale);
  if (Math.min(small.width, small.height) < minSide) return [];
  const width = Math.ceil(small.width / multiple) * multiple;
  const height = Math.ceil(small.height / multiple) * multiple;
  const plane = new Float32Array(width * height);
  for (let row = 0; row < small.height; row += 1) {
    for (let column = 0; column < small.width; column += 1) {
      plane[row * width + column] = levels[small.pixels[row * small.width + column] ?? 0] ?? 0;
    }
  }
  const input = new Float32Array(3 * plane.length);
  for (const channel of [0, 1, 2]) input.set(plane, channel * plane.length);
  const probabilities = await models.detect(input, height, width);
  const factor = picture.width / small.width;
  return findTextBoxes({ width, height, probabilities }).map((box) => ({
    centerX: box.centerX * factor,
    centerY: box.centerY * factor,
    length: box.length * factor,
    thickness: box.thickness * factor,
    angle: box.angle,
  }));
}
