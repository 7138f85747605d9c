import { type GrayPicture, shrink } from "../pixels/gray-picture.ts";
import type { Models } from "./models.ts";
import { findTextBoxes, type TextBox } from "./text-boxes.ts";

/** Pixels that the detection sees; its time is proportional to them. */
const detectedPixels = 700_000;
/** The model's sides are multiples of this. */
const multiple = 32;
const [mean, deviation] = [0.456, 0.224];

/** Finds the lines of text; the boxes are in pixels of the picture. */
export async function findLines(picture: GrayPicture, models: Models): Promise<readonly TextBox[]> {
  const scale = Math.min(1, Math.sqrt(detectedPixels / (picture.width * picture.height)));
  const small = shrink(picture, scale);
  const width = Math.ceil(small.width / multiple) * multiple;
  const height = Math.ceil(small.height / multiple) * multiple;
  const plane = new Float32Array(width * height);
  for (let row = 0; row < small.height; row += 1) {
    for (let column = 0; column < small.width; column += 1) {
      const value = (small.pixels[row * small.width + column] ?? 0) / 255;
      plane[row * width + column] = (value - mean) / deviation;
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
