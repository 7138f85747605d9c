import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { configurationTables, withTable } from "./configuration-tables.ts";
import { metricsPage, metricsPageText } from "./metrics-page.ts";
import { readServiceRegistries } from "./service-registries.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

for (const [file, table] of Object.entries(configurationTables)) {
  const readme = path.join(root, file);
  await writeFile(readme, withTable(await readFile(readme, "utf8"), table));
}
await writeFile(path.join(root, metricsPage), metricsPageText(await readServiceRegistries()));
