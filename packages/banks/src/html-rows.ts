import { Parser } from "htmlparser2";
import { ReceiptUnreadable } from "./bank-failure.ts";
import { oneSpaced } from "./utf8-text.ts";

export interface HtmlRow {
  readonly cells: readonly HtmlCell[];
  /** Text between cells indicates damage: a browser would move it elsewhere. */
  readonly hasLooseText: boolean;
}

export interface HtmlCell {
  /** Excludes the text of nested tables, comments and scripts; white space is collapsed. */
  readonly text: string;
  /** Whether the document itself closes the cell, rather than the parser on its behalf. */
  readonly isClosed: boolean;
  /** Whether the text is one stretch rather than several joined ones. */
  readonly isOneText: boolean;
  /** The cell's markup, from its opening to its closing tag. */
  readonly source: string;
}

/** `<p><strong>Label:</strong> value</p>` */
export interface HtmlLine {
  readonly label: string;
  readonly value: string;
  /** Whether the document itself closes the paragraph and the label. */
  readonly isClosed: boolean;
  /** Whether the value is one stretch of text. */
  readonly isOneText: boolean;
}

export interface HtmlTable {
  /** Text of the last `div.heading` since the previous table; empty if there is none. */
  readonly heading: string;
  /** The table's own rows, without those of nested tables. */
  readonly rows: readonly HtmlRow[];
}

export interface HtmlContent {
  /** Title in the document's head. */
  readonly title: string;
  readonly rows: readonly HtmlRow[];
  /** Paragraphs that begin with a label in `<strong>`. */
  readonly lines: readonly HtmlLine[];
  readonly tables: readonly HtmlTable[];
  /** All text, including hidden text but not scripts and styles; one entry for each stretch between tags. */
  readonly texts: readonly string[];
  readonly endsWhole: boolean;
}

/** Receipts have at most 400. Reading time grows with the square of the nesting depth. */
const maxTags = 1_500;

/**
 * Rows of all tables, nested ones too, in document order. Read in one pass: building and searching a tree takes three
 * times as long. Throws `ReceiptUnreadable` for a page with too many tags.
 */
export function readHtml(html: string): HtmlContent {
  if (html.split("<", maxTags + 1).length > maxTags)
    throw new ReceiptUnreadable("the page has too many tags");
  const page = createPageReader(html);
  const parser = new Parser({
    ontext: page.text,
    oncomment: page.noText,
    onprocessinginstruction: page.noText,
    onopentag: (name, attributes) => page.open(name, { attributes, startIndex: parser.startIndex }),
    onclosetag: () => page.close(parser.endIndex),
  });
  parser.end(html);
  return { ...page.content(), endsWhole: /<\/html>$/i.test(html.trimEnd()) };
}

/** Collects the text of an element. */
interface TextCollector {
  text: string;
  /** Number of text stretches, blank ones excluded. */
  stretches: number;
  /** Descendants whose text does not belong to this element. */
  readonly excluded: ReadonlySet<string>;
}

interface Row {
  readonly cells: HtmlCell[];
  hasLooseText: boolean;
}

interface Table {
  readonly heading: TextCollector | undefined;
  readonly rows: Row[];
}

interface Paragraph {
  /** Undefined until the paragraph has more than blanks; `none` if it does not begin with a label. */
  label: TextCollector | "none" | undefined;
  readonly value: TextCollector;
  isLabelClosed: boolean;
  isClosed: boolean;
}

interface OpenElement {
  readonly name: string;
  /** The collectors of text outside this element. */
  readonly outside: readonly TextCollector[];
  /** The table whose rows are directly below this element. */
  table: Table | undefined;
  row: Row | undefined;
  /** Collects the text between a row's cells. */
  loose: TextCollector | undefined;
  paragraph: Paragraph | undefined;
  atEnd: ((endIndex: number) => void) | undefined;
}

const openElement = (name: string, outside: readonly TextCollector[]): OpenElement => ({
  name,
  outside,
  table: undefined,
  row: undefined,
  loose: undefined,
  paragraph: undefined,
  atEnd: undefined,
});

interface Tag {
  readonly attributes: Readonly<Record<string, string>>;
  readonly startIndex: number;
}

type Begin = (element: OpenElement, parent: OpenElement | undefined, tag: Tag) => void;

const cellNames = new Set(["td", "th"]);
const nonTextTags = new Set(["script", "style"]);
const hiddenTags = new Set([...nonTextTags, "head", "template", "noscript", "title", "textarea"]);
const excludedFromCell = new Set([...hiddenTags, "table"]);
const excludedFromLine = new Set([...excludedFromCell, "p"]);
const excludedFromHeading = new Set([...excludedFromCell, "div"]);
const excludedSomewhere = new Set([...excludedFromLine, ...excludedFromHeading, ...cellNames]);
const startsALine = new Set(["br", "div", "p", "td", "th", "tr", "li"]);

const newCollector = (excluded: ReadonlySet<string>): TextCollector => ({ text: "", stretches: 0, excluded });

function createPageReader(html: string) {
  const rows: Row[] = [];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  const texts: string[] = [];
  let title: TextCollector | undefined;
  /** The last one since the previous table. */
  let heading: TextCollector | undefined;

  const openElements: OpenElement[] = [];
  let collectors: readonly TextCollector[] = [];
  let scripts = 0;
  let text = "";

  function startCollecting(collector: TextCollector): TextCollector {
    collectors = [...collectors, collector];
    return collector;
  }

  /** The parser splits one stretch of text at each character reference. */
  function endText(): void {
    if (text === "") return;
    const isBlank = text.trim() === "";
    if (!isBlank) {
      beginParagraph();
      if (scripts === 0) texts.push(oneSpaced(text));
    }
    for (const collector of collectors) {
      collector.text += text;
      if (!isBlank) collector.stretches += 1;
    }
    text = "";
  }

  function beginParagraph(): void {
    const paragraph = openElements.at(-1)?.paragraph;
    if (paragraph !== undefined) paragraph.label ??= "none";
  }

  /** Handlers for the elements that matter to rows, by tag name. */
  const beginnings: Readonly<Record<string, Begin>> = {
    td: beginCell,
    th: beginCell,
    tr(element, parent) {
      const row: Row = { cells: [], hasLooseText: false };
      const loose = startCollecting(newCollector(hiddenTags));
      rows.push(row);
      parent?.table?.rows.push(row);
      element.row = row;
      element.loose = loose;
      element.atEnd = () => {
        row.hasLooseText = loose.stretches > 0;
      };
    },
    table(element) {
      element.table = { heading, rows: [] };
      tables.push(element.table);
      heading = undefined;
    },
    thead: beginSection,
    tbody: beginSection,
    tfoot: beginSection,
    p(element) {
      const value = newCollector(excludedFromLine);
      const paragraph: Paragraph = { label: undefined, value, isLabelClosed: false, isClosed: false };
      paragraphs.push(paragraph);
      element.paragraph = paragraph;
      element.atEnd = (endIndex) => {
        paragraph.isClosed = endsWith(/<\/p\s*>$/i, endIndex);
      };
    },
    strong(element, parent) {
      const paragraph = parent?.paragraph;
      if (paragraph === undefined || paragraph.label !== undefined) return;
      paragraph.label = startCollecting(newCollector(hiddenTags));
      element.atEnd = (endIndex) => {
        paragraph.isLabelClosed = endsWith(/<\/strong\s*>$/i, endIndex);
        startCollecting(paragraph.value);
      };
    },
    div(_element, _parent, { attributes }) {
      if (/(?:^|\s)heading(?:\s|$)/.test(attributes["class"] ?? ""))
        heading = startCollecting(newCollector(excludedFromHeading));
    },
    title() {
      title ??= startCollecting(newCollector(new Set()));
    },
  };
  const begin = new Map(Object.entries(beginnings));

  function beginCell(element: OpenElement, parent: OpenElement | undefined, { startIndex }: Tag): void {
    const row = parent?.row;
    if (row === undefined) return;
    const collector = startCollecting(newCollector(excludedFromCell));
    element.atEnd = (endIndex) => {
      row.cells.push({
        text: oneSpaced(collector.text),
        isClosed: endsWith(/<\/t[dh]\s*>$/i, endIndex),
        isOneText: collector.stretches <= 1,
        source: html.slice(startIndex, endIndex + 1),
      });
    };
  }

  function beginSection(element: OpenElement, parent: OpenElement | undefined): void {
    if (parent?.name === "table") element.table = parent.table;
  }

  function open(name: string, tag: Tag): void {
    endText();
    const parent = openElements.at(-1);
    const element = openElement(name, collectors);
    if (startsALine.has(name))
      for (const collector of collectors) if (collector !== title) collector.text += " ";
    if (excludedSomewhere.has(name))
      collectors = collectors.filter((collector) =>
        // Text that is not in a cell lies between the cells of a row.
        collector === parent?.loose ? !cellNames.has(name) : !collector.excluded.has(name),
      );
    if (nonTextTags.has(name)) scripts += 1;
    begin.get(name)?.(element, parent, tag);
    beginParagraph();
    openElements.push(element);
  }

  function close(endIndex: number): void {
    endText();
    const element = openElements.pop();
    if (element === undefined) return;
    collectors = element.outside;
    if (nonTextTags.has(element.name)) scripts -= 1;
    element.atEnd?.(endIndex);
  }

  /** Checks only the last characters of the element, enough for its closing tag. */
  function endsWith(closing: RegExp, endIndex: number): boolean {
    return closing.test(html.slice(Math.max(0, endIndex - 15), endIndex + 1));
  }

  return {
    text(piece: string): void {
      text += piece;
    },
    noText(): void {
      endText();
      beginParagraph();
    },
    open,
    close,
    content() {
      endText();
      return {
        title: oneSpaced(title?.text ?? ""),
        rows,
        lines: paragraphs.flatMap(lineOf),
        tables: tables.map((table) => ({ heading: oneSpaced(table.heading?.text ?? ""), rows: table.rows })),
        texts,
      };
    },
  };
}

function lineOf({ label, value, isLabelClosed, isClosed }: Paragraph): readonly HtmlLine[] {
  if (label === undefined || label === "none") return [];
  return [
    {
      label: oneSpaced(label.text),
      value: oneSpaced(value.text),
      isClosed: isClosed && isLabelClosed,
      isOneText: value.stretches <= 1,
    },
  ];
}
