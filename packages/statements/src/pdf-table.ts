/** In points. */
export interface PdfWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
}

/** In points. Texts of one line have the same base line. */
const SAME_LINE = 2;
/** Pieces of a cell are nearer than cells. */
const SAME_CELL = 4;
/** The next line has the rest of a broken cell; a footer is farther away. */
const NEXT_LINE = 16;
const FEWEST_COLUMNS = 3;

const date = /^\d{1,4}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ]\d{2,4}\b/;
const amount = /^[-+(]?[\d,. ]*\d[.,]\d{2}\)?(?: ?(?:cr|dr))?$/i;

interface Line {
  readonly base: number;
  readonly cells: readonly PdfWord[];
}

/** A table by the cells of its header. */
export interface PdfTable {
  readonly header: readonly string[];
  /** The end of each column but the last. */
  readonly ends: readonly number[];
}

/**
 * The header of a table of text: the nearest line of names above the first one with a date and an amount. An opening
 * balance above the header has none, so the next such line counts. Undefined without a table.
 */
export function pdfTableOf(words: readonly PdfWord[]): PdfTable | undefined {
  let header: Line | undefined;
  for (const line of linesOf(words)) {
    if (isHeader(line)) header = line;
    if (header === undefined || !isPayment(line)) continue;
    const { cells } = header;
    return {
      header: cells.map(({ text }) => text),
      ends: cells.slice(1).map(({ left }, before) => (left + (cells[before]?.right ?? left)) / 2),
    };
  }
  return undefined;
}

/**
 * The rows of a page by the columns of a table, below its header if the page has it. A row begins with a line that has a
 * date or an amount: a total is a row of its own.
 */
export function pdfTableRows(
  words: readonly PdfWord[],
  { header, ends }: PdfTable,
): readonly (readonly string[])[] {
  const lines = linesOf(words);
  const top = lines.findIndex(({ cells }) => cells.map(({ text }) => text).join() === header.join());
  const rows: Line[][] = [];
  for (const line of lines.slice(top + 1)) {
    if (line.cells.some(isValue)) rows.push([line]);
    else if (goesOn(rows.at(-1), line)) rows.at(-1)?.push(line);
  }
  return rows.map((own) => {
    const columns = Map.groupBy(
      own.flatMap(({ cells }) => cells),
      ({ left, right }) => columnAt((left + right) / 2, ends),
    );
    return [...ends.keys(), ends.length].map((at) =>
      (columns.get(at) ?? []).map(({ text }) => text).join(" "),
    );
  });
}

const goesOn = (row: readonly Line[] | undefined, { base }: Line): boolean => {
  const last = row?.at(-1);
  return last !== undefined && last.base - base <= NEXT_LINE;
};

function columnAt(center: number, ends: readonly number[]): number {
  const at = ends.findIndex((end) => center < end);
  return at < 0 ? ends.length : at;
}

const isValue = ({ text }: PdfWord) => date.test(text) || amount.test(text);
const isHeader = ({ cells }: Line) => cells.length >= FEWEST_COLUMNS && !cells.some(isValue);
const isPayment = ({ cells }: Line) =>
  cells.some(({ text }) => date.test(text)) && cells.some(({ text }) => amount.test(text));

/** From above; pieces that stand close together are one cell. */
function linesOf(words: readonly PdfWord[]): readonly Line[] {
  const lines: { base: number; words: PdfWord[] }[] = [];
  for (const word of words.toSorted((a, b) => b.base - a.base)) {
    const line = lines.at(-1);
    if (line !== undefined && line.base - word.base < SAME_LINE) line.words.push(word);
    else lines.push({ base: word.base, words: [word] });
  }
  return lines.map(({ base, words: own }) => ({ base, cells: cellsOf(own) }));
}

function cellsOf(words: readonly PdfWord[]): readonly PdfWord[] {
  const cells: PdfWord[] = [];
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const before = cells.at(-1);
    if (before === undefined || word.left - before.right > SAME_CELL) cells.push(word);
    else cells[cells.length - 1] = { ...before, text: `${before.text} ${word.text}`, right: word.right };
  }
  return cells;
}
