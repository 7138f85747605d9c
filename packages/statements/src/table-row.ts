/** A time is that of a clock, as if it were UTC. */
export type Cell = string | number | Date | null;

export interface TableRow {
  /** As a spreadsheet counts: the first row of the file is 1. */
  readonly row: number;
  readonly cells: readonly Cell[];
}
