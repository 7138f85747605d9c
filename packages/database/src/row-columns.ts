/** A column of rows that a statement takes as parameters: its type, and its value of a row. */
export type RowColumn<Row> = readonly [type: string, read: (row: Row, index: number) => unknown];

/** The columns of such rows by name. The statement and its values are both made from them, so their order is one. */
export type RowColumns<Row> = Readonly<Record<string, RowColumn<Row>>>;

/** `unnest($1::text[], …) as item(id, …)`, with the parameters from `first` on. */
export function unnestColumns(columns: RowColumns<never>, alias: string, first = 1): string {
  const arrays = Object.values(columns).map(([type], index) => `$${first + index}::${type}[]`);
  return `unnest(${arrays.join(", ")}) as ${alias}(${Object.keys(columns).join(", ")})`;
}

/** An array for each column. */
export function valuesOfColumns<Row>(columns: RowColumns<Row>, rows: readonly Row[]): unknown[][] {
  return Object.values(columns).map(([, read]) => rows.map(read));
}

/** The array of one column. */
export const parameterOf = (columns: RowColumns<never>, name: string, first = 1): string =>
  `$${first + Object.keys(columns).indexOf(name)}`;

/** The number of the first parameter after those of the columns. */
export const parametersAfter = (columns: RowColumns<never>, first = 1): number =>
  first + Object.keys(columns).length;
