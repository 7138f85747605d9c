import { readFileSync } from "node:fs";
import path from "node:path";
import { chartFolder, readChartValues } from "./chart-values.ts";
import { valuesList } from "./values-list.ts";
import { valuesSchema } from "./values-schema.ts";

const START = "<!-- values: written by `npm run chart` -->";
const END = "<!-- /values -->";

const readme = path.resolve(chartFolder, "../README.md");

/** Every generated file of the chart, by path, with its expected text. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const schema = valuesSchema();
  return new Map([
    [path.join(chartFolder, "values.schema.json"), `${jsonText(schema)}\n`],
    [readme, withList(readFileSync(readme, "utf8"), valuesList(schema, readChartValues()))],
  ]);
}

const LINE_WIDTH = 120;

/** Puts each value that fits on one line. */
function jsonText(value: unknown, indent = "", room = LINE_WIDTH): string {
  const line = JSON.stringify(value);
  if (line.length <= room || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const roomIn = (before: string) => LINE_WIDTH - inner.length - before.length - 1;
  const parts = Array.isArray(value)
    ? value.map((item) => jsonText(item, inner, roomIn("")))
    : Object.entries(value).map(([name, part]) => {
        const before = `${JSON.stringify(name)}: `;
        return `${before}${jsonText(part, inner, roomIn(before))}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(",\n")}\n${indent}${close}`;
}

function withList(text: string, list: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`deploy/helm/README.md lacks ${START} and ${END}`);
  return `${text.slice(0, start + START.length)}\n\n${list}\n\n${text.slice(end)}`;
}
