/** The text of a list as the API takes it. */
export interface PastedList {
  readonly csv: string;
  /** Line of the pasted text, from 1, by the line of the CSV, from 1. */
  readonly lines: readonly number[];
}

/** As the API reads the header. */
const REFERENCE_COLUMNS = ["referencenumber", "reference", "transactionnumber", "receiptnumber"];

function isHeader(line: string): boolean {
  const names = line.toLowerCase().split(/[,;\t]/);
  return names.some((name) => REFERENCE_COLUMNS.includes(name.replaceAll(/[\s_"'-]/g, "")));
}

/** A table with a header stays as it is. Otherwise each line is one receipt. */
export function readPastedList(text: string): PastedList {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  if (isHeader(first)) return { csv: text, lines: lines.map((_line, index) => index + 1) };
  const receipts = lines.flatMap((line, index) => {
    const receipt = line.trim();
    return receipt === "" ? [] : [{ receipt, line: index + 1 }];
  });
  return {
    csv: ["referenceNumber", ...receipts.map(({ receipt }) => quoted(receipt))].join("\r\n"),
    lines: [0, ...receipts.map(({ line }) => line)],
  };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The line of the pasted text that an error names as `line 3, bank`. */
export function pastedLineOf(field: string, { lines }: PastedList): number | undefined {
  const [, line] = /^line (\d+)/.exec(field) ?? [];
  return line === undefined ? undefined : lines[Number(line) - 1];
}
