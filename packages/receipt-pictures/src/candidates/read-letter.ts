export interface Reading {
  readonly letter: string;
  /** 1 only for a text that was not recognized but written, which has no look-alikes. */
  readonly probability: number;
}

/** One place of a line with its possible readings, the likeliest first. */
export type ReadLetter = readonly Reading[];

/** A line of text, with spaces as letters of their own. */
export type TextRow = readonly ReadLetter[];

export function certainRow(text: string): TextRow {
  return Array.from(text, (letter) => [{ letter, probability: 1 }]);
}

export function likeliestText(row: TextRow): string {
  return row.map(([likeliest]) => likeliest?.letter ?? "").join("");
}
