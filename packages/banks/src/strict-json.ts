import type { z } from "zod";
import { ReceiptUnreadable } from "./bank-failure.ts";

/** Receipts have about 60. Each value of a list may be a schema error, and each nesting level a call. */
const maxValues = 1_000;
const shownPlaces = 20;

/**
 * Throws `ReceiptUnreadable` if there are too many values, a key is duplicated, or the text is not JSON of this schema.
 */
export function readStrictJson<T>(text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues
    .slice(0, shownPlaces)
    .map((issue) => issue.path.join("."))
    .join(", ");
  throw new ReceiptUnreadable(`the JSON does not have the bank's shape, at ${places || "its root"}`);
}

function parseJson(text: string): unknown {
  if (hasTooManyValues(text)) throw new ReceiptUnreadable("the JSON has too many values");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the document.
    throw new ReceiptUnreadable("the document is not JSON");
  }
  if (hasRepeatedKey(text)) throw new ReceiptUnreadable("the JSON has a duplicate key");
  return value;
}

/** Also counts commas in strings: no receipt has that many. */
function hasTooManyValues(text: string): boolean {
  let [lists, objects, commas] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA) commas += 1;
    else if (code === LIST) lists += 1;
    else if (code === OBJECT) objects += 1;
  }
  return Math.max(lists, objects, commas) >= maxValues;
}

const [COMMA, COLON, QUOTE, BACKSLASH] = [0x2c, 0x3a, 0x22, 0x5c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** `JSON.parse` silently keeps the last of two equal keys. The text is known to be valid JSON. */
function hasRepeatedKey(text: string): boolean {
  /** One entry for each open bracket; arrays have no keys. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OBJECT) open.push(new Set());
    else if (code === LIST) open.push(undefined);
    else if (code === OBJECT_END || code === LIST_END) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      if (isKey(text, end) && !isNew(keyOf(text.slice(at, end)), open.at(-1))) return true;
      at = end - 1;
    }
  }
  return false;
}

/** The position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === COLON;
}

/** Also records the key. */
function isNew(key: string, keys: Set<string> | undefined): boolean {
  return keys === undefined || keys.size !== keys.add(key).size;
}

function keyOf(quoted: string): string {
  return quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
