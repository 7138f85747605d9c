import { finished } from "node:stream/promises";
import { type FieldFault, MAX_BATCH_ITEMS } from "@receipts/contracts";
import { CsvError, parse } from "csv-parse";
import { invalidPayload } from "../http/api-problem.ts";

/** The fields of an item by the names of columns, in lower case without spaces, hyphens and underscores. */
const fieldsByColumn: ReadonlyMap<string, string> = new Map(
  [
    ...["bank", "referenceNumber", "reference", "transactionNumber", "receiptNumber"],
    ...["accountSuffix", "suffix", "phone", "phoneNumber", "settlementAccount", "label", "amount"],
  ].map((field) => [field.toLowerCase(), field]),
);
const referenceColumns = ["referenceNumber", "reference", "transactionNumber", "receiptNumber"];

export interface CsvItem {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly item: Readonly<Record<string, unknown>>;
  /** The row cannot be read as it is meant. */
  readonly fault: FieldFault | undefined;
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Columns that are not known cost time in every row. */
const MOST_COLUMNS = 100;
/** Characters that are read at once. */
const CHUNK = 4_096;

/**
 * Throws 422. Columns that are not known are ignored, as unknown fields are in JSON. `pause` is called often: a list of
 * a megabyte takes a tenth of a second.
 */
export async function readCsvItems(bytes: Buffer, pause: () => Promise<void>): Promise<readonly CsvItem[]> {
  const [header, ...rows] = await recordsOf(textOf(bytes), pause);
  const names = header?.record ?? [];
  if (names.length > MOST_COLUMNS)
    throw invalidPayload([{ field: "header", message: `must have at most ${MOST_COLUMNS} columns` }]);
  const fields = names.map((name) => fieldsByColumn.get(name.toLowerCase().replaceAll(/[\s_-]/g, "")));
  if (!fields.some((field) => field !== undefined && referenceColumns.includes(field)))
    throw invalidPayload([
      { field: "header", message: `must name a column ${referenceColumns.join(" or ")}` },
    ]);
  const repeated = fields.find((field, index) => field !== undefined && fields.indexOf(field) !== index);
  if (repeated !== undefined)
    throw invalidPayload([{ field: "header", message: `must name the column ${repeated} once` }]);
  return rows.map(({ record, info }) => ({
    line: info.lines,
    item: itemOf(fields, record),
    fault: surplusOf(fields, record),
  }));
}

/** An amount such as `1,250.00` without quotes is two values, and the first of them would be taken for the amount. */
function surplusOf(
  fields: readonly (string | undefined)[],
  record: readonly string[],
): FieldFault | undefined {
  if (record.slice(fields.length).every((value) => value === "")) return undefined;
  return {
    field: fields.includes("amount") ? "expect.amount" : "",
    message: `is unclear: the line has more values than the header. Put a value that has a comma between quotes, such as "1,250.00"`,
  };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidPayload([{ field: "body", message: "must be in UTF-8: save the file as CSV UTF-8" }]);
  }
}

async function recordsOf(text: string, pause: () => Promise<void>): Promise<readonly CsvRecord[]> {
  const delimiter = delimiterOf(text);
  requireFewValues(text, delimiter);
  const parser = parse({
    delimiter,
    info: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    // A header, and one row more than the limit, which then names the error.
    to: MAX_BATCH_ITEMS + 2,
  });
  const records: CsvRecord[] = [];
  const bytes = Buffer.from(text);
  parser.on("data", (record: CsvRecord) => records.push(record));
  const ended = finished(parser);
  // An error is thrown where it is awaited.
  ended.catch(() => undefined);
  try {
    // It ends by itself after the most records.
    for (let at = 0; at < bytes.length && parser.writable; at += CHUNK) {
      // Bytes: a piece of text could end within a character.
      const chunk = bytes.subarray(at, at + CHUNK);
      await new Promise<void>((resolve, reject) =>
        parser.write(chunk, (error) => (error ? reject(error) : resolve())),
      );
      await pause();
    }
    if (parser.writable) parser.end();
    await ended;
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error["lines"] === "number" ? error["lines"] : 1;
    throw invalidPayload([
      { field: `line ${line}`, message: "is not CSV: a quoted value must end, and have its quotes doubled" },
    ]);
  }
}

/** Before they are parsed: a megabyte of commas is a million values. */
function requireFewValues(text: string, delimiter: string): void {
  let left = MOST_COLUMNS * (MAX_BATCH_ITEMS + 1);
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    left -= 1;
    if (left >= 0) continue;
    const message = `must be 1 to ${MAX_BATCH_ITEMS} receipts, of at most ${MOST_COLUMNS} columns: split a longer list`;
    throw invalidPayload([{ field: "items", message }]);
  }
}

/** Spreadsheets of some languages separate with semicolons. */
function delimiterOf(text: string): string {
  const [header = ""] = text.split(/[\r\n]/, 1);
  return [",", ";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ",";
}

function itemOf(fields: readonly (string | undefined)[], record: readonly string[]): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [index, field] of fields.entries()) {
    const value = record[index];
    if (field === undefined || value === undefined || value === "") continue;
    if (field === "amount") item["expect"] = { amount: value };
    else item[field] = value;
  }
  return item;
}
