import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

export const chartFolder = path.resolve(import.meta.dirname, "../receipts");
export const deployFolder = path.resolve(import.meta.dirname, "../..");

export type Values = Readonly<Record<string, unknown>>;

export function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `values.yaml` as Helm reads it. */
export function readChartValues(): Values {
  const values: unknown = parse(readFileSync(path.join(chartFolder, "values.yaml"), "utf8"));
  if (!isValues(values)) throw new Error("values.yaml is not a map");
  return values;
}
