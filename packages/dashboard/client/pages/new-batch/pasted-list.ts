/** The text of a list as the API takes it. */
export interface PastedList {
  readonly csv: string;
  /** Line of the pasted text, from 1, by the line of the CSV, from 1. */
  readonly lines: readonly number[];
}

const HEADER =
  /^\W*(?:bank|reference|referencenumber|transactionnumber|receiptnumber|label|amount|phone)\s*["']?\s*[,;\t]|^\W*(?:reference|referencenumber|transactionnumber|receiptnumber)\W*$/;

/** A table with a header stays as it is. Otherwise each line is one receipt. */
export function readPastedList(text: string): PastedList {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const first = (lines.find((line) => line.trim() !== "") ?? "").toLowerCase().replaceAll(/[ _-]/g, "");
  if (HEADER.test(first)) return { csv: text, lines: lines.map((_line, index) => index + 1) };
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
