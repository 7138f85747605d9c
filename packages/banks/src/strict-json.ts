import type { z } from "zod";
import { ReceiptUnreadable } from "./bank-failure.ts";

/** Receipts have some sixty. Each value of a list may be a complaint of the schema's, and each nesting a call. */
const maxValues = 1_000;
const shownPlaces = 20;

/** Throws `ReceiptUnreadable` for a monster, for what is not JSON, names a key twice, or does not fit the schema. */
export function readStrictJson<T>(text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues
    .slice(0, shownPlaces)
    .map((issue) => issue.path.join("."))
    .join(", ");
  throw new ReceiptUnreadable(`the JSON has another shape than the bank's, at ${places || "its root"}`);
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
  if (hasRepeatedKey(text)) throw new ReceiptUnreadable("the JSON names a key twice");
  return value;
}

/** A comma within a text counts too: no receipt has so many. */
function hasTooManyValues(text: string): boolean {
  let [lists, objects, commas] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COMMA) commas += 1;
    else if (sign === LIST) lists += 1;
    else if (sign === OBJECT) objects += 1;
  }
  return Math.max(lists, objects, commas) >= maxValues;
}

const [COMMA, COLON, QUOTE, BACKSLASH] = [0x2c, 0x3a, 0x22, 0x5c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** `JSON.parse` silently lets the last of two equal keys win. The text is known to be valid JSON. */
function hasRepeatedKey(text: string): boolean {
  /** One entry for each open bracket; arrays have no keys. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === OBJECT) open.push(new Set());
    else if (sign === LIST) open.push(undefined);
    else if (sign === OBJECT_END || sign === LIST_END) open.pop();
    else if (sign === QUOTE) {
      const end = endOfString(text, at);
      if (isKey(text, end) && !isNew(keyOf(text.slice(at, end)), open.at(-1))) return true;
      at = end - 1;
    }
  }
  return false;
}

/** Behind its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let sign = text.charCodeAt(at); sign !== QUOTE; sign = text.charCodeAt(at))
    at += sign === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === COLON;
}

/** Notes it as well. */
function isNew(key: string, keys: Set<string> | undefined): boolean {
  return keys === undefined || keys.size !== keys.add(key).size;
}

function keyOf(quoted: string): string {
  return quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
