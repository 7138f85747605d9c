import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bankCodes, bankTitle } from "@receipts/contracts";
import { configurationTables, withTable } from "../tools/configuration-tables.ts";
import { metricsPage, metricsPageText } from "../tools/metrics-page.ts";
import { readServiceRegistries } from "../tools/service-registries.ts";
import { faultsOf, markdownFiles } from "./docs/page-faults.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

describe("the documentation", () => {
  it.each(bankCodes)("lists %s among the banks", (bank) => {
    const text = readFileSync(path.join(root, "packages/documentation/pages/index.md"), "utf8");
    expect(text).toContain(`\n| \`${bank}\` | ${bankTitle(bank)} | `);
  });

  it.each(Object.entries(configurationTables))(
    "lists the current settings in %s (npm run docs writes them)",
    (file, table) => {
      const text = readFileSync(path.join(root, file), "utf8");
      expect(text).toBe(withTable(text, table));
    },
  );

  it.each(markdownFiles)(
    "%s names only files that exist, in tables of 120 characters and 4 columns",
    (file) => {
      expect(faultsOf(file)).toEqual([]);
    },
  );

  it(`lists every registered metric in ${metricsPage} (npm run docs writes it)`, async () => {
    const text = readFileSync(path.join(root, metricsPage), "utf8");
    expect(text).toBe(metricsPageText(await readServiceRegistries()));
  });
});
