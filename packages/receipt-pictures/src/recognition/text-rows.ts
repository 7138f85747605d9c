import type { TextRow } from "../candidates/read-letter.ts";
import type { TextBox } from "./text-boxes.ts";

/** The direction of most text; 0 if there is none. */
export function middleAngle(boxes: readonly TextBox[]): number {
  const [longest] = boxes.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return 0;
  const near = boxes
    .map(({ angle }) => angle - Math.PI * Math.round((angle - longest.angle) / Math.PI))
    .filter((angle) => Math.abs(angle - longest.angle) < Math.PI / 4)
    .sort((a, b) => a - b);
  return near[Math.floor(near.length / 2)] ?? longest.angle;
}

export interface ReadBox {
  readonly box: TextBox;
  readonly row: TextRow;
}

interface PlacedBox extends ReadBox {
  readonly along: number;
  readonly across: number;
}

const space: TextRow = [[{ letter: " ", probability: 1 }]];

/** Joins boxes of the same height into rows, from top to bottom and from left to right. */
export function rowsOf(boxes: readonly ReadBox[]): readonly TextRow[] {
  const angle = middleAngle(boxes.map(({ box }) => box));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed = boxes
    .map((each) => ({
      ...each,
      along: each.box.centerX * cos + each.box.centerY * sin,
      across: each.box.centerY * cos - each.box.centerX * sin,
    }))
    .sort((a, b) => a.across - b.across);
  const rows: PlacedBox[][] = [];
  for (const each of placed) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const isSameRow =
      last !== undefined && each.across - last.across < Math.min(each.box.thickness, last.box.thickness) / 2;
    if (isSameRow) row?.push(each);
    else rows.push([each]);
  }
  return rows.map((row) =>
    row
      .sort((a, b) => a.along - b.along)
      .flatMap(({ row: letters }, index) => (index === 0 ? letters : [...space, ...letters])),
  );
}
