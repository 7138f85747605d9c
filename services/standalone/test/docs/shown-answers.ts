/** What differs from one day to the next: everything else that a page shows must be so. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/\b(ver|key|usr|biz|acc|ctx|whd|whr|dep|evt)_[0-9a-z]{26}\b/g, "$1_"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "UUID"],
  [/\b(rvk|sck)_(?:[0-9A-Za-z]{49}\b|…)/g, "$1_…"],
  [/\bwhsec_(?:[0-9A-Za-z+/=]+|…)/g, "whsec_…"],
  // Of a payment that was ordered just now: a year, a month and a day in letters. Those of the examples stay.
  [/\b(?!DJ57QK)[A-Z][A-L][1-9A-V][0-9A-Z]{7}\b/g, "REFERENCE"],
  [/\/checkout\/[\w-]{20,}/g, "/checkout/"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME"],
];
const passingNumbers = new Set(["durationMs", "estimatedWaitMs", "pollAfterMs", "requestCount", "balance"]);
const passingTexts = new Set(["last4", "sha256Prefix", "nextCursor"]);

/** The same answer on two days is the same afterwards. */
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

/** The JSON objects in what was printed, one after another; `curl` ends no line, and jobs in the background print too. */
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
      // A brace within it.
    }
  }
  return undefined;
}

/** `…` stands for anything on a line, and alone on a line for any lines. */
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

/** As a page shows it: what fits on a line stands on one. */
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
