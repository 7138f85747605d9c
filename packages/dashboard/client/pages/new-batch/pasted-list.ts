import { type PastedMessage, splitMessages } from "./pasted-messages.ts";

/** A pasted list: a table as it is, or the receipts of a text. */
export type PastedList =
  | { readonly kind: "table"; readonly csv: string }
  | { readonly kind: "receipts"; readonly receipts: readonly PastedMessage[] };

/** As the API reads the header. */
const REFERENCE_COLUMNS = ["referencenumber", "reference", "transactionnumber", "receiptnumber"];

function isHeader(line: string): boolean {
  const names = line.toLowerCase().split(/[,;\t]/);
  return names.some((name) => REFERENCE_COLUMNS.includes(name.replaceAll(/[\s_"'-]/g, "")));
}

export function readPastedList(text: string): PastedList {
  const lines = text.replace(/^\uFEFF/, "").split(/[\r\n]/);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  if (isHeader(first)) return { kind: "table", csv: text };
  return { kind: "receipts", receipts: splitMessages(text) };
}

/** The line of the pasted text that an error names as `line 3, bank` or `items.2.bank`. */
export function pastedLineOf(field: string, list: PastedList): number | undefined {
  const [, line, item] = /^(?:line (\d+)|items\.(\d+))/.exec(field) ?? [];
  if (line !== undefined) return Number(line);
  return list.kind === "table" || item === undefined ? undefined : list.receipts[Number(item)]?.line;
}
