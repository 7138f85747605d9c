import { getDocumentProxy } from "unpdf";
import { headerForm } from "./header-form.ts";
import { type PdfTable, type PdfWord, pdfTableOf, pdfTableRows } from "./pdf-table.ts";
import { StatementRefused } from "./statement-refused.ts";

/** A statement of a year has a few hundred. */
const MOST_PAGES = 2_000;
/** A page of CBE has about 300. */
const MOST_TEXTS_A_PAGE = 10_000;
/** In points. Texts of one line have the same base line. */
const SAME_LINE = 2;
/** A cell that is too wide for its column is broken into two lines, above and below the others. */
const NEAR_LINE = 7;

/** In points from the left; each column ends where the next begins. */
interface Column {
  readonly name: string;
  readonly center: number;
}

/** The heads of CBE's columns, in the order of the page. */
const heads = [
  "Date",
  "Particulars",
  "Reference",
  "Narrative",
  "Value Date",
  "Debit",
  "Credit",
  "Balances",
] as const;
const dateForm = /^\d{2} \d{2} \d{4}$/;
const amountForm = /^-?[\d,]*\.\d{1,2}$/;
/** `64700` without thousands marks in front of the first row. */
const carried = /^balance [bc]\/f$/i;

/**
 * The rows of an account statement as CBE's branches give it: the heads once, then each row of each page. Of another
 * PDF with a table of text, its header and rows; else its lines. Throws `StatementRefused`.
 */
export async function* pdfRows(bytes: Uint8Array): AsyncGenerator<readonly string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw new StatementRefused("unreadable_pdf", { cause: error });
  });
  try {
    if (document.numPages > MOST_PAGES) throw new StatementRefused("too_many_lines");
    const rowsOfPage = createRowsOfPage();
    for (let number = 1; number <= document.numPages; number += 1)
      yield* rowsOfPage(await wordsOf(document, number));
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Reads one page after another. The header comes once. */
function createRowsOfPage() {
  let hasHeads = false;
  let table: PdfTable | undefined;
  return function* rowsOfPage(words: readonly PdfWord[]): Generator<readonly string[]> {
    const columns = columnsOf(words);
    if (columns !== undefined) {
      if (!hasHeads) yield heads;
      hasHeads = true;
      yield* rowsOf(words, columns);
      return;
    }
    if (table === undefined && !hasHeads) {
      table = pdfTableOf(words);
      if (table !== undefined) yield table.header;
    }
    yield* table === undefined ? linesOf(words) : pdfTableRows(words, table);
  };
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function wordsOf(document: PdfDocument, number: number): Promise<readonly PdfWord[]> {
  const page = await document.getPage(number).catch((error: unknown) => {
    throw new StatementRefused("unreadable_pdf", { cause: error });
  });
  const { items } = await page.getTextContent();
  page.cleanup();
  if (items.length > MOST_TEXTS_A_PAGE) throw new StatementRefused("too_many_lines");
  return items.flatMap((item): PdfWord[] => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [left = 0, base = 0] = [item.transform[4], item.transform[5]];
    return [{ text: item.str.trim(), left, right: left + item.width, base }];
  });
}

/** Undefined for a page without the heads of a table of CBE. */
function columnsOf(words: readonly PdfWord[]): (Column & { readonly base: number })[] | undefined {
  const debit = words.find(({ text }) => headerForm(text) === "debit");
  if (debit === undefined) return undefined;
  const line = words.filter(({ base }) => Math.abs(base - debit.base) < SAME_LINE);
  const columns = heads.map((name) => {
    const word = line.find(({ text }) => headerForm(text) === headerForm(name));
    return word && { name, center: (word.left + word.right) / 2, base: word.base };
  });
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

function* rowsOf(
  words: readonly PdfWord[],
  columns: readonly (Column & { readonly base: number })[],
): Generator<readonly string[]> {
  const top = columns[0]?.base ?? 0;
  const below = words.filter(({ base }) => base < top - SAME_LINE);
  // The date stands on the base line of its row.
  const firstBoundary = ((columns[0]?.center ?? 0) + (columns[1]?.center ?? 0)) / 2;
  const anchors = below
    .filter(({ text, left }) => left < firstBoundary && (dateForm.test(text) || carried.test(text)))
    .sort((a, b) => b.base - a.base);
  const ofAnchor = Map.groupBy(below, (word) => nearestAnchor(word, anchors));
  for (const anchor of anchors) {
    const near = (ofAnchor.get(anchor) ?? []).filter(({ base }) => Math.abs(base - anchor.base) < NEAR_LINE);
    yield rowOf(anchor, near, columns);
  }
}

/** A word between two rows belongs to the nearer one. `anchors`: from above. */
function nearestAnchor(word: PdfWord, anchors: readonly PdfWord[]): PdfWord | undefined {
  let [low, high] = [0, anchors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((anchors[middle]?.base ?? 0) > word.base) low = middle + 1;
    else high = middle;
  }
  const [above, below] = [anchors[low - 1], anchors[low]];
  if (above === undefined || below === undefined) return above ?? below;
  return above.base - word.base <= word.base - below.base ? above : below;
}

function rowOf(anchor: PdfWord, words: readonly PdfWord[], columns: readonly Column[]): readonly string[] {
  const cells = columns.map((): PdfWord[] => []);
  for (const word of words) cells[columnAt(word, anchor, columns)]?.push(word);
  return cells.map(joined);
}

const firstAmount = heads.indexOf("Debit");

/** Amounts end at the right side of their column, dates and texts begin or are centered in it. */
function columnAt(word: PdfWord, anchor: PdfWord, columns: readonly Column[]): number {
  if (word === anchor) return 0;
  const center = (word.left + word.right) / 2;
  const isAmount = amountForm.test(word.text) || /^\d+$/.test(word.text);
  const nearest = columns.findLastIndex(
    ({ center: own }, index) => index === 0 || center > (own + (columns[index - 1]?.center ?? 0)) / 2,
  );
  if (isAmount && nearest >= firstAmount) return nearest;
  // Short particulars begin near the date.
  return Math.min(Math.max(nearest, 1), firstAmount - 1);
}

/** Pieces of a broken cell, from above. A text is broken at a space, or within a word. */
function joined(words: readonly PdfWord[]): string {
  const pieces = words.toSorted((a, b) => b.base - a.base || a.left - b.left).map(({ text }) => text);
  return pieces.reduce((text, piece) => {
    const isWhole = text === "" || text.endsWith("-") || /[\s\\]/.test(text) || /[\d\\]/.test(text);
    return isWhole ? `${text}${piece}` : `${text} ${piece}`;
  }, "");
}

/** Each line of text of a page, as one cell. */
function* linesOf(words: readonly PdfWord[]): Generator<readonly string[]> {
  const lines = Map.groupBy(words, ({ base }) => Math.round(base / SAME_LINE));
  for (const [, line] of [...lines].sort(([a], [b]) => b - a))
    yield line.toSorted((a, b) => a.left - b.left).map(({ text }) => text);
}
