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
  // A comma within a text counts too: no receipt has so many.
  for (const sign of ["[", "{", ","])
    if (text.split(sign, maxValues + 1).length > maxValues)
      throw new ReceiptUnreadable("the JSON has too many values");
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

/** `JSON.parse` silently lets the last of two equal keys win. The text is known to be valid JSON. */
function hasRepeatedKey(text: string): boolean {
  /** One entry for each open bracket; arrays have no keys. */
  const open: (Set<string> | undefined)[] = [];
  for (const [token, key] of jsonTokens(text)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token !== "key") open.pop();
    else if (open.at(-1)?.has(key)) return true;
    else open.at(-1)?.add(key);
  }
  return false;
}

function* jsonTokens(text: string): Generator<readonly [token: string, key: string]> {
  // Every string of valid JSON is closed. With the closing left open, no search ever fails and starts anew.
  const token = /[{}[\]]|"(?:[^"\\]|\\.)*"?(\s*:)?/g;
  for (const match of text.matchAll(token)) {
    const [found, colon] = match;
    if (!found.startsWith('"')) yield [found, ""];
    else if (colon !== undefined) yield ["key", String(JSON.parse(found.slice(0, -colon.length)))];
  }
}
