import type { JsonSchema } from "./chart-settings.ts";
import { isValues, type Values } from "./chart-values.ts";

/** Table for the chart's README: every value except the settings, which the services' READMEs explain. */
export function valuesTable(schema: JsonSchema, values: Values): string {
  const { banks, global: _unused, ...sections } = propertiesOf(schema);
  const rows = Object.entries(sections).flatMap(([name, section]) => rowsOf(name, section, values[name]));
  return ["| value | default | meaning |", "|---|---|---|", ...rows, ...bankRows(banks ?? {})].join("\n");
}

function rowsOf(name: string, schema: JsonSchema, value: unknown): string[] {
  const properties = propertiesOf(schema);
  if (name.endsWith("settings")) {
    const set = Object.entries(isValues(value) ? value : {}).map(([key, text]) => `${key}: ${shown(text)}`);
    return [row(name, set.join("<br>"), String(schema["description"]))];
  }
  if (Object.keys(properties).length === 0) return [row(name, shown(value), String(schema["description"]))];
  return Object.entries(properties).flatMap(([key, property]) =>
    rowsOf(`${name}.${key}`, property, isValues(value) ? value[key] : undefined),
  );
}

/** All banks have the same values: the table shows one bank, without the values of `verifier`. */
function bankRows(banks: JsonSchema): string[] {
  const [bank = {}] = Object.values(propertiesOf(banks));
  const own = ["enabled", "baseUrls", "caFiles", "canary", "settings"] as const;
  const rows = own.map((name) =>
    row(`banks.<bank>.${name}`, "", String(propertiesOf(bank)[name]?.["description"])),
  );
  return [...rows, row("banks.<bank>.…", "", "Any value of `verifier`, for this bank only")];
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function shown(value: unknown): string {
  if (value === undefined || value === "") return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // For long lists see values.yaml.
  return text.length > 120 ? "see values.yaml" : `\`${text}\``;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
