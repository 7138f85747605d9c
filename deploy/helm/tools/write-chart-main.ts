import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { generatedFiles, leftOverFiles } from "./chart-files.ts";

for (const file of leftOverFiles()) await rm(file);
for (const [file, text] of generatedFiles()) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
