import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { configurationTables, withTable } from "../tools/configuration-tables.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

describe("the documentation", () => {
  it.each(Object.entries(configurationTables))(
    "%s shows the settings as they are (npm run docs writes them)",
    (file, table) => {
      const text = readFileSync(path.join(root, file), "utf8");
      expect(text).toBe(withTable(text, table));
    },
  );
});
