import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { chartFolder, deployFolder, readChartValues } from "./chart-values.ts";
import { valuesSchema } from "./values-schema.ts";
import { valuesTable } from "./values-table.ts";

/** Helm reads no file outside its chart: what others keep is copied in. */
const copied = [
  { from: "prometheus/rules", to: "files/rules", ending: ".yml" },
  { from: "grafana/dashboards", to: "files/dashboards", ending: ".json" },
] as const;

const START = "<!-- values: written by `npm run chart` -->";
const END = "<!-- /values -->";

const readme = path.resolve(chartFolder, "../README.md");

/** Every file that is made from others, by its path, with the text that it should have. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const schema = valuesSchema();
  return new Map([
    [path.join(chartFolder, "values.schema.json"), `${JSON.stringify(schema, undefined, 2)}\n`],
    [readme, withTable(readFileSync(readme, "utf8"), valuesTable(schema, readChartValues()))],
    ...copied.flatMap(({ from, to, ending }) =>
      filesOf(path.join(deployFolder, from), ending).map((name): [string, string] => [
        path.join(chartFolder, to, name),
        readFileSync(path.join(deployFolder, from, name), "utf8"),
      ]),
    ),
  ]);
}

/** Copies whose original is gone. */
export function leftOverFiles(): string[] {
  const wanted = generatedFiles();
  return copied
    .flatMap(({ to, ending }) =>
      filesOf(path.join(chartFolder, to), ending).map((name) => path.join(chartFolder, to, name)),
    )
    .filter((file) => !wanted.has(file));
}

function filesOf(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
}

function withTable(text: string, table: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`deploy/helm/README.md lacks ${START} and ${END}`);
  return `${text.slice(0, start + START.length)}\n\n${table}\n\n${text.slice(end)}`;
}
