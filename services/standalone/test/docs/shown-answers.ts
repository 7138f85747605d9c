/** Values that differ from day to day. All others must be as shown on the page. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/\b(ver|key|mem|usr|biz|acc|ctx|whd|whe|whr|dep|evt)_[0-9a-z]{26}\b/g, "$1_"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "UUID"],
  [/\b(rvk|sck)_(?:[0-9A-Za-z]{49}\b|…)/g, "$1_…"],
  [/\bwhsec_(?:[0-9A-Za-z+/=]+|…)/g, "whsec_…"],
  // References of new payments: letters for year, month and day. Those of the examples stay.
  [/\b(?!DJ57QK)[A-Z][A-L][1-9A-V][0-9A-Z]{7}\b/g, "REFERENCE"],
  [/\/checkout\/[\w-]{20,}/g, "/checkout/"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME"],
];
const passingNumbers = new Set(["durationMs", "estimatedWaitMs", "pollAfterMs", "requestCount", "balance"]);
const passingTexts = new Set(["last4", "sha256Prefix", "nextCursor"]);

/** Replaces passing values, so that a response is the same on two days. */
export function lasting(value: unknown, key = ""): unknown {
  if (typeof value === "number" && passingNumbers.has(key)) return "NUMBER";
  if (typeof value === "string" && passingTexts.has(key)) return "TEXT";
  if (typeof value === "string")
    return passing.reduce((text, [pattern, short]) => text.replaceAll(pattern, short), value);
  if (Array.isArray(value)) return value.map((item) => lasting(item));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lasting(inner, name)]));
  return value;
}

/** Returns the JSON objects in the output. `curl` ends no line, and background jobs print in between. */
export function jsonObjectsIn(printed: string): unknown[] {
  const found: unknown[] = [];
  let start = printed.indexOf("{");
  while (start !== -1) {
    const end = endOfObject(printed, start);
    if (end === undefined) break;
    found.push(JSON.parse(printed.slice(start, end)));
    start = printed.indexOf("{", end);
  }
  return found;
}

function endOfObject(text: string, start: number): number | undefined {
  for (let end = text.indexOf("}", start); end !== -1; end = text.indexOf("}", end + 1)) {
    try {
      JSON.parse(text.slice(start, end + 1));
      return end + 1;
    } catch {
      // A brace inside the object.
    }
  }
  return undefined;
}

/** `…` matches any text on a line; alone on a line it matches any lines. */
export function outputPattern(shown: string): RegExp {
  const lines = shown
    .trimEnd()
    .split("\n")
    .map((line) => (line === "…" ? "[\\s\\S]*?" : line.split("…").map(escaped).join("[^\\n]*")));
  return new RegExp(lines.join("\n"));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

const LINE = 96;

/** Formats a value as pages do: on one line if it fits. */
export function pageJson(value: unknown, indent = ""): string {
  const flat = flatJson(value);
  if (typeof value !== "object" || value === null || indent.length + flat.length < LINE) return flat;
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((item) => deeper + pageJson(item, deeper)).join(",\n")}\n${indent}]`;
  const fields = Object.entries(value).map(
    ([name, inner]) => `${deeper}${JSON.stringify(name)}: ${pageJson(inner, deeper)}`,
  );
  return `{\n${fields.join(",\n")}\n${indent}}`;
}

function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${flatJson(inner)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
