import type { JsonSchema } from "./chart-settings.ts";
import { isValues, type Values } from "./chart-values.ts";

const MAX_WIDTH = 120;

/** List for the chart's README: every value except the settings, which the services' READMEs explain. */
export function valuesList(schema: JsonSchema, values: Values): string {
  const { banks, global: _unused, ...sections } = propertiesOf(schema);
  const items = Object.entries(sections).flatMap(([name, section]) => itemsOf(name, section, values[name]));
  return [...items, ...bankItems(banks ?? {})].join("\n");
}

function itemsOf(name: string, schema: JsonSchema, value: unknown): string[] {
  const properties = propertiesOf(schema);
  if (name.endsWith("settings")) {
    const set = Object.entries(isValues(value) ? value : {}).map(
      ([key, text]) => `${key}: ${shown(text) || "empty"}`,
    );
    return [item(name, set.join(", "), String(schema["description"]))];
  }
  if (Object.keys(properties).length === 0) return [item(name, shown(value), String(schema["description"]))];
  return Object.entries(properties).flatMap(([key, property]) =>
    itemsOf(`${name}.${key}`, property, isValues(value) ? value[key] : undefined),
  );
}

/** All banks have the same values: the list shows one bank, without the values of `verifier`. */
function bankItems(banks: JsonSchema): string[] {
  const [bank = {}] = Object.values(propertiesOf(banks));
  const own = ["enabled", "baseUrls", "caFiles", "canary", "settings"] as const;
  const items = own.map((name) =>
    item(`banks.<bank>.${name}`, "", String(propertiesOf(bank)[name]?.["description"])),
  );
  return [...items, item("banks.<bank>.…", "", "Any value of `verifier`, for this bank only")];
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function shown(value: unknown): string {
  if (value === undefined || value === "") return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_WIDTH ? "see values.yaml" : `\`${text}\``;
}

function item(name: string, fallback: string, description: string): string {
  const lines = [""];
  for (const word of `- \`${name}\`${fallback && ` (default ${fallback})`}: ${description}`.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + 1 + word.length > MAX_WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
