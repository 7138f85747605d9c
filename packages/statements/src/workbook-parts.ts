import { Parser } from "htmlparser2";
import { MOST_CHARACTERS, StatementRefused } from "./statement-refused.ts";
import type { WorkbookArchive } from "./workbook-archive.ts";

/** A sheet needs seven; each level costs the parser memory, and time at each end. */
const MOST_DEPTH = 32;
/** The limit of spreadsheet programs is lower. */
const MOST_STYLES = 65_536;
/** As many texts as a statement of the most lines has in ten columns. */
const MOST_TEXTS = 1_000_000;

type Attributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Names without the prefix that a writer may choose for the main namespace. */
const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads an entry as XML. Yields after each part of the text, so that rows need not all be in memory. */
export async function* readXml(
  archive: WorkbookArchive,
  name: string,
  handler: XmlHandler,
): AsyncGenerator<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        depth += 1;
        if (depth > MOST_DEPTH) throw new StatementRefused("too_large_unpacked");
        handler.open?.(localName(tag), attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (tag) => {
        depth -= 1;
        handler.close?.(localName(tag));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for await (const text of archive.read(name)) {
    parser.write(text);
    yield;
  }
  parser.end();
}

async function readWhole(archive: WorkbookArchive, name: string, handler: XmlHandler): Promise<void> {
  const reading = readXml(archive, name, handler);
  while (!(await reading.next()).done);
}

/** The text so far and its next part. */
export function extended(text: string, part: string): string {
  if (text.length + part.length > MOST_CHARACTERS) throw new StatementRefused("too_large_unpacked");
  return text + part;
}

function addTo<T>(list: T[], value: T, most: number): void {
  if (list.length >= most) throw new StatementRefused("too_large_unpacked");
  list.push(value);
}

export interface WorkbookParts {
  /** The entry of the first sheet; undefined without one. */
  readonly sheet: string | undefined;
  /** Whether days count from 1904. */
  readonly is1904: boolean;
  readonly texts: readonly string[];
  /** By style: whether a number is a date. */
  readonly dateStyles: readonly boolean[];
}

export async function readParts(archive: WorkbookArchive): Promise<WorkbookParts> {
  const { sheetId, is1904 } = await readWorkbook(archive);
  const sheet = sheetId === undefined ? undefined : await findTarget(archive, sheetId);
  return { sheet, is1904, texts: await readTexts(archive), dateStyles: await readDateStyles(archive) };
}

async function readWorkbook(archive: WorkbookArchive) {
  const found: { sheetId: string | undefined; is1904: boolean } = { sheetId: undefined, is1904: false };
  await readWhole(archive, "xl/workbook.xml", {
    open: (name, attributes) => {
      if (name === "workbookPr") found.is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name === "sheet") found.sheetId ??= relationOf(attributes);
    },
  });
  return found;
}

/** `r:id`, with any prefix. */
const relationOf = (attributes: Attributes) =>
  Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];

async function findTarget(archive: WorkbookArchive, id: string): Promise<string | undefined> {
  let target: string | undefined;
  await readWhole(archive, "xl/_rels/workbook.xml.rels", {
    open: (name, attributes) => {
      if (name === "Relationship" && attributes["Id"] === id) target = attributes["Target"];
    },
  });
  return target?.startsWith("/") ? target.slice(1) : target && `xl/${target}`;
}

/** Of rich text, all runs; not the hints how to pronounce it. */
async function readTexts(archive: WorkbookArchive): Promise<string[]> {
  const name = "xl/sharedStrings.xml";
  const texts: string[] = [];
  let text = "";
  let [isText, isHint] = [false, false];
  if (!archive.has(name)) return texts;
  await readWhole(archive, name, {
    open: (tag) => {
      if (tag === "si") text = "";
      if (tag === "rPh") isHint = true;
      isText = tag === "t" && !isHint;
    },
    text: (part) => {
      if (isText) text = extended(text, part);
    },
    close: (tag) => {
      if (tag === "si") addTo(texts, text, MOST_TEXTS);
      if (tag === "rPh") isHint = false;
      isText = false;
    },
  });
  return texts;
}

/** Formats of dates and times that are built in (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 58);

async function readDateStyles(archive: WorkbookArchive): Promise<boolean[]> {
  const name = "xl/styles.xml";
  const own = new Map<string, boolean>();
  const styles: boolean[] = [];
  let isCellStyle = false;
  if (!archive.has(name)) return styles;
  await readWhole(archive, name, {
    open: (tag, attributes) => {
      if (tag === "cellXfs") isCellStyle = true;
      if (tag === "numFmt")
        own.set(attributes["numFmtId"] ?? "", isDateFormat(attributes["formatCode"] ?? ""));
      const format = attributes["numFmtId"] ?? "0";
      if (tag === "xf" && isCellStyle)
        addTo(styles, own.get(format) ?? isBuiltInDate(Number(format)), MOST_STYLES);
    },
    close: (tag) => {
      if (tag === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}

/** Quoted and escaped characters, and conditions in brackets, say nothing about the number. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]{0,80}"|\\.|\[[^\]]{0,80}\]/g, ""));
