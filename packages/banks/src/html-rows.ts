import { Parser } from "htmlparser2";
import { ReceiptUnreadable } from "./bank-failure.ts";
import { oneSpaced } from "./utf8-text.ts";

export interface HtmlRow {
  readonly cells: readonly HtmlCell[];
  /** Text between cells is a sign of damage: a browser would move it elsewhere. */
  readonly hasLooseText: boolean;
}

export interface HtmlCell {
  /** Without the text of tables inside it, of comments and of scripts; white space collapsed. */
  readonly text: string;
  /** Whether the document itself closes the cell, rather than the parser on its behalf. */
  readonly isClosed: boolean;
  /** Whether its text is one stretch, not put together from several. */
  readonly isOneText: boolean;
  /** From its first tag to its last, as the document has it. */
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
  /** Text of the last `div.heading` since the table before; empty without one. */
  readonly heading: string;
  /** Its own, without those of tables inside it. */
  readonly rows: readonly HtmlRow[];
}

export interface HtmlContent {
  /** Of the document's head. */
  readonly title: string;
  readonly rows: readonly HtmlRow[];
  /** Paragraphs that begin with a label in `<strong>`. */
  readonly lines: readonly HtmlLine[];
  readonly tables: readonly HtmlTable[];
  /** All text, hidden text too, a piece for each stretch between tags; scripts and styles are none. */
  readonly texts: readonly string[];
  readonly endsWhole: boolean;
}

/** Receipts have four hundred at most. The reader's time grows with the square of how deep they nest. */
const maxTags = 1_500;

/**
 * Rows of all tables, nested ones too, in the order of the document. Read in one pass: to make a tree of the page and
 * search it takes three times as long. Throws `ReceiptUnreadable` for a monster.
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

/** The text of an element, as it is gathered. */
interface Heard {
  text: string;
  /** How many pieces of text there are, blank ones left out. */
  stretches: number;
  /** Elements within it whose text is none of its own. */
  readonly without: ReadonlySet<string>;
}

interface Row {
  readonly cells: HtmlCell[];
  hasLooseText: boolean;
}

interface Table {
  readonly heading: Heard | undefined;
  readonly rows: Row[];
}

interface Paragraph {
  /** Undefined until it has begun with more than blanks; `none` where that is no label. */
  label: Heard | "none" | undefined;
  readonly value: Heard;
  isLabelClosed: boolean;
  isClosed: boolean;
}

interface OpenElement {
  readonly name: string;
  /** The collectors of text outside this element. */
  readonly outside: readonly Heard[];
  /** Whose rows are right below it. */
  table: Table | undefined;
  row: Row | undefined;
  /** Collects the text between a row's cells. */
  loose: Heard | undefined;
  paragraph: Paragraph | undefined;
  atEnd: ((endIndex: number) => void) | undefined;
}

const openElement = (name: string, outside: readonly Heard[]): OpenElement => ({
  ...{ name, outside, table: undefined, row: undefined, loose: undefined, paragraph: undefined },
  atEnd: undefined,
});

interface Tag {
  readonly attributes: Readonly<Record<string, string>>;
  readonly startIndex: number;
}

type Begin = (element: OpenElement, parent: OpenElement | undefined, tag: Tag) => void;

const cellNames = new Set(["td", "th"]);
const notText = new Set(["script", "style"]);
const notShown = new Set([...notText, "head", "template", "noscript", "title", "textarea"]);
const notOfTheCell = new Set([...notShown, "table"]);
const notOfTheLine = new Set([...notOfTheCell, "p"]);
const notOfTheHeading = new Set([...notOfTheCell, "div"]);
const leftOutOfSome = new Set([...notOfTheLine, ...notOfTheHeading, ...cellNames]);
const startsALine = new Set(["br", "div", "p", "td", "th", "tr", "li"]);

const unheard = (without: ReadonlySet<string>): Heard => ({ text: "", stretches: 0, without });

function createPageReader(html: string) {
  const rows: Row[] = [];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  const texts: string[] = [];
  let title: Heard | undefined;
  /** The last since the table before. */
  let heading: Heard | undefined;

  const openElements: OpenElement[] = [];
  let hearing: readonly Heard[] = [];
  let scripts = 0;
  let text = "";

  function hear(heard: Heard): Heard {
    hearing = [...hearing, heard];
    return heard;
  }

  /** The parser gives what is one stretch in pieces, wherever it has a character reference. */
  function endText(): void {
    if (text === "") return;
    const isBlank = text.trim() === "";
    if (!isBlank) {
      beginParagraph();
      if (scripts === 0) texts.push(oneSpaced(text));
    }
    for (const heard of hearing) {
      heard.text += text;
      if (!isBlank) heard.stretches += 1;
    }
    text = "";
  }

  function beginParagraph(): void {
    const paragraph = openElements.at(-1)?.paragraph;
    if (paragraph !== undefined) paragraph.label ??= "none";
  }

  /** Elements with a meaning for rows, by their name. */
  const beginnings: Readonly<Record<string, Begin>> = {
    td: beginCell,
    th: beginCell,
    tr(element, parent) {
      const row: Row = { cells: [], hasLooseText: false };
      const loose = hear(unheard(notShown));
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
      const value = unheard(notOfTheLine);
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
      paragraph.label = hear(unheard(notShown));
      element.atEnd = (endIndex) => {
        paragraph.isLabelClosed = endsWith(/<\/strong\s*>$/i, endIndex);
        hear(paragraph.value);
      };
    },
    div(_element, _parent, { attributes }) {
      if (/(?:^|\s)heading(?:\s|$)/.test(attributes["class"] ?? "")) heading = hear(unheard(notOfTheHeading));
    },
    title() {
      title ??= hear(unheard(new Set()));
    },
  };
  const begin = new Map(Object.entries(beginnings));

  function beginCell(element: OpenElement, parent: OpenElement | undefined, { startIndex }: Tag): void {
    const row = parent?.row;
    if (row === undefined) return;
    const heard = hear(unheard(notOfTheCell));
    element.atEnd = (endIndex) => {
      row.cells.push({
        text: oneSpaced(heard.text),
        isClosed: endsWith(/<\/t[dh]\s*>$/i, endIndex),
        isOneText: heard.stretches <= 1,
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
    const element = openElement(name, hearing);
    if (startsALine.has(name)) for (const heard of hearing) if (heard !== title) heard.text += " ";
    if (leftOutOfSome.has(name))
      hearing = hearing.filter((heard) =>
        // Between the cells of a row is all that is not in a cell.
        heard === parent?.loose ? !cellNames.has(name) : !heard.without.has(name),
      );
    if (notText.has(name)) scripts += 1;
    begin.get(name)?.(element, parent, tag);
    beginParagraph();
    openElements.push(element);
  }

  function close(endIndex: number): void {
    endText();
    const element = openElements.pop();
    if (element === undefined) return;
    hearing = element.outside;
    if (notText.has(element.name)) scripts -= 1;
    element.atEnd?.(endIndex);
  }

  /** The last characters of an element, enough to hold its closing tag. */
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
