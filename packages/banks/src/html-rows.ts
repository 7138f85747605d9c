import { load } from "cheerio/slim";
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
  /** Whether every tag within it is closed there, and closes what was opened there; never for a cell longer than any value's. */
  readonly isBalanced: boolean;
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

interface HtmlNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly children?: readonly HtmlNode[];
  readonly startIndex: number | null;
  readonly endIndex: number | null;
}

/** Receipts have four hundred at most. The parser's time grows with the square of how deep they nest. */
const maxTags = 1_500;

/**
 * Rows of all tables, nested ones too, in the order of the document. What a parser does not ask for is not looked for.
 * Throws `ReceiptUnreadable` for a monster.
 */
export function readHtml(html: string): HtmlContent {
  if (html.split("<", maxTags + 1).length > maxTags)
    throw new ReceiptUnreadable("the page has too many tags");
  const document = load(html, { xml: { xmlMode: false, withStartIndices: true, withEndIndices: true } });
  const find = (selector: string) => document(selector).toArray() as HtmlNode[];
  const rows = once(() => find("tr").map((row) => readRow(row, html)));
  const lines = once(() => find("p").flatMap((paragraph) => readLine(paragraph, html)));
  const tables = once(() => readTables(find("table, div.heading"), html));
  const texts = once(() => readTexts(document.root().toArray() as HtmlNode[]));
  return {
    get title() {
      return oneSpaced(document("title").first().text());
    },
    get rows() {
      return rows();
    },
    get lines() {
      return lines();
    },
    get tables() {
      return tables();
    },
    get texts() {
      return texts();
    },
    endsWhole: /<\/html>$/i.test(html.trimEnd()),
  };
}

function once<T>(read: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
}

function readTexts(roots: readonly HtmlNode[]): readonly string[] {
  return roots
    .flatMap((root) => textsOf(root, notText))
    .map(oneSpaced)
    .filter((text) => text !== "");
}

function readLine(paragraph: HtmlNode, html: string): readonly HtmlLine[] {
  const children = paragraph.children ?? [];
  const labelAt = children.findIndex(({ type, data = "" }) => type !== "text" || data.trim() !== "");
  const label = children[labelAt];
  if (label?.name !== "strong") return [];
  const value = children.slice(labelAt + 1).filter(({ name = "" }) => !notOfTheLine.has(name));
  return [
    {
      label: oneSpaced(textOf(label, notShown)),
      value: oneSpaced(value.map((node) => textOf(node, notOfTheLine)).join("")),
      isClosed: /<\/p\s*>$/i.test(endOf(paragraph, html)) && /<\/strong\s*>$/i.test(endOf(label, html)),
      isOneText: stretchesOf(value, notOfTheLine) <= 1,
    },
  ];
}

/** Tables and headings in the order of the document. */
function readTables(nodes: readonly HtmlNode[], html: string): readonly HtmlTable[] {
  const tables: HtmlTable[] = [];
  let heading = "";
  for (const node of nodes) {
    if (node.name === "table") tables.push({ heading, rows: ownRows(node, html) });
    heading = node.name === "table" ? "" : oneSpaced(textOf(node, notOfTheHeading));
  }
  return tables;
}

const tableSections = new Set(["thead", "tbody", "tfoot"]);

function ownRows(table: HtmlNode, html: string): readonly HtmlRow[] {
  const children = (table.children ?? []).flatMap((child) =>
    tableSections.has(child.name ?? "") ? (child.children ?? []) : [child],
  );
  return children.filter(({ name }) => name === "tr").map((row) => readRow(row, html));
}

const notText = new Set(["script", "style"]);
const notShown = new Set([...notText, "head", "template", "noscript", "title", "textarea"]);
const notOfTheCell = new Set([...notShown, "table"]);
const notOfTheLine = new Set([...notOfTheCell, "p"]);
const notOfTheHeading = new Set([...notOfTheCell, "div"]);
const startsALine = new Set(["br", "div", "p", "td", "th", "tr", "li"]);

function readRow(row: HtmlNode, html: string): HtmlRow {
  const children = row.children ?? [];
  const cells = children.filter(({ name }) => name === "td" || name === "th");
  const rest = children.filter((child) => !cells.includes(child));
  return {
    cells: cells.map((cell) => ({
      text: oneSpaced(textOf(cell, notOfTheCell)),
      isClosed: /<\/t[dh]\s*>$/i.test(endOf(cell, html)),
      isOneText: stretchesOf([cell], notOfTheCell) <= 1,
      isBalanced: isBalanced(cell, html),
    })),
    hasLooseText: rest.some((child) => textOf(child, notShown).trim() !== ""),
  };
}

const tag = /<(\/?)([a-z][a-z0-9]*)(?:[^a-z0-9<>][^<>]*)?>/gi;
const neverClosed = new Set(["br", "hr", "img", "input", "wbr"]);

/** A value's cell is a few hundred characters. Cells in cells, each read to its end, would take the square of that. */
const maxBalancedLength = 2_000;

/** The parser closes on its own what the document left open, and leaves out what closes nothing. */
function isBalanced({ startIndex, endIndex }: HtmlNode, html: string): boolean {
  const source = html.slice(startIndex ?? 0, (endIndex ?? -1) + 1);
  if (source.length > maxBalancedLength) return false;
  const open: string[] = [];
  for (const [, slash, name = ""] of source.matchAll(tag)) {
    const element = name.toLowerCase();
    if (neverClosed.has(element)) continue;
    if (slash === "") open.push(element);
    else if (open.pop() !== element) return false;
  }
  return open.length === 0;
}

/** The last characters of an element, enough to hold its closing tag. */
function endOf({ endIndex }: HtmlNode, html: string): string {
  const end = (endIndex ?? -1) + 1;
  return html.slice(Math.max(0, end - 16), end);
}

function textOf(node: HtmlNode, skipped: ReadonlySet<string>): string {
  return textsOf(node, skipped).join("");
}

/** How many pieces of text there are, blank ones left out. */
function stretchesOf(nodes: readonly HtmlNode[], skipped: ReadonlySet<string>): number {
  return nodes.flatMap((node) => textsOf(node, skipped)).filter((text) => text.trim() !== "").length;
}

/** Walks with a stack of its own: a document may nest deeper than calls may. */
function textsOf(node: HtmlNode, skipped: ReadonlySet<string>): readonly string[] {
  const texts: string[] = [];
  const waiting: HtmlNode[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === "text") texts.push(next.data ?? "");
    if (next.name !== undefined && startsALine.has(next.name)) texts.push(" ");
    if (next !== node && next.name !== undefined && skipped.has(next.name)) continue;
    waiting.push(...(next.children ?? []).toReversed());
  }
  return texts;
}
