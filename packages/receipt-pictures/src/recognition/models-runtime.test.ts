import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const { resolve } = createRequire(import.meta.url);
const folder = path.join(path.dirname(resolve("onnxruntime-node")), "../bin/napi-v6");

// From 1.29 on it reports its use to its maker, and keeps files for that. Pictures of payments stay here.
it("the runtime of the models has no address to report to", () => {
  const libraries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(libraries).not.toEqual([]);
  for (const { parentPath, name } of libraries) {
    const content = readFileSync(path.join(parentPath, name));
    expect(content.includes("events.data.microsoft.com")).toBe(false);
  }
});
